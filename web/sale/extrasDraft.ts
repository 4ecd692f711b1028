/**
 * What somebody buys beside their tickets, kept in this tab through reload and Back: the choice, a request without its
 * answer, and what is kept while it is paid. Invariant: a request that was not answered is known by its key, so that
 * asked again it is the same order.
 */
import { useSyncExternalStore } from "react";
import type { PaymentIntent } from "../../contract/shapes/payment.ts";
import type { Quote } from "../../contract/shapes/registration.ts";
import type { OpenRequest } from "../act/requestKeys.ts";
import type { Choice } from "./choice.ts";
import type { HoldDeadline } from "./holdClock.ts";

/** Extras that the server keeps while they are being paid. */
export interface KeptExtras extends HoldDeadline {
  readonly choice: Choice["extras"];
  readonly quote: Quote;
  readonly intent: PaymentIntent;
}

export interface ExtrasDraft {
  readonly choice: Choice["extras"];
  /** The latest request, as long as it has no answer. */
  readonly asking: OpenRequest | null;
  readonly kept: KeptExtras | null;
  /** True when the latest kept extras ended before they were paid. */
  readonly ended: boolean;
}

const nothing: ExtrasDraft = { choice: {}, asking: null, kept: null, ended: false };

/** The draft of one registration. */
export interface ExtrasDraftStore {
  get(): ExtrasDraft;
  change(change: Partial<ExtrasDraft>): void;
  subscribe(listener: () => void): () => void;
}

const prefix = "foyer.extras.1.";

/** Makes the store of one registration over some storage, which may throw (switched off, or full). */
export function createExtrasDraft(
  registrationId: number,
  storage: Pick<Storage, "getItem" | "setItem">,
): ExtrasDraftStore {
  const name = `${prefix}${registrationId}`;
  const listeners = new Set<() => void>();
  let draft = read();
  return {
    get: () => draft,
    change(change) {
      draft = { ...draft, ...change };
      try {
        storage.setItem(name, JSON.stringify(draft));
      } catch {
        // Without storage the draft lives as long as the page.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function read(): ExtrasDraft {
    try {
      return { ...nothing, ...JSON.parse(storage.getItem(name) ?? "{}") };
    } catch {
      return nothing;
    }
  }
}

const stores = new Map<number, ExtrasDraftStore>();

/** The draft of a registration; in the browser only. */
export function extrasDraftOf(registrationId: number): ExtrasDraftStore {
  let store = stores.get(registrationId);
  if (store === undefined) {
    store = createExtrasDraft(registrationId, tabStorage());
    stores.set(registrationId, store);
  }
  return store;
}

/** The draft of a registration, followed; null on the server and while its markup is hydrated. */
export function useExtrasDraft(registrationId: number): ExtrasDraft | null {
  return useSyncExternalStore(
    (listener) => extrasDraftOf(registrationId).subscribe(listener),
    () => extrasDraftOf(registrationId).get(),
    () => null,
  );
}

/** Even reading `sessionStorage` throws where cookies are blocked. */
function tabStorage(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
