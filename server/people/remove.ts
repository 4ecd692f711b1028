/**
 * Invariant: a registration with a paid order that was not refunded in full, or a person of it, is deleted only with
 * `force`.
 * Lock order: that of `lockWithPlaces` → free extras bought later (`returnFreeExtras`) → the deleted and detached rows.
 */
import { entryOf, record } from "../audit/rows.ts";
import { endHold } from "../checkout/endHold.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { hasHeldPlaces, type LockedRegistration, lockWithPlaces } from "../holds/move.ts";
import { cancelPlaces } from "../holds/staffMoves.ts";
import { detachOrders, hasPaidOrderOf } from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { removePeople, returnFreeExtras } from "../refunds/refundOrder.ts";
import { registrationOfAttendee } from "../registrations/attendeeRows.ts";
import {
  attendeesOf,
  awaitsActivation,
  deleteRegistrations,
  type RegistrationRow,
  registrationById,
} from "../registrations/rows.ts";

export interface Removal {
  actor: string;
  force: boolean;
  now: Date;
}

/** Deletes a registration of an event with everybody in it. */
export async function removeRegistration(
  db: Db,
  provider: PaymentProvider,
  { registrationId, eventId }: { registrationId: number; eventId: number },
  removal: Removal,
): Promise<void> {
  const found = await registrationById(db, registrationId);
  if (found?.event_id !== eventId) throw notFound("registration");
  await endIfHeld(db, provider, found, removal);
  await inTransaction(db, async (tx) => {
    const locked = await lockWithPlaces(tx, registrationId);
    if (locked === undefined) throw notFound("registration");
    await removeLocked(tx, locked, removal);
  });
}

/** Deletes one attendee; with the last one also the registration. A buyer with a name stays the buyer. */
export async function deleteAttendee(
  db: Db,
  { attendeeId, eventId }: { attendeeId: number; eventId: number },
  removal: Removal,
): Promise<{ attendeeId: number; registrationId: number; deletedRegistration: boolean }> {
  return inTransaction(db, async (tx) => {
    const registrationId = await registrationOfAttendee(tx, eventId, attendeeId);
    const locked = registrationId === undefined ? undefined : await lockWithPlaces(tx, registrationId);
    if (locked === undefined) throw notFound("attendee");
    const { registration } = locked;
    const attendees = await attendeesOf(tx, registration.id);
    const attendee = attendees.find(({ id }) => id === attendeeId);
    if (attendee === undefined) throw notFound("attendee");
    const ids = { attendeeId, registrationId: registration.id };
    if (attendees.length === 1) {
      await removeLocked(tx, locked, removal);
      return { ...ids, deletedRegistration: true };
    }
    requireNotBeingBought(registration);
    await requireUnpaid(tx, registration, removal);
    await removePeople(tx, locked, attendees, [attendee]);
    const detail = { registrationId: registration.id, force: removal.force };
    await record(tx, entryOf("attendee", attendee, { actor: removal.actor, action: "deleted", detail }));
    return { ...ids, deletedRegistration: false };
  });
}

async function removeLocked(tx: Tx, locked: LockedRegistration, removal: Removal): Promise<void> {
  const { registration } = locked;
  requireNotBeingBought(registration);
  await requireUnpaid(tx, registration, removal);
  await cancelPlaces(tx, locked, (await attendeesOf(tx, registration.id)).length);
  await returnFreeExtras(tx, registration.id, { actor: removal.actor, reason: "" });
  await detachOrders(tx, registration.id);
  await deleteRegistrations(tx, [registration.id]);
  const detail = { from: registration.state, places: registration.places, force: removal.force };
  await record(
    tx,
    entryOf("registration", registration, { actor: removal.actor, action: "deleted", detail }),
  );
}

/** Ends a hold, unless it was paid meanwhile. */
async function endIfHeld(
  db: Db,
  provider: PaymentProvider,
  { id, state }: RegistrationRow,
  { actor, now }: Removal,
): Promise<void> {
  if (state !== "held" && state !== "pending") return;
  const outcome = await endHold(db, provider, id, { to: "cancelled", endedBefore: null, actor, now });
  if (outcome === "deciding")
    throw new DomainError("inUse", "The bank is still working on this payment. Try again in a few minutes.");
}

function requireNotBeingBought(registration: RegistrationRow): void {
  if (hasHeldPlaces(registration) && !awaitsActivation(registration))
    throw new DomainError("inUse", "Somebody is buying this at the moment. Delete the whole registration.");
}

async function requireUnpaid(tx: Tx, { id }: RegistrationRow, { force }: Removal): Promise<void> {
  if (!force && (await hasPaidOrderOf(tx, id)))
    throw new DomainError("inUse", "This registration is paid for. Refund it first.");
}
