/**
 * How many wrong codes may one address try, wherever codes are taken? Codes are words, and short ones are guessed by a
 * script in an evening. Invariant: of the tries that are under way or were wrong within a minute, one address has no more
 * than `mostWrong`, so that many at once are no more than many in turn. A right code is never counted, and one that was
 * right at an address a moment ago passes there while others guess: a club's whole audience may sit behind one address.
 */
import { LRUCache } from "lru-cache";
import { promoCodeKey } from "../../contract/rules/promoCode.ts";
import { DomainError } from "../domainError.ts";

/** The refusal of a code that the event does not have: only these are counted. */
export class UnknownCode extends DomainError {}

/** Where a code is tried. `address` is the visitor's; `code` as it was typed, nothing where none was. */
export interface CodeTry {
  address: string;
  eventId: number;
  code: string | null | undefined;
}

/** The tries of all addresses at one node. */
export interface CodeGuesses {
  /** Does `work`, in which the code is judged. Refuses with `tooMany`, and does nothing, once too many were wrong. */
  judged<T>(tried: CodeTry, work: () => Promise<T>): Promise<T>;
}

interface Tries {
  wrong: number;
  underWay: number;
  waiting: (() => void)[];
  until: number;
}

const windowMs = 60_000;
/** As long as somebody who was shown what a code gives may take to choose their tickets. */
const rightForMs = 15 * 60_000;
const mostRemembered = 10_000;

/** Opens the count. */
export function openCodeGuesses({ clock, mostWrong }: { clock: () => Date; mostWrong: number }): CodeGuesses {
  const nowMs = () => clock().getTime();
  const addresses = new LRUCache<string, Tries>({ max: mostRemembered });
  const rightUntil = new LRUCache<string, number>({ max: mostRemembered });

  function triesOf(address: string): Tries {
    const known = addresses.get(address);
    if (known !== undefined && nowMs() < known.until) return known;
    const fresh: Tries = { wrong: 0, underWay: 0, waiting: [], until: nowMs() + windowMs };
    addresses.set(address, fresh);
    return fresh;
  }

  return {
    async judged({ address, eventId, code }, work) {
      if (!code) return work();
      const key = `${address} ${eventId} ${promoCodeKey(code)}`;
      if (nowMs() < (rightUntil.get(key) ?? 0)) return work();
      const tries = triesOf(address);
      while (tries.wrong < mostWrong && tries.wrong + tries.underWay >= mostWrong)
        await new Promise<void>((resolve) => tries.waiting.push(resolve));
      if (tries.wrong >= mostWrong) throw tooManyWrong(tries.until - nowMs());
      tries.underWay++;
      try {
        const done = await work();
        rightUntil.set(key, nowMs() + rightForMs);
        return done;
      } catch (error) {
        if (error instanceof UnknownCode) tries.wrong++;
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
