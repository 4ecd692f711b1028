/**
 * Gives each request its Idempotency-Key (docs/wire.md §1). A second try after a lost answer sends the same key, so
 * that the server acts once.
 */
import { isFinalRefusal } from "../api/apiError.ts";
import { newKey } from "../lib/newKey.ts";
import { filledText } from "./filledText.ts";

/** The last request, as long as its key is kept. */
export interface OpenRequest {
  readonly key: string;
  readonly body: string;
}

export interface RequestStore {
  get(): OpenRequest | null;
  set(open: OpenRequest | null): void;
}

export interface RequestKeys {
  /** The key stays the same until the body changes, or until `renew` or `send` ends it. */
  keyFor(body: unknown): string;
  /** The same body sent again is then a new request. */
  renew(): void;
  /**
   * Sends a body under its key. A success or a final refusal ends the key. After another failure the server may have
   * acted, so the key stays.
   */
  send<R>(body: unknown, call: (idempotencyKey: string) => Promise<R>): Promise<R>;
}

/** Without a store, the key is only in memory. */
export function requestKeys(store: RequestStore = inMemory()): RequestKeys {
  const keyFor = (value: unknown): string => {
    const body = filledText(value);
    const open = store.get();
    const key = open?.body === body ? open.key : newKey();
    store.set({ key, body });
    return key;
  };
  const renew = () => store.set(null);
  return {
    keyFor,
    renew,
    async send(body, call) {
      const key = keyFor(body);
      // Another body may have been sent meanwhile. This answer must not end its key.
      const end = () => store.get()?.key === key && renew();
      try {
        const reply = await call(key);
        end();
        return reply;
      } catch (error) {
        if (isFinalRefusal(error)) end();
        throw error;
      }
    },
  };
}

function inMemory(): RequestStore {
  let open: OpenRequest | null = null;
  return {
    get: () => open,
    set: (next) => {
      open = next;
    },
  };
}
