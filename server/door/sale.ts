/**
 * Selling at the door: places by the usual rules (server/holds), paid by hand, and all of them admitted; one
 * transaction. Invariant: a sale is paid and admitted, or nothing has happened.
 * Lock order: event → tickets by id → registration → order; no other transaction can see the rows of the new
 * registration.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { record } from "../audit/rows.ts";
import { type Idempotency, once } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { type LockHold, reserveAll } from "../holds/reserve.ts";
import { queueMails } from "../mail/mail.ts";
import { settleAtDoor } from "../orders/doorSales.ts";
import { orderOfRegistration, presentOrder } from "../orders/rows.ts";
import { presentRegistration } from "../registrations/present.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import { decideReports } from "./door.ts";
import { doorSaleNames } from "./saleNames.ts";
import type { ScanSource, TakenScan } from "./scans.ts";

type Sale = BodyOf<"door/sell">;
type Sold = PayloadOf<"door/sell">;

/** The seller, the door, the time and the idempotency key of a sale. */
export interface SellContext {
  source: ScanSource;
  /** The actor in the history. */
  actor: string;
  now: Date;
  idempotency: Idempotency | null;
  /** How places are locked; a test may leave the lock out to show the race it prevents. */
  takeHold?: LockHold;
}

/**
 * Sells. Throws `soldOut`, `notEnoughLeft`, `salesClosed`, `amountMismatch` or `invalidInput`, as on the web;
 * `alreadyPaid` for a sale whose reply is no longer stored (forgetOldKeys).
 */
export async function sellAtDoor(db: Db, sale: Sale, selling: SellContext): Promise<Sold> {
  const sold = await inTransaction(db, (tx) =>
    once<Sold | null>(tx, selling.idempotency, () => sell(tx, sale, selling)),
  );
  if (sold === null) throw new DomainError("alreadyPaid", "This sale was made before. It is not made again.");
  return sold;
}

async function sell(tx: Tx, sale: Sale, selling: SellContext): Promise<Sold> {
  const { now, actor } = selling;
  const registrationId = await reserved(tx, sale, selling);
  const locked = await lockWithPlaces(tx, registrationId);
  const placed = await orderOfRegistration(tx, registrationId);
  if (locked === undefined || placed === undefined) throw notFound("registration");
  const people = await attendeesOf(tx, registrationId);
  // A free order is already sold, and its tickets mailed, when it is placed.
  if (placed.total_amount > 0) {
    await sellPlaces(tx, locked, { attendees: people.length, actor });
    await queueMails(tx, ticketMails(locked.registration, people));
  }
  const { paidBy } = sale;
  const { deviceId } = selling.source;
  await settleAtDoor(tx, { id: placed.id, totalAmount: placed.total_amount }, { paidBy, deviceId, now });
  const detail = { paidBy, totalAmount: placed.total_amount, gate: selling.source.gate };
  await record(tx, [
    { actor, eventId: sale.eventId, entity: "order", entityId: placed.id, action: "soldAtDoor", detail },
  ]);
  const attendees = await admitAttendees(
    tx,
    people.map(({ id }) => id),
    selling,
  );
  const registration = (await registrationById(tx, registrationId))!;
  const order = (await orderOfRegistration(tx, registrationId))!;
  return { registration: presentRegistration(registration), order: presentOrder(order), attendees };
}

/** Takes the places by the engine and names the attendees; returns the registration's id. */
async function reserved(tx: Tx, sale: Sale, { now, takeHold }: SellContext): Promise<number> {
  const { eventId, tickets, name, email = null, totalAmount } = sale;
  const request = {
    wish: { eventId, tickets, isAtDoor: true },
    email,
    userTimezone: null,
    timezoneOffset: null,
    express: { attendees: doorSaleNames(name, tickets), additionalFields: {}, totalAmount },
    idempotency: null,
  };
  const [outcome] = await reserveAll(tx, [request], { now, ...(takeHold === undefined ? {} : { takeHold }) });
  if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? notFound("event");
  return outcome.reply.registration.id;
}

/** Admits them by the engine of the doors: they have come, whatever day their ticket is for. */
async function admitAttendees(tx: Tx, attendeeIds: readonly number[], { source, now }: SellContext) {
  const scans = attendeeIds.map(
    (attendeeId): TakenScan => ({
      scanId: randomUUID(),
      sequence: 0,
      kind: "admit",
      attendeeId,
      purchaseId: null,
      code: null,
      undoes: [],
      decided: true,
      claimedAt: null,
      judgesDay: false,
    }),
  );
  const [outcome] = await decideReports(tx, [{ source, scans, device: null }], { now });
  if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? notFound("event");
  return outcome.reply.flatMap(({ attendee }) => attendee ?? []);
}
