/**
 * Stores a sponsor's typed text and begun support in this tab, through reload and Back. It ends with the tab, because
 * it holds a name and an address. After the payment it is deleted at once.
 */
import { useSyncExternalStore } from "react";
import type { OpenRequest } from "../../../act/requestKeys.ts";
import type { SponsorProof } from "../../../paths.ts";
import { emptyValues, type SupportValues } from "./supportForm.ts";

/** One event's unfinished support. `body` is the request as text. */
export interface SupportDraft {
  readonly values: SupportValues;
  /** The request without an answer yet. A repeat has the same key. */
  readonly asking: OpenRequest | null;
  /** The support to be paid; `packageId` is null for a donation. */
  readonly begun: (SponsorProof & { readonly body: string; readonly packageId: number | null }) | null;
}

/** The used part of sessionStorage. It may throw. */
export type SupportStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface SupportStore {
  get(): SupportDraft;
  change(part: Partial<SupportDraft>): void;
  /** Forgets everything. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

export const emptySupport: SupportDraft = { values: emptyValues, asking: null, begun: null };

/** Creates the store of one event in some storage. */
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
        // Without storage it lasts as long as the page.
      }
    },
    forget() {
      become(emptySupport);
      try {
        storage.removeItem(name);
      } catch {
        // Nothing was stored.
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
    const saved: Partial<SupportDraft> | null = JSON.parse(storage.getItem(name) ?? "null");
    return { ...emptySupport, ...saved, values: { ...emptyValues, ...saved?.values } };
  } catch {
    return emptySupport;
  }
}

const stores = new Map<string, SupportStore>();

/** The store of an event's slug. Browser only. */
export function supportStoreOf(slug: string): SupportStore {
  const known = stores.get(slug);
  if (known !== undefined) return known;
  const made = createSupportStore(slug, browserStorage());
  stores.set(slug, made);
  return made;
}

/** An event's support, with updates; empty on the server and during hydration. */
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
