/** The draft is in sessionStorage, not in localStorage, because it has a name and an e-mail address. */

import { useSyncExternalStore } from "react";
import type { OpenRequest } from "../../../act/requestKeys.ts";
import type { UsedStorage } from "../../../lib/browserStorage.ts";
import type { SponsorProof } from "../../../paths.ts";
import { createStore, type Store } from "../../../stores/store.ts";
import { emptyValues, type SupportValues } from "./supportForm.ts";

export interface SupportDraft {
  readonly values: SupportValues;
  /** The last request, as long as its key is kept. The same body sent again has that key. */
  readonly asking: OpenRequest | null;
  /** What was ordered: its proof, the request as text, and the package, null for a donation. */
  readonly begun: (SponsorProof & { readonly body: string; readonly packageId: number | null }) | null;
}

export interface SupportStore extends Pick<Store<SupportDraft>, "get" | "subscribe"> {
  change(part: Partial<SupportDraft>): void;
  forget(): void;
}

export const emptySupport: SupportDraft = { values: emptyValues, asking: null, begun: null };

/** The storage may be full. */
export function createSupportStore(slug: string, storage: UsedStorage): SupportStore {
  const storageKey = `foyer.support.${slug}`;
  const { get, set, subscribe } = createStore(readDraft(storage, storageKey));
  return {
    get,
    subscribe,
    change(part) {
      set({ ...get(), ...part });
      try {
        storage.setItem(storageKey, JSON.stringify(get()));
      } catch {
        // Without storage the draft lasts as long as the page.
      }
    },
    forget() {
      set(emptySupport);
      try {
        storage.removeItem(storageKey);
      } catch {
        // The storage is not available.
      }
    },
  };
}

function readDraft(storage: UsedStorage, storageKey: string): SupportDraft {
  try {
    const parsed: Partial<SupportDraft> | null = JSON.parse(storage.getItem(storageKey) ?? "null");
    return { ...emptySupport, ...parsed, values: { ...emptyValues, ...parsed?.values } };
  } catch {
    return emptySupport;
  }
}

const stores = new Map<string, SupportStore>();

/** Browser only. */
export function supportStoreOf(slug: string): SupportStore {
  const existing = stores.get(slug);
  if (existing !== undefined) return existing;
  const store = createSupportStore(slug, sessionStorage);
  stores.set(slug, store);
  return store;
}

/** Empty on the server and during hydration. */
export function useSupport(slug: string): SupportDraft {
  return useSyncExternalStore(
    (listener) => supportStoreOf(slug).subscribe(listener),
    () => supportStoreOf(slug).get(),
    () => emptySupport,
  );
}
