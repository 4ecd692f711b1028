/**
 * The Idempotency-Key of what is sent (docs/wire.md §1). Pressed twice, or again after a lost answer, the same body has the
 * same key, and the server does it once. Keys are made here and nowhere else (test/acts.test.ts).
 */
import { ApiError } from "../api/apiError.ts";
import { newKey } from "../lib/newKey.ts";
import { filledText } from "./filledText.ts";

/** A request without its answer: its key, and its body as text. */
export interface OpenRequest {
  readonly key: string;
  readonly body: string;
}

/** Where the open request is kept. A store of the browser keeps it through a reload. */
export interface RequestPlace {
  get(): OpenRequest | null;
  set(open: OpenRequest | null): void;
}

export interface RequestKeys {
  /** The key of a body: the same one until another body is sent or the keys are renewed. */
  keyFor(body: unknown): string;
  /** The request is done: the same body once more is another request. */
  renew(): void;
  /**
   * Sends a body under its key and renews it with the answer. A lost answer or a fault of the server decides nothing: then
   * the same body keeps its key.
   */
  send<R>(body: unknown, call: (idempotencyKey: string) => Promise<R>): Promise<R>;
}

/** Makes the keys of one form or button. Without a place they live as long as the page. */
export function requestKeys(place: RequestPlace = inMemory()): RequestKeys {
  const keyFor = (value: unknown): string => {
    const body = filledText(value);
    const open = place.get();
    const key = open?.body === body ? open.key : newKey();
    place.set({ key, body });
    return key;
  };
  const renew = () => place.set(null);
  return {
    keyFor,
    renew,
    async send(body, call) {
      const key = keyFor(body);
      // Another body may have been sent meanwhile: its key is not this answer's to end.
      const end = () => place.get()?.key === key && renew();
      try {
        const told = await call(key);
        end();
        return told;
      } catch (error) {
        if (isDecided(error)) end();
        throw error;
      }
    },
  };
}

/** Whether the server has refused: then nothing was done, and nothing will be. */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

function inMemory(): RequestPlace {
  let open: OpenRequest | null = null;
  return {
    get: () => open,
    set: (next) => {
      open = next;
    },
  };
}
