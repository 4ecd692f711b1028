/** The draft of extras bought after the tickets, kept in this tab through reload and Back. */

import { useSyncExternalStore } from "react";
import type { PaymentIntent } from "../../contract/shapes/money/payment.ts";
import type { Quote } from "../../contract/shapes/registration.ts";
import type { OpenRequest } from "../act/requestKeys.ts";
import { createStore, type Store } from "../stores/store.ts";
import type { Choice } from "./choice.ts";
import type { HoldDeadline } from "./holdClock.ts";

export interface ExtrasHold extends HoldDeadline {
  readonly orderId: number;
  readonly choice: Choice["extras"];
  readonly quote: Quote;
  readonly intent: PaymentIntent;
}

export interface ExtrasDraft {
  readonly choice: Choice["extras"];
  /** The latest request while its outcome is not known. Repeated unchanged, it has the same key. */
  readonly asking: OpenRequest | null;
  readonly kept: ExtrasHold | null;
  /** True after the pay page has found reserved extras expired and not paid, until the next choice. */
  readonly ended: boolean;
}

const emptyDraft: ExtrasDraft = { choice: {}, asking: null, kept: null, ended: false };

export interface ExtrasDraftStore extends Pick<Store<ExtrasDraft>, "get" | "subscribe"> {
  change(part: Partial<ExtrasDraft>): void;
}

const prefix = "foyer.extras.1.";

export function createExtrasDraft(
  registrationId: number,
  storage: Pick<Storage, "getItem" | "setItem">,
): ExtrasDraftStore {
  const name = `${prefix}${registrationId}`;
  const { get, set, subscribe } = createStore(readStorage());
  return {
    get,
    subscribe,
    change(part) {
      const draft = { ...get(), ...part };
      try {
        storage.setItem(name, JSON.stringify(draft));
      } catch {
        // Without storage the draft lasts as long as the page.
      }
      set(draft);
    },
  };

  function readStorage(): ExtrasDraft {
    try {
      return { ...emptyDraft, ...JSON.parse(storage.getItem(name) ?? "{}") };
    } catch {
      return emptyDraft;
    }
  }
}

const stores = new Map<number, ExtrasDraftStore>();

/** Works in the browser only, because of sessionStorage. */
export function extrasDraftOf(registrationId: number): ExtrasDraftStore {
  let store = stores.get(registrationId);
  if (store === undefined) {
    store = createExtrasDraft(registrationId, sessionStorage);
    stores.set(registrationId, store);
  }
  return store;
}

/** Null on the server and during hydration. */
export function useExtrasDraft(registrationId: number): ExtrasDraft | null {
  return useSyncExternalStore(
    (listener) => extrasDraftOf(registrationId).subscribe(listener),
    () => extrasDraftOf(registrationId).get(),
    () => null,
  );
}
