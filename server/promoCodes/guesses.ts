/**
 * Limits the unknown promo codes that one client may try, because a script could guess short codes. Tries in progress
 * count as wrong until they end, so concurrent tries gain nothing. For a while a client may repeat an accepted code
 * even above the limit, because many visitors in one network are one client.
 */
import { LRUCache } from "lru-cache";
import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import { DomainError } from "../domainError.ts";

/** The refusal of an unknown code, which counts as wrong. */
export class UnknownCode extends DomainError {}

/** `client` is as server/http/client.ts returns it; `code` is as typed, or empty. */
export interface CodeTry {
  client: string;
  eventId: number;
  code: string | null | undefined;
}

/** Counts the tries of all clients at one node. */
export interface CodeGuesses {
  /** Runs `work`, which checks the code. Throws `tooMany` without running it after too many wrong codes. */
  runCounted<T>(tried: CodeTry, work: () => Promise<T>): Promise<T>;
}

interface Tries {
  wrong: number;
  running: number;
  waiting: (() => void)[];
  until: number;
}

const windowMs = 60_000;
/**
 * After this many wrong codes at one event within a minute, the limit of each client there is at most `fewWrongCodes`
 * for the rest of the minute.
 */
export const manyWrongCodesOfEvent = 200;
export const fewWrongCodes = 3;
const usedCodeMs = 15 * 60_000;
const maxRemembered = 10_000;

/** Opens the counter. */
export function openCodeGuesses({ clock, maxWrong }: { clock: () => Date; maxWrong: number }): CodeGuesses {
  const nowMs = () => clock().getTime();
  const clients = new LRUCache<string, Tries>({ max: maxRemembered });
  const events = new LRUCache<number, { wrong: number; until: number }>({ max: maxRemembered });
  const usedUntil = new LRUCache<string, number>({ max: maxRemembered });

  function triesOf(client: string): Tries {
    const current = clients.get(client);
    if (current !== undefined && nowMs() < current.until) return current;
    const newTries: Tries = { wrong: 0, running: 0, waiting: [], until: nowMs() + windowMs };
    clients.set(client, newTries);
    return newTries;
  }

  function limitOfEvent(eventId: number): number {
    const current = events.get(eventId);
    const isAttacked =
      current !== undefined && nowMs() < current.until && current.wrong >= manyWrongCodesOfEvent;
    return isAttacked ? Math.min(fewWrongCodes, maxWrong) : maxWrong;
  }

  function countWrong(tries: Tries, eventId: number): void {
    tries.wrong++;
    const current = events.get(eventId);
    if (current !== undefined && nowMs() < current.until) current.wrong++;
    else events.set(eventId, { wrong: 1, until: nowMs() + windowMs });
  }

  return {
    async runCounted({ client, eventId, code }, work) {
      if (!code) return work();
      const key = `${client} ${eventId} ${promoCodeKey(code)}`;
      if (nowMs() < (usedUntil.get(key) ?? 0)) return work();
      const tries = triesOf(client);
      const limit = () => limitOfEvent(eventId);
      // If the tries in progress may use up the limit, wait until one has ended.
      while (tries.wrong < limit() && tries.wrong + tries.running >= limit())
        await new Promise<void>((resolve) => tries.waiting.push(resolve));
      if (tries.wrong >= limit()) throw tooManyWrong(tries.until - nowMs());
      tries.running++;
      try {
        const result = await work();
        usedUntil.set(key, nowMs() + usedCodeMs);
        return result;
      } catch (error) {
        if (error instanceof UnknownCode) countWrong(tries, eventId);
        throw error;
      } finally {
        tries.running--;
        for (const resume of tries.waiting.splice(0)) resume();
      }
    },
  };
}

function tooManyWrong(leftMs: number): DomainError {
  const message =
    "Too many unknown codes were entered from your network. Please wait a minute, or continue without a code.";
  return new DomainError("tooMany", message, { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
}
