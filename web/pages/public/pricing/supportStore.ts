/**
 * Keeps what a sponsor has typed and begun in this tab, through reload and Back, and forgets it with the tab: it holds a
 * name and an address. Once it is paid for it is forgotten at once.
 */
import { useSyncExternalStore } from "react";
import type { OpenRequest } from "../../../act/requestKeys.ts";
import type { SponsorProof } from "../../../paths.ts";
import { emptyValues, type SupportValues } from "./supportForm.ts";

/** One event's support under way. `body` is what was asked for, as text. */
export interface SupportDraft {
  readonly values: SupportValues;
  /** Asked for and not answered: asked again under the same key. */
  readonly asking: OpenRequest | null;
  /** What was begun and is to be paid; `packageId` null for a donation. */
  readonly begun: (SponsorProof & { readonly body: string; readonly packageId: number | null }) | null;
}

/** What is needed of sessionStorage; it may throw. */
export type SupportStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface SupportStore {
  get(): SupportDraft;
  change(part: Partial<SupportDraft>): void;
  /** Forgets everything. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

export const emptySupport: SupportDraft = { values: emptyValues, asking: null, begun: null };

/** Makes the store of one event over some storage. */
export function createSupportStore(slug: string, storage: SupportStorage): SupportStore {
  const name = `foyer.support.${slug}`;
  const listeners = new Set<() => void>();
  let support = read(storage, name);

  return {
    get: () => support,
    change(part) {
      become({ ...support, ...part });
      try {
        storage.setItem(name, JSON.stringify(support));
      } catch {
        // Without storage it lives as long as the page.
      }
    },
    forget() {
      become(emptySupport);
      try {
        storage.removeItem(name);
      } catch {
        // Nothing was kept.
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function become(next: SupportDraft): void {
    support = next;
    for (const listener of listeners) listener();
  }
}

function read(storage: SupportStorage, name: string): SupportDraft {
  try {
    const kept: Partial<SupportDraft> | null = JSON.parse(storage.getItem(name) ?? "null");
    return { ...emptySupport, ...kept, values: { ...emptyValues, ...kept?.values } };
  } catch {
    return emptySupport;
  }
}

const stores = new Map<string, SupportStore>();

/** The store of an event's slug; in the browser only. */
export function supportStoreOf(slug: string): SupportStore {
  const known = stores.get(slug);
  if (known !== undefined) return known;
  const made = createSupportStore(slug, browserStorage());
  stores.set(slug, made);
  return made;
}

/** An event's support, followed; nothing yet on the server and while its markup is hydrated. */
export function useSupport(slug: string): SupportDraft {
  return useSyncExternalStore(
    (listener) => supportStoreOf(slug).subscribe(listener),
    () => supportStoreOf(slug).get(),
    () => emptySupport,
  );
}

/** Even reading `sessionStorage` throws where cookies are blocked. */
function browserStorage(): SupportStorage {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}
