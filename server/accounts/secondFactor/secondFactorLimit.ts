/**
 * Somebody who knows the password could guess a code by many tries: three of a million are valid at a time.
 * Invariant: strangers may try at most `mostWrongCodes` wrong codes per account and hour. A device that signed in
 * before has as many tries of its own, so that strangers cannot lock it out.
 */

import { DomainError } from "../../domainError.ts";
import { countHourly, type HourlyLimit, uncountHourly, waitWords } from "../../limits/hourly.ts";
import { checkSecondFactor, type FactorParts, isAppCode } from "./secondFactor.ts";
import type { FactorRow } from "./secondFactorRows.ts";

export const mostWrongCodes = 10;

/**
 * Like `checkSecondFactor`. Recovery codes are not counted: their 80 random bits cannot be guessed.
 * @throws tooMany for an app's code beyond the limit, even a right one.
 */
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
  // Counted before the check, so that concurrent codes get no more tries than sequential ones.
  const retryAfterSeconds = await countHourly(parts.db, limit, now);
  if (retryAfterSeconds !== null) {
    const message = `Too many wrong codes were tried for this account. Enter one of your recovery codes, or try again in ${waitWords(retryAfterSeconds)}.`;
    throw new DomainError("tooMany", message, { retryAfterSeconds });
  }
  const result = await checkSecondFactor(parts, factor, code, now);
  if (result !== false) await uncountHourly(parts.db, [limit]);
  return result;
}
