/**
 * Tabs share an event's draft through the storage, so two tabs share one hold. The first page that opens drafts more
 * than a day after their last change keeps only the proof of a purchase, because the rest has names and addresses.
 */

import { useSyncExternalStore } from "react";
import type { UsedStorage } from "../lib/browserStorage.ts";
import { type DraftAction, draftAfter, emptyDraft, type PeopleDraft, type PurchaseDraft } from "./draft.ts";

export interface DraftStore {
  get(): PurchaseDraft;
  /** Applies an action to the current draft, which another tab may have changed. */
  dispatch(action: DraftAction): PurchaseDraft;
  subscribe(listener: () => void): () => void;
}

interface StoredDraft {
  draft: PurchaseDraft;
  touchedAt: number;
}

const prefix = "foyer.purchase.";
const draftLifetimeMs = 24 * 3_600_000;
/** Longer than the draft's, so that buyers find their tickets again on the day of the event. */
const proofLifetimeMs = 400 * 24 * 3_600_000;

/** `storage` may be full or keep nothing. */
export function createDraftStore(slug: string, storage: UsedStorage, nowMs: () => number): DraftStore {
  const name = prefix + slug;
  const listeners = new Set<() => void>();
  /** The stored text when this page last read or wrote it. */
  let seenText: string | null = null;
  let draft = emptyDraft;
  readStorage();

  return {
    get: () => draft,
    dispatch(action) {
      readStorage();
      draft = draftAfter(draft, action);
      try {
        storage.setItem(name, JSON.stringify({ draft, touchedAt: nowMs() } satisfies StoredDraft));
        // Read again, because some storages keep nothing.
        seenText = storage.getItem(name);
      } catch {
        // Without space the draft lasts as long as the page.
      }
      for (const listener of listeners) listener();
      return draft;
    },
    subscribe(listener) {
      listeners.add(listener);
      const onStorageEvent = (change: StorageEvent) => {
        if (change.key !== name) return;
        readStorage();
        listener();
      };
      if (typeof addEventListener === "function") addEventListener("storage", onStorageEvent);
      return () => {
        listeners.delete(listener);
        if (typeof removeEventListener === "function") removeEventListener("storage", onStorageEvent);
      };
    },
  };

  function readStorage(): void {
    const storedText = storage.getItem(name);
    if (storedText === seenText) return;
    seenText = storedText;
    draft = parseDraft(storedText, nowMs())?.draft ?? emptyDraft;
  }
}

export function forgetOldDrafts(storage: UsedStorage, nowMs: number): void {
  for (const name of Object.keys(storage)) {
    if (!name.startsWith(prefix)) continue;
    const text = storage.getItem(name);
    const kept = parseDraft(text, nowMs);
    const keptText = JSON.stringify(kept);
    if (keptText === text) continue;
    storage.removeItem(name);
    if (kept !== null) storage.setItem(name, keptText);
  }
}

/** Ignores an unreadable draft, because users can edit the storage and older versions wrote it. */
function parseDraft(text: string | null, nowMs: number): StoredDraft | null {
  try {
    const saved: Partial<StoredDraft> | null = JSON.parse(text ?? "null");
    const { draft, touchedAt } = saved ?? {};
    if (draft?.version !== 1 || typeof touchedAt !== "number") return null;
    const people = renamedPeople(draft.people);
    if (!Array.isArray(people?.attendees) || typeof people.buyer?.name !== "string") return null;
    const age = nowMs - touchedAt;
    if (age <= draftLifetimeMs) return { draft: { ...emptyDraft, ...draft, people }, touchedAt };
    const { bought } = draft;
    return bought && age <= proofLifetimeMs ? { draft: { ...emptyDraft, bought }, touchedAt } : null;
  } catch {
    return null;
  }
}

/** An older version saved the attendees as `seats`. */
function renamedPeople(people: PeopleDraft & { seats?: PeopleDraft["attendees"] }): PeopleDraft {
  if (!Array.isArray(people?.seats)) return people;
  const { seats, ...others } = people;
  return { ...others, attendees: seats };
}

const stores = new Map<string, DraftStore>();

/** Works in the browser only, because of localStorage. */
export function draftStoreOf(slug: string): DraftStore {
  const existing = stores.get(slug);
  if (existing !== undefined) return existing;
  forgetOldDrafts(localStorage, Date.now());
  const created = createDraftStore(slug, localStorage, Date.now);
  stores.set(slug, created);
  return created;
}

/** Null on the server and during hydration. */
export function useDraft(slug: string): PurchaseDraft | null {
  return useSyncExternalStore(
    (listener) => draftStoreOf(slug).subscribe(listener),
    () => draftStoreOf(slug).get(),
    () => null,
  );
}
