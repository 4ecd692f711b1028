/**
 * The buyer of tickets or extras is the primary attendee, or `buyer_name` if the buyer does not attend or the primary
 * ticket has no name. Other buyers are sponsors or donors. A new address brings a new access key, because the old
 * address may be a stranger's.
 * Lock order: registration → attendees → sponsorship, or the entry of the waiting list.
 */

import { randomUUID } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import { boughtByField, namePartsOf } from "../../contract/rules/nameParts.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import type { SponsorData } from "../db/schema/events.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { recordBuyersChange } from "../door/changes.ts";
import { hasHeldPlaces } from "../holds/move.ts";
import { buyerNameOfSeats } from "../holds/seats.ts";
import { type OrderRow, orderById } from "../orders/rows.ts";
import { mailAgain } from "../people/sendTickets.ts";
import { lockAttendees, updateAttendee } from "../registrations/attendeeRows.ts";
import { isAttendingBuyer } from "../registrations/attendingBuyer.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { buyerNameOf } from "../registrations/people.ts";
import { newAccessKey } from "../registrations/proof.ts";
import {
  type AttendeeRow,
  attendeesOf,
  awaitsActivation,
  lockRegistration,
  type RegistrationRow,
  updateBuyers,
  updateRegistration,
} from "../registrations/rows.ts";
import {
  lockSponsorship,
  presentSponsorship,
  sponsorshipOfOrder,
  updateSponsor,
} from "../sponsorships/sponsorshipRows.ts";
import { renewEntryKey } from "../waiting/rows.ts";
import { mailOf } from "./resendOrder.ts";

type Change = BodyOf<"order/changeBuyer">;

interface FieldChange {
  field: "name" | "email" | "organization" | "message";
  from: string;
  to: string;
}

/** Changes the buyer of an order, and records the changed fields. */
export function changeBuyer(db: Db, change: Change, actor: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await orderById(tx, change.orderId);
    if (order === undefined) throw notFound("order");
    if (order.held_until !== null) throw buyingRefusal();
    const isSponsor = order.purpose === "sponsorship" || order.purpose === "donation";
    const changes = isSponsor
      ? await changeSponsor(tx, order, change)
      : await changeRegistration(tx, order, change);
    if (changes.some(({ field }) => field === "email") && (await needsMail(tx, order)))
      await mailAgain(tx, await mailOf(tx, order, randomUUID()));
    // Recorded for the registration, so that all its orders show it.
    const entity = isSponsor ? "order" : "registration";
    const row = { ...order, id: isSponsor ? order.id : order.registration_id! };
    const entries = changes.map((detail) => entryOf(entity, row, { actor, action: "buyerChanged", detail }));
    await record(tx, ...entries);
  });
}

async function needsMail(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.payment_status !== "paid" && order.payment_status !== "free") return false;
  if (order.purpose !== "registration") return true;
  return (
    order.registration_id !== null && (await lockRegistration(tx, order.registration_id))?.state === "active"
  );
}

async function changeRegistration(tx: Tx, order: OrderRow, change: Change): Promise<FieldChange[]> {
  for (const path of ["organization", "message"] as const)
    if (change[path] !== undefined) throw invalidInput({ path, message: "is only for sponsors and donors" });
  const registration =
    order.registration_id === null ? undefined : await lockRegistration(tx, order.registration_id);
  if (registration === undefined)
    throw new DomainError("notActive", "The registration of this order is deleted, and its buyer with it.");
  if (hasHeldPlaces(registration) && !awaitsActivation(registration)) throw buyingRefusal();
  const people = await lockPeople(tx, registration);
  const primary = people.find((one) => one.is_primary);
  const changes: FieldChange[] = [];
  if (registration.buyer_name !== null) {
    const current = namePartsOf(registration.buyer_name);
    const { firstName = current.firstName, lastName = current.lastName } = change;
    addChange(changes, "name", registration.buyer_name, fullName({ firstName, lastName }));
  } else if (primary !== undefined) {
    const { firstName = primary.first_name, lastName = primary.last_name } = change;
    addChange(changes, "name", attendeeName(primary), fullName({ firstName, lastName }));
    await updateAttendee(tx, primary.id, { first_name: firstName, last_name: lastName });
  }
  const [renamed] = changes;
  if (renamed !== undefined) {
    const attendee = primary && { firstName: primary.first_name, lastName: primary.last_name };
    const buyerName = registration.buyer_name === null ? null : buyerNameOf(renamed.to, attendee);
    await renameBuyer(tx, registration, { name: renamed.to, buyerName });
  }
  if (change.email !== undefined && change.email !== registration.email) {
    addChange(changes, "email", registration.email ?? "", change.email);
    await changeAddress(tx, registration, { people, email: change.email });
  }
  return changes;
}

/** Stores the new name, also in the additional field if there is one: attendee lists show it, and imports read it. */
async function renameBuyer(
  tx: Tx,
  registration: RegistrationRow,
  { name, buyerName }: { name: string; buyerName: string | null },
): Promise<void> {
  const { id, additional_fields: fields } = registration;
  const isInFields = Object.hasOwn(fields, boughtByField);
  const additionalFields = isInFields ? { ...fields, [boughtByField]: name } : fields;
  await updateBuyers(tx, [{ ...registration, additional_fields: additionalFields, buyer_name: buyerName }]);
  await recordBuyersChange(tx, [id]);
}

async function lockPeople(tx: Tx, { id }: RegistrationRow): Promise<AttendeeRow[]> {
  await lockAttendees(tx, [id]);
  return attendeesOf(tx, id);
}

/** Stores the new address, also for guests with the former one and for an attending buyer without one. */
async function changeAddress(
  tx: Tx,
  registration: RegistrationRow,
  { people, email }: { people: readonly AttendeeRow[]; email: string },
): Promise<void> {
  for (const one of people) {
    const hasBuyersAddress =
      one.email === null ? isAttendingBuyer(one, registration) : isSameAddress(one.email, registration.email);
    if (hasBuyersAddress) await updateAttendee(tx, one.id, { email });
  }
  await updateRegistration(tx, registration.id, { email, access_key: newAccessKey() });
  await renewEntryKey(tx, registration.id);
}

/** Gives a package's seats the sponsor's new name and address. An address other than the sponsor's former one stays. */
async function changeSeats(
  tx: Tx,
  seats: RegistrationRow,
  { people, from, to }: { people: readonly AttendeeRow[]; from: SponsorData; to: SponsorData },
): Promise<void> {
  const name = buyerNameOfSeats(to);
  if (name !== buyerNameOfSeats(from)) await renameBuyer(tx, seats, { name: name ?? "", buyerName: name });
  const { email } = to;
  if (email !== from.email && isSameAddress(seats.email ?? from.email, from.email))
    await changeAddress(tx, seats, { people, email });
}

async function changeSponsor(tx: Tx, order: OrderRow, change: Change): Promise<FieldChange[]> {
  const found = await sponsorshipOfOrder(tx, order.id);
  const seatsId = found?.seats_registration_id ?? null;
  // Locked before the sponsorship, as in a refund, whose trigger changes the sponsorship.
  const seats = seatsId === null ? undefined : await lockRegistration(tx, seatsId);
  const people = seats === undefined ? [] : await lockPeople(tx, seats);
  const sponsorship = found && (await lockSponsorship(tx, found.id));
  if (sponsorship === undefined) throw notFound("order");
  const current = presentSponsorship(sponsorship).sponsorData;
  const { orderId: _, ...fields } = change;
  const next = {
    ...current,
    ...Object.fromEntries(Object.entries(fields).filter(([, one]) => one !== undefined)),
  };
  const changes: FieldChange[] = [];
  addChange(changes, "name", fullName(current), fullName(next));
  for (const field of ["email", "organization", "message"] as const)
    addChange(changes, field, current[field], next[field]);
  if (changes.length === 0) return changes;
  await updateSponsor(tx, sponsorship.id, {
    sponsorData: next,
    ...(next.email !== current.email && { accessKey: newAccessKey() }),
  });
  if (seats !== undefined) await changeSeats(tx, seats, { people, from: current, to: next });
  return changes;
}

function addChange(changes: FieldChange[], field: FieldChange["field"], from: string, to: string): void {
  if (from !== to) changes.push({ field, from, to });
}

function isSameAddress(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

function buyingRefusal(): DomainError {
  return new DomainError("inUse", "Somebody is buying this at the moment. Wait until it is complete.");
}
