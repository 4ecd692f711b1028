/**
 * The limit on wrong codes of an authenticator app. Three of a million codes are valid at a time, so somebody who knows
 * the password could guess one by many tries from many network addresses.
 * Invariant: strangers may try at most `mostWrongCodes` per account and hour, from any number of addresses. A
 * device that signed in before has as many tries of its own, so that a stranger who knows the password cannot
 * lock it out. Recovery codes do not count here, because their 80 random bits cannot be guessed.
 */

import { DomainError } from "../../domainError.ts";
import { countHourly, type HourlyLimit, uncountHourly, waitWords } from "../../limits/hourly.ts";
import { checkSecondFactor, type FactorParts, isAppCode } from "./secondFactor.ts";
import type { FactorRow } from "./secondFactorRows.ts";

/** The most wrong codes within an hour: of an account by strangers, and of each known device. */
export const mostWrongCodes = 10;

/** Like `checkSecondFactor`. Refuses an app's code beyond the limit with `tooMany`, whether right or wrong. */
export async function checkWithinLimit(
  parts: FactorParts,
  factor: FactorRow,
  { code, knownLane }: { code: string; knownLane: Buffer | null },
  now: Date,
): Promise<boolean | "unreadable"> {
  if (!isAppCode(code)) return checkSecondFactor(parts, factor, code, now);
  const limit: HourlyLimit =
    knownLane === null
      ? { what: "wrong second factor", subject: factor.user_id, most: mostWrongCodes }
      : { what: "wrong second factor of a device", subject: knownLane.toString("hex"), most: mostWrongCodes };
  // Counted as wrong before it is checked, so that concurrent codes get no more tries than sequential ones.
  const retryAfterSeconds = await countHourly(parts.db, limit, now);
  if (retryAfterSeconds !== null) {
    const message = `Too many wrong codes were tried for this account. Enter one of your recovery codes, or try again in ${waitWords(retryAfterSeconds)}.`;
    throw new DomainError("tooMany", message, { retryAfterSeconds });
  }
  const result = await checkSecondFactor(parts, factor, code, now);
  if (result !== false) await uncountHourly(parts.db, [limit]);
  return result;
}
