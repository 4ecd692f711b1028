/**
 * Sells at the door. One transaction reserves places and extras by the usual rules (server/holds), records that the
 * buyer paid the seller, admits all people, and hands the extras over if the seller says so. Invariant: a sale is paid
 * and its people are admitted, or nothing has happened.
 * Lock order: event → tickets by id → extras by id → registration → order. No other transaction can see the rows of the
 * new registration yet.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type Idempotency, onceInTransaction } from "../db/idempotency.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { type LockRows, reserveAll } from "../holds/reserve.ts";
import { queueMails } from "../mail/mail.ts";
import { settleAtDoor } from "../orders/doorSales.ts";
import { insertPurchases, type NewPurchase, purchaseOfOrder } from "../orders/purchases.ts";
import { orderOfRegistration, presentOrder } from "../orders/rows.ts";
import { presentRegistration } from "../registrations/present.ts";
import { attendeesOf, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import { decideAndStore } from "./door.ts";
import { doorSaleNames } from "./saleNames.ts";
import type { ReadScan, ScanSource } from "./scans.ts";

type Sale = BodyOf<"door/sell">;
type SaleReply = PayloadOf<"door/sell">;

/** The seller, the door, the time and the idempotency key of a sale. */
export interface SellContext {
  source: ScanSource;
  /** The actor in the history. */
  actor: string;
  now: Date;
  idempotency: Idempotency | null;
  /** How places are locked; a test may leave the lock out to show the race it prevents. */
  lockRows?: LockRows;
}

/**
 * Sells. Throws `soldOut`, `notEnoughLeft`, `salesClosed`, `amountMismatch` or `invalidInput`, as on the web;
 * `alreadyPaid` for a sale whose reply is no longer stored (deleteOldKeys).
 */
export async function sellAtDoor(db: Db, sale: Sale, context: SellContext): Promise<SaleReply> {
  const reply = await onceInTransaction(db, context.idempotency, (tx) => sell(tx, sale, context));
  if (reply === null)
    throw new DomainError("alreadyPaid", "This sale was already recorded. It is not recorded again.");
  return reply;
}

async function sell(tx: Tx, sale: Sale, context: SellContext): Promise<SaleReply> {
  const { now, actor } = context;
  const registrationId = await reservePlaces(tx, sale, context);
  const locked = await lockWithPlaces(tx, registrationId);
  const placedOrder = await orderOfRegistration(tx, registrationId);
  if (locked === undefined || placedOrder === undefined) throw notFound("registration");
  const people = await attendeesOf(tx, registrationId);
  // A free order is already sold, and its tickets mailed, when it is placed.
  if (placedOrder.total_amount > 0) {
    await sellPlaces(tx, locked, { attendees: people.length, actor });
    await pipelined(tx, [insertPurchases(tx, purchasesOf(locked.registration, placedOrder.id))]);
    await queueMails(tx, ticketMails(locked.registration, people));
  }
  const { paidBy } = sale;
  const { deviceId } = context.source;
  await settleAtDoor(
    tx,
    { id: placedOrder.id, totalAmount: placedOrder.total_amount },
    { paidBy, deviceId, now },
  );
  const detail = { paidBy, totalAmount: placedOrder.total_amount, gate: context.source.gate };
  await record(
    tx,
    entryOf("order", { id: placedOrder.id, event_id: sale.eventId }, { actor, action: "soldAtDoor", detail }),
  );
  const purchase = sale.handsOverExtras ? await purchaseOfOrder(tx, placedOrder.id) : undefined;
  const attendees = await admit(
    tx,
    { attendees: people.map(({ id }) => id), purchases: purchase === undefined ? [] : [purchase.id] },
    context,
  );
  const registration = (await registrationById(tx, registrationId))!;
  const order = (await orderOfRegistration(tx, registrationId))!;
  return { registration: presentRegistration(registration), order: presentOrder(order), attendees };
}

/** Reserves the places, writes the attendees and returns the registration's id. */
async function reservePlaces(tx: Tx, sale: Sale, { now, lockRows }: SellContext): Promise<number> {
  const { eventId, tickets, extras, email = null, answersLater, totalAmount } = sale;
  const request = {
    wish: { eventId, tickets, extras, isAtDoor: true },
    email,
    userTimezone: null,
    timezoneOffset: null,
    express: { attendees: peopleOf(sale), additionalFields: {}, totalAmount, answersLater },
    idempotency: null,
  };
  const [outcome] = await reserveAll(tx, [request], { now, ...(lockRows === undefined ? {} : { lockRows }) });
  if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? notFound("event");
  return outcome.reply.registration.id;
}

/** The people of a sale with their answers, in the order of the tickets. */
function peopleOf({ name, tickets, answers }: Sale): AttendeeInput[] {
  const people = doorSaleNames(name, tickets);
  if (answers.length > people.length)
    throw invalidInput([{ path: "answers", message: `must be of at most ${people.length} people` }]);
  return people.map((person, index) => ({ ...person, answers: answers[index] ?? [] }));
}

/** The extras of a sale as one purchase with its own code. A free order got its purchase when it was placed. */
function purchasesOf({ id, event_id, lines }: RegistrationRow, orderId: number): NewPurchase[] {
  const items = lines.filter(({ kind }) => kind === "extras");
  return items.length === 0 ? [] : [{ registrationId: id, eventId: event_id, orderId, items }];
}

/**
 * Admits the attendees and hands the purchases over through the engine of the doors. The days on which their tickets
 * are valid are not checked, because they stand at the door.
 */
async function admit(
  tx: Tx,
  { attendees, purchases }: { attendees: readonly number[]; purchases: readonly number[] },
  { source, now }: SellContext,
) {
  const scanOf = (subject: Pick<ReadScan, "kind" | "attendeeId" | "purchaseId">): ReadScan => ({
    scanId: randomUUID(),
    sequence: 0,
    code: null,
    lines: null,
    undoes: [],
    decided: true,
    claimedAt: null,
    judgesDay: false,
    ...subject,
  });
  const scans = [
    ...attendees.map((attendeeId) => scanOf({ kind: "admit", attendeeId, purchaseId: null })),
    ...purchases.map((purchaseId) => scanOf({ kind: "redeem", attendeeId: null, purchaseId })),
  ];
  const [outcome] = await decideAndStore(tx, [{ source, scans, device: null }], { now });
  if (outcome === undefined || "refused" in outcome) throw outcome?.refused ?? notFound("event");
  return outcome.reply.flatMap(({ attendee }) => attendee ?? []);
}
