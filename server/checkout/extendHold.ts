/**
 * A buyer keeps the held places for longer, before the hold ends (WCAG 2.2.1 asks for it). Each extension adds the
 * event's `holdMinutes`, and `holdExtensions` says how often. An offer of the waiting list is kept for hours, and others
 * wait for it, so it is not extended.
 * Locks: the registration, by the statement that changes it.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type Idempotency, once } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import { eventById } from "../events/rows.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import { extendExpiry, registrationById } from "../registrations/rows.ts";
import { isOfferedHold } from "../waiting/rows.ts";
import { requireHold } from "./requireHold.ts";

type Reply = PayloadOf<"registration/extendHold">;

/** Extends the hold and says how often it can be extended again. `extend` is replaced by a control of a race test. */
export function extendHold(
  db: Db,
  { registrationId, accessKey }: BodyOf<"registration/extendHold">,
  { idempotency, now }: { idempotency: Idempotency | null; now: Date },
  extend: typeof extendExpiry = extendExpiry,
): Promise<Reply> {
  return inTransaction(db, (tx) =>
    once(tx, idempotency, async () => {
      const found = requireAccessKey(await registrationById(tx, registrationId), accessKey);
      const { holdMinutes, holdExtensions } = configOf((await eventById(tx, found.event_id))!);
      const most = (await isOfferedHold(tx, found.id)) ? 0 : holdExtensions;
      const extended = await extend(tx, found.id, { minutes: holdMinutes, most, now });
      if (extended === undefined) {
        requireHold((await registrationById(tx, found.id)) ?? found, now);
        throw new DomainError("tooMany", "These places cannot be kept any longer. Please finish in time.");
      }
      return {
        expiresAt: extended.expires_at!.toISOString(),
        extensionsLeft: most - extended.extensions,
      };
    }),
  );
}
