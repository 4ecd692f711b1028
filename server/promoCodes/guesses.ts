/**
 * Limits the wrong promo codes of one client in all calls that take codes. Codes are words, and a script guesses short
 * ones in an evening. Invariant: the tries of a client that are in progress or were wrong within a minute are at most
 * `mostWrong`, so concurrent tries gain nothing. While very many clients guess at one event, each has only a few. A
 * right code is never counted. A client that used a code successfully a moment ago may use it again while others guess,
 * because a club's whole audience may be one client.
 */
import { LRUCache } from "lru-cache";
import { promoCodeKey } from "../../contract/rules/promoCode.ts";
import { DomainError } from "../domainError.ts";

/** The refusal of an unknown code. Only these are counted. */
export class UnknownCode extends DomainError {}

/** A try of a code. `client` is the visitor's (server/http/client.ts); `code` is as typed, empty or absent for none. */
export interface CodeTry {
  client: string;
  eventId: number;
  code: string | null | undefined;
}

/** Counts the tries of all clients at one node. */
export interface CodeGuesses {
  /** Runs `work`, which checks the code. Throws `tooMany` without running it after too many wrong codes. */
  judged<T>(tried: CodeTry, work: () => Promise<T>): Promise<T>;
}

interface Tries {
  wrong: number;
  underWay: number;
  waiting: (() => void)[];
  until: number;
}

const windowMs = 60_000;
/** After this many wrong codes at one event within a minute, the limit of each client is `fewWrongCodes`. */
export const manyWrongCodesOfEvent = 200;
export const fewWrongCodes = 3;
/** The time that a visitor who used a code may take to choose tickets. */
const rightForMs = 15 * 60_000;
const mostRemembered = 10_000;

/** Opens the counter. */
export function openCodeGuesses({ clock, mostWrong }: { clock: () => Date; mostWrong: number }): CodeGuesses {
  const nowMs = () => clock().getTime();
  const clients = new LRUCache<string, Tries>({ max: mostRemembered });
  const events = new LRUCache<number, { wrong: number; until: number }>({ max: mostRemembered });
  const rightUntil = new LRUCache<string, number>({ max: mostRemembered });

  function triesOf(client: string): Tries {
    const known = clients.get(client);
    if (known !== undefined && nowMs() < known.until) return known;
    const fresh: Tries = { wrong: 0, underWay: 0, waiting: [], until: nowMs() + windowMs };
    clients.set(client, fresh);
    return fresh;
  }

  function mostNow(eventId: number): number {
    const known = events.get(eventId);
    const isAttacked = known !== undefined && nowMs() < known.until && known.wrong >= manyWrongCodesOfEvent;
    return isAttacked ? Math.min(fewWrongCodes, mostWrong) : mostWrong;
  }

  function countWrong(tries: Tries, eventId: number): void {
    tries.wrong++;
    const known = events.get(eventId);
    if (known !== undefined && nowMs() < known.until) known.wrong++;
    else events.set(eventId, { wrong: 1, until: nowMs() + windowMs });
  }

  return {
    async judged({ client, eventId, code }, work) {
      if (!code) return work();
      const key = `${client} ${eventId} ${promoCodeKey(code)}`;
      if (nowMs() < (rightUntil.get(key) ?? 0)) return work();
      const tries = triesOf(client);
      const most = () => mostNow(eventId);
      while (tries.wrong < most() && tries.wrong + tries.underWay >= most())
        await new Promise<void>((resolve) => tries.waiting.push(resolve));
      if (tries.wrong >= most()) throw tooManyWrong(tries.until - nowMs());
      tries.underWay++;
      try {
        const done = await work();
        rightUntil.set(key, nowMs() + rightForMs);
        return done;
      } catch (error) {
        if (error instanceof UnknownCode) countWrong(tries, eventId);
        throw error;
      } finally {
        tries.underWay--;
        for (const goOn of tries.waiting.splice(0)) goOn();
      }
    },
  };
}

function tooManyWrong(leftMs: number): DomainError {
  const message =
    "Too many codes that are not known were tried from your network. Please wait a minute, or go on without a code.";
  return new DomainError("tooMany", message, { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
}
