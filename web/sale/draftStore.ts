/**
 * Stores the draft of each event in this browser. All tabs see the same draft, so two tabs share one hold; if the
 * storage keeps nothing, each page has its own draft. The first page that reads drafts more than a day after the last
 * change keeps no more than the proof of a purchase, because the rest contains names and addresses.
 */

import { useSyncExternalStore } from "react";
import type { UsedStorage } from "../lib/browserStorage.ts";
import { type DraftAction, draftAfter, emptyDraft, type PeopleDraft, type PurchaseDraft } from "./draft.ts";

/** One event's draft. */
export interface DraftStore {
  get(): PurchaseDraft;
  /** Applies an action to the current draft, whichever tab changed it last. Saves the result if the storage can. */
  dispatch(action: DraftAction): PurchaseDraft;
  subscribe(listener: () => void): () => void;
}

interface StoredDraft {
  draft: PurchaseDraft;
  touchedAt: number;
}

const prefix = "foyer.purchase.";
const draftLifetimeMs = 24 * 3_600_000;
/** A proof is kept longer than personal data, so that buyers find their tickets again on the day of the event. */
const proofLifetimeMs = 400 * 24 * 3_600_000;

/** Creates the store of one event in some storage, which may be full or keep nothing. */
export function createDraftStore(slug: string, storage: UsedStorage, nowMs: () => number): DraftStore {
  const name = prefix + slug;
  const listeners = new Set<() => void>();
  /** What the storage had when this page read or wrote it last. */
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

/** Deletes what is too old in the drafts of all events. */
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

/** Users and older versions of the page may have changed the storage. An unreadable draft is ignored. */
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

/** An older version saved the attendees as `seats`. A purchase that began before an upgrade continues after it. */
function renamedPeople(people: PeopleDraft & { seats?: PeopleDraft["attendees"] }): PeopleDraft {
  if (!Array.isArray(people?.seats)) return people;
  const { seats, ...others } = people;
  return { ...others, attendees: seats };
}

const stores = new Map<string, DraftStore>();

/** The draft store of an event's slug. Browser only. */
export function draftStoreOf(slug: string): DraftStore {
  const existing = stores.get(slug);
  if (existing !== undefined) return existing;
  forgetOldDrafts(localStorage, Date.now());
  const created = createDraftStore(slug, localStorage, Date.now);
  stores.set(slug, created);
  return created;
}

/** The draft of an event, with updates; null on the server and during hydration. */
export function useDraft(slug: string): PurchaseDraft | null {
  return useSyncExternalStore(
    (listener) => draftStoreOf(slug).subscribe(listener),
    () => draftStoreOf(slug).get(),
    () => null,
  );
}
