/**
 * Invariant: a sale is paid and its people are admitted, or nothing has happened.
 * Lock order: that of reserve.ts → the club's receipt counter (by a trigger) → the event's door. The new rows are
 * invisible to other transactions.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { type LockRows, reserveOne } from "../holds/reserve.ts";
import { queueMails } from "../mail/mail.ts";
import { settleAtDoor } from "../orders/doorSales.ts";
import { boughtWith, insertPurchases, purchaseOfOrder } from "../orders/purchases.ts";
import { orderOfRegistration, presentOrder } from "../orders/rows.ts";
import { presentRegistration } from "../registrations/present.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import { decideWithoutDevice } from "./door.ts";
import { doorSaleNames } from "./saleNames.ts";
import { type ScanSource, scanWithoutDevice } from "./scans.ts";

type Sale = BodyOf<"door/sell">;
type SaleReply = PayloadOf<"door/sell">;

export interface SellContext extends CallContext {
  source: ScanSource;
  actor: string;
  lockRows?: LockRows;
}

/**
 * Sells places and extras, and admits the people. Throws the refusals of a registration on the web;
 * `idempotencyMismatch` if the key was closed (closeSale.ts) or had another sale; `alreadyPaid` if the sale's reply is
 * no longer stored.
 */
export async function sellAtDoor(db: Db, sale: Sale, context: SellContext): Promise<SaleReply> {
  const reply = await onceInTransaction<SaleReply | null>(db, context.idempotency, (tx) =>
    sell(tx, sale, context),
  );
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
  // A free order is already sold, and its mails queued, when it is placed.
  if (placedOrder.total_amount > 0) {
    await sellPlaces(tx, locked, { attendees: people.length, actor });
    await pipelined(tx, [insertPurchases(tx, boughtWith(locked.registration, placedOrder.id))]);
    await queueMails(tx, ticketMails(locked.registration, people));
  }
  const { paidBy } = sale;
  const { deviceId } = context.source;
  const { id: orderId, total_amount: totalAmount } = placedOrder;
  await settleAtDoor(tx, { id: orderId, totalAmount }, { paidBy, deviceId, now });
  const detail = { paidBy, totalAmount, gate: context.source.gate };
  const soldOrder = { id: orderId, event_id: sale.eventId };
  await record(tx, entryOf("order", soldOrder, { actor, action: "soldAtDoor", detail }));
  const purchase = sale.handsOverExtras ? await purchaseOfOrder(tx, placedOrder.id) : undefined;
  // The valid days of the tickets are not checked, because the people stand at the door.
  const answers = await decideWithoutDevice(
    tx,
    [
      ...people.map(({ id }) => scanWithoutDevice({ kind: "admit", attendeeId: id, decided: true })),
      ...(purchase === undefined
        ? []
        : [scanWithoutDevice({ kind: "redeem", purchaseId: purchase.id, decided: true })]),
    ],
    context,
  );
  const attendees = answers.flatMap(({ attendee }) => attendee ?? []);
  const registration = (await registrationById(tx, registrationId))!;
  const order = (await orderOfRegistration(tx, registrationId))!;
  return { registration: presentRegistration(registration), order: presentOrder(order), attendees };
}

async function reservePlaces(tx: Tx, sale: Sale, { now, lockRows }: SellContext): Promise<number> {
  const { eventId, tickets, extras, email = null, answersLater, totalAmount } = sale;
  const wish = { eventId, tickets, extras, isAtDoor: true };
  const express = { attendees: peopleOf(sale), additionalFields: {}, totalAmount, answersLater };
  return reserveOne(tx, { wish, email, express }, { now, lockRows });
}

function peopleOf({ name, tickets, answers }: Sale): AttendeeInput[] {
  const people = doorSaleNames(name, tickets);
  if (answers.length > people.length)
    throw invalidInput({ path: "answers", message: `must be for at most ${people.length} people` });
  return people.map((person, index) => ({ ...person, answers: answers[index] ?? [] }));
}
