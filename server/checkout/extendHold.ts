/**
 * WCAG 2.2.1 asks that a time limit can be extended.
 * Locks: the registration, by the statement that changes it.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { eventById } from "../events/rows.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import { extendExpiry, registrationById } from "../registrations/rows.ts";
import { isOfferedHold } from "../waiting/rows.ts";
import { requireHold } from "./requireHold.ts";

type Reply = PayloadOf<"registration/extendHold">;

/**
 * Extends a hold. Offers of the waiting list are not extended, because others wait for their places. A test may pass
 * another `extend` to show the race.
 */
export function extendHold(
  db: Db,
  { registrationId, accessKey }: BodyOf<"registration/extendHold">,
  { idempotency, now }: CallContext,
  extend: typeof extendExpiry = extendExpiry,
): Promise<Reply> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const found = requireAccessKey(await registrationById(tx, registrationId), accessKey);
    const { holdMinutes, holdExtensions } = configOf((await eventById(tx, found.event_id))!);
    const maxExtensions = (await isOfferedHold(tx, found.id)) ? 0 : holdExtensions;
    const extended = await extend(tx, found.id, { minutes: holdMinutes, most: maxExtensions, now });
    if (extended === undefined) {
      // requireHold refuses a hold that has ended or is paid. Otherwise no extension is left.
      requireHold((await registrationById(tx, found.id)) ?? found, now);
      throw new DomainError(
        "tooMany",
        "This reservation cannot be extended again. Please pay before it ends.",
      );
    }
    return {
      expiresAt: extended.expires_at!.toISOString(),
      extensionsLeft: maxExtensions - extended.extensions,
    };
  });
}
