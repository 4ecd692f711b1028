/**
 * The seats of a sponsor's package are a registration with the price 0, whose attendees are added without names.
 * Lock order: that of rows.ts → the row of the seats in `orders`.
 */
import { randomUUID } from "node:crypto";
import { boughtByField } from "../../contract/rules/nameParts.ts";
import { entryOf, record } from "../audit/rows.ts";
import { pipelined, type Tx } from "../db/pool.ts";
import type { SponsorData } from "../db/schema/events.ts";
import { orderOfRegistration, updateOrder } from "../orders/rows.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { attendeesOf, type NewPerson, registrationById, updateBuyers } from "../registrations/rows.ts";
import { type SponsorshipRow, seatsOfOrders } from "../sponsorships/sponsorshipRows.ts";
import { endHolds, hasHeldPlaces, type LockedRegistration, lockWithPlaces, saleStatements } from "./move.ts";
import { addAttendees, addOrder, attendeeRows, orderRow, placedEntry } from "./newRows.ts";
import { type LockRows, reserveOne } from "./reserve.ts";
import { noRows, takeIds, writeReservations } from "./rows.ts";
import { cancelPlaces } from "./staffMoves.ts";

/** `client` is as in `HoldRequest`. */
export interface WantedSeats {
  eventId: number;
  ticketId: number;
  quantity: number;
  email: string;
  client: string | null;
}

/** Holds seats, and returns the id of their registration. Throws the engine's refusal. */
export function holdSeats(
  tx: Tx,
  { eventId, ticketId, quantity, email, client }: WantedSeats,
  options: { now: Date; lockRows?: LockRows | undefined },
): Promise<number> {
  // Staff chose the ticket, which may be hidden. The package's price includes the seats.
  const byStaff = { price: 0, respectsWaitingList: true };
  const wish = { eventId, tickets: [{ ticketId, quantity }], byStaff, client };
  return reserveOne(tx, { wish, email }, options);
}

/** Locks the seats of an order's package, if any. */
export async function lockSeats(tx: Tx, orderId: number): Promise<LockedRegistration | undefined> {
  const id = (await seatsOfOrders(tx, [orderId])).get(orderId);
  return id === undefined ? undefined : lockWithPlaces(tx, id);
}

/** Sells locked seats that are held or free, with an order at the price 0. */
export async function sellSeats(
  tx: Tx,
  { registration }: LockedRegistration,
  { sponsor, actor, now }: { sponsor: SponsorshipRow; actor: string; now: Date },
): Promise<void> {
  const name = buyerNameOfSeats(sponsor.sponsor_data);
  const people = registration.lines.flatMap(({ refId, quantity }) =>
    Array.from({ length: quantity }, () => unnamed(refId)),
  );
  if (people[0] !== undefined) people[0].isPrimary = true;
  const ids = await takeIds(tx, { registrations: 0, attendees: people.length, orders: 1 });
  const rows = noRows();
  addAttendees(rows, attendeeRows(people, registration, ids.attendees, now));
  const order = orderRow(registration, ids.orders.pop()!, now);
  addOrder(rows, order);
  rows.audit.push(placedEntry(order, actor));
  const fields: Record<string, string> = name === null ? {} : { [boughtByField]: name };
  await updateBuyers(tx, [
    {
      ...registration,
      additional_fields: { ...registration.additional_fields, ...fields },
      buyer_name: name,
    },
  ]);
  await writeReservations(tx, rows);
  await pipelined(tx, saleStatements(tx, [{ registration, attendees: people.length, actor }]));
}

/** The organization, else the sponsor's own name. */
export function buyerNameOfSeats({
  organization = "",
  firstName = "",
  lastName = "",
}: Partial<SponsorData>): string | null {
  return organization.trim() || `${firstName} ${lastName}`.trim() || null;
}

function unnamed(ticketId: number): NewPerson {
  return {
    ticketId,
    isPrimary: false,
    firstName: "",
    lastName: "",
    email: null,
    phone: null,
    qrUuid: randomUUID(),
    answers: [],
  };
}

/** Returns locked seats to sale, if they are still held or sold. */
export async function returnSeats(tx: Tx, locked: LockedRegistration, actor: string): Promise<void> {
  const registration = (await registrationById(tx, locked.registration.id))!;
  const { id, state } = registration;
  if (hasHeldPlaces(registration)) {
    // No hold is spared: the caller returns the package.
    await endHolds(tx, [id], { to: "cancelled", endedBefore: null, actor }, async () => new Set());
    return;
  }
  if (state !== "active") return;
  const people = await attendeesOf(tx, id);
  await cancelPlaces(tx, { ...locked, registration }, people.length);
  const order = await orderOfRegistration(tx, id);
  if (order?.payment_status === "free") await updateOrder(tx, order.id, { payment_status: "refunded" });
  const detail = { from: "active", people: people.map(attendeeName) } as const;
  await record(tx, entryOf("registration", registration, { actor, action: "cancelled", detail }));
}
