/**
 * The Idempotency-Key of a request (docs/wire.md §1). After a second press or a lost answer the same body has the same
 * key, so the server acts once. A sale at the door and its undo have keys of their own (web/door/sale.ts).
 */
import { isFinalRefusal } from "../api/apiError.ts";
import { newKey } from "../lib/newKey.ts";
import { filledText } from "./filledText.ts";

/** A request whose outcome is not known yet: its key, and its body as text. */
export interface OpenRequest {
  readonly key: string;
  readonly body: string;
}

/** Where the open request is stored. Browser storage keeps it through a reload. */
export interface RequestStore {
  get(): OpenRequest | null;
  set(open: OpenRequest | null): void;
}

export interface RequestKeys {
  /** The key of a body. It stays the same until the body changes or the keys are renewed. */
  keyFor(body: unknown): string;
  /** The request is done. The same body sent again is a new request. */
  renew(): void;
  /**
   * Sends a body under its key and renews the key after a success or a final refusal. After any other failure the
   * server may still have acted, so the same body keeps its key.
   */
  send<R>(body: unknown, call: (idempotencyKey: string) => Promise<R>): Promise<R>;
}

/** Creates the keys of one form or button. Without a store they are lost when the page is left. */
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
