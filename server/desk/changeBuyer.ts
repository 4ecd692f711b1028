/**
 * Staff change the buyer of an order: the primary attendee of its registration, the buyer who passed that ticket on, or
 * its sponsor. With a new address the mailed links to the former one stop working, because it may be a stranger's, and
 * the purchase is mailed to the new one. The codes of tickets and extras stay.
 * Lock order: registration → attendees, or the sponsorship alone.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import { namePartsOf } from "../../contract/rules/nameParts.ts";
import { record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { queueMails } from "../mail/mail.ts";
import { type OrderRow, orderById } from "../orders/rows.ts";
import { updateAttendee } from "../registrations/attendeeRows.ts";
import { attendeesOf, lockRegistration, updateRegistration } from "../registrations/rows.ts";
import {
  lockSponsorship,
  presentSponsorship,
  sponsorshipOfOrder,
  updateSponsor,
} from "../sponsorships/sponsorshipRows.ts";
import { mailOf } from "./resendOrder.ts";

type Change = BodyOf<"order/changeBuyer">;

/** A changed field. */
interface Changed {
  field: "name" | "email" | "organization" | "message";
  from: string;
  to: string;
}

/** Makes the change. Unchanged fields are not recorded. */
export function changeBuyer(db: Db, change: Change, actor: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await orderById(tx, change.orderId);
    if (order === undefined) throw notFound("order");
    if (order.held_until !== null) throw isBuying();
    const isSponsor = order.purpose === "sponsorship" || order.purpose === "donation";
    const changed = isSponsor ? await ofSponsor(tx, order, change) : await ofRegistration(tx, order, change);
    if (changed.some(({ field }) => field === "email") && (await isMailed(tx, order)))
      await queueMails(tx, [await mailOf(tx, order, randomUUID())]);
    await record(
      tx,
      changed.map((one) => ({
        actor,
        eventId: order.event_id,
        // Recorded for the registration, so that all its orders show it.
        entity: isSponsor ? ("order" as const) : ("registration" as const),
        entityId: isSponsor ? order.id : order.registration_id!,
        action: "buyerChanged",
        detail: { ...one },
      })),
    );
  });
}

async function isMailed(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.payment_status !== "paid" && order.payment_status !== "free") return false;
  if (order.purpose !== "registration") return true;
  return (
    order.registration_id !== null && (await lockRegistration(tx, order.registration_id))?.state === "active"
  );
}

async function ofRegistration(tx: Tx, order: OrderRow, change: Change): Promise<Changed[]> {
  for (const path of ["organization", "message"] as const)
    if (change[path] !== undefined)
      throw invalidInput([{ path, message: "is of sponsors and donors alone" }]);
  const registration =
    order.registration_id === null ? undefined : await lockRegistration(tx, order.registration_id);
  if (registration === undefined)
    throw new DomainError("notActive", "The registration of this order is deleted, and its buyer with it.");
  if (registration.state === "held" || registration.state === "pending") throw isBuying();
  const primary = (await attendeesOf(tx, registration.id)).find((one) => one.is_primary);
  const changed: Changed[] = [];
  if (registration.buyer_name !== null) {
    // The buyer passed the primary ticket on, so the primary attendee is somebody else.
    const was = namePartsOf(registration.buyer_name);
    const name = inFull(change.firstName ?? was.firstName, change.lastName ?? was.lastName);
    add(changed, "name", registration.buyer_name, name);
    await updateRegistration(tx, registration.id, { buyer_name: name });
  } else if (primary !== undefined) {
    const { first_name: wasFirst, last_name: wasLast } = primary;
    const [first, last] = [change.firstName ?? wasFirst, change.lastName ?? wasLast];
    add(changed, "name", inFull(wasFirst, wasLast), inFull(first, last));
    await updateAttendee(tx, primary.id, { first_name: first, last_name: last });
  }
  if (change.email !== undefined && change.email !== registration.email) {
    add(changed, "email", registration.email ?? "", change.email);
    if (primary !== undefined && isSame(primary.email, registration.email))
      await updateAttendee(tx, primary.id, { email: change.email });
    await updateRegistration(tx, registration.id, { email: change.email, access_key: newAccessKey() });
  }
  return changed;
}

async function ofSponsor(tx: Tx, order: OrderRow, change: Change): Promise<Changed[]> {
  const found = await sponsorshipOfOrder(tx, order.id);
  const sponsorship = found && (await lockSponsorship(tx, found.id));
  if (sponsorship === undefined) throw notFound("order");
  const was = presentSponsorship(sponsorship).sponsorData;
  const { orderId: _, ...given } = change;
  const is = { ...was, ...Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)) };
  const changed: Changed[] = [];
  add(changed, "name", inFull(was.firstName, was.lastName), inFull(is.firstName, is.lastName));
  for (const field of ["email", "organization", "message"] as const)
    add(changed, field, was[field], is[field]);
  if (changed.length > 0)
    await updateSponsor(tx, sponsorship.id, {
      sponsorData: is,
      ...(is.email !== was.email && { accessKey: newAccessKey() }),
    });
  return changed;
}

function add(changed: Changed[], field: Changed["field"], from: string, to: string): void {
  if (from !== to) changed.push({ field, from, to });
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || one.toLowerCase() === other?.toLowerCase();
}

function inFull(first: string, last: string): string {
  return `${first} ${last}`.trim();
}

function newAccessKey(): string {
  return randomBytes(16).toString("base64url");
}

function isBuying(): DomainError {
  return new DomainError("inUse", "Somebody is buying this at the moment. Wait until it is complete.");
}
