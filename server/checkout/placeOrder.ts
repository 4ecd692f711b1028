/**
 * Makes the order of a registration, priced as it was quoted; a free one is settled in the same transaction
 * (wire.md §3.3). Invariant: one order a registration, by a unique index.
 * Lock order: event → tickets → extras (free orders only) → registration → order.
 */
import { randomUUID } from "node:crypto";
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { NO_STRIPE } from "../../contract/order.ts";
import { type AuditEntry, record } from "../audit/rows.ts";
import { type Idempotency, once } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { countFree } from "../holds/freeMails.ts";
import { amountMismatch } from "../holds/grant.ts";
import { type LockedRegistration, lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { mustBePayable } from "../holds/payable.ts";
import { queueMails } from "../mail/mail.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import { insertExtrasPurchase } from "../orders/purchases.ts";
import { insertOrder, type OrderRow, orderOfRegistration, presentOrder } from "../orders/rows.ts";
import { provenBy } from "../registrations/proof.ts";
import {
  type AttendeeRow,
  attendeesOf,
  lockRegistration,
  markPending,
  type RegistrationRow,
  registrationById,
} from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import { mustHold } from "./mustHold.ts";

/** How a registration is taken hold of; a test may leave the locks out to show the race they prevent. */
export type TakeRegistration = typeof lockWithPlaces;

/** The order of a registration; a second call gives the same one. */
export function placeOrder(
  db: Db,
  body: BodyOf<"order/createOrder">,
  {
    idempotency,
    now,
    take = lockWithPlaces,
  }: { idempotency: Idempotency | null; now: Date; take?: TakeRegistration },
): Promise<PayloadOf<"order/createOrder">> {
  return inTransaction(db, (tx) =>
    once(tx, idempotency, async () => {
      const found = provenBy(await registrationById(tx, body.registrationId), body.accessKey);
      if (body.totalAmount !== undefined && body.totalAmount !== found.total_amount)
        throw amountMismatch(found.total_amount);
      const order =
        found.total_amount === 0
          ? await placeFree(tx, found, { now, take })
          : await placePending(tx, found, now);
      return { order: presentOrder(order), clientSecret: order.payment_status === "free" ? NO_STRIPE : null };
    }),
  );
}

async function placePending(tx: Tx, found: RegistrationRow, now: Date): Promise<OrderRow> {
  const registration = (await lockRegistration(tx, found.id))!;
  const existing = await orderOfRegistration(tx, registration.id);
  if (existing !== undefined) return existing;
  mustHold(registration, now);
  mustBePayable(registration.total_amount, registration.currency, "totalAmount");
  await mustNamePeople(tx, registration);
  const order = await writeOrder(tx, registration, null);
  await markPending(tx, [registration.id]);
  return order;
}

async function placeFree(
  tx: Tx,
  found: RegistrationRow,
  { now, take }: { now: Date; take: TakeRegistration },
): Promise<OrderRow> {
  const locked = (await take(tx, found.id))!;
  const existing = await orderOfRegistration(tx, found.id);
  if (existing !== undefined) return existing;
  mustHold(locked.registration, now);
  const people = await mustNamePeople(tx, locked.registration);
  if (locked.registration.client !== null) await mustStayWithinLimits(tx, locked.registration, people, now);
  const order = await writeOrder(tx, locked.registration, now);
  await sellPlaces(tx, locked, { attendees: people.length, actor: "visitor" });
  await sendTickets(tx, locked, order);
  return order;
}

async function mustStayWithinLimits(
  tx: Tx,
  { event_id: eventId, email }: RegistrationRow,
  people: readonly { email: string | null }[],
  now: Date,
): Promise<void> {
  for (const refusal of (await countFree(tx, [{ eventId, email, people }], now)).values()) throw refusal;
}

/** What follows once a registration's places are sold: its extras get their code, its people their mails. */
export async function sendTickets(
  tx: Tx,
  { registration }: LockedRegistration,
  order: OrderRow,
): Promise<void> {
  const extras = registration.lines.filter(({ kind }) => kind === "extras");
  if (extras.length > 0) {
    await insertExtrasPurchase(tx, {
      registrationId: registration.id,
      eventId: registration.event_id,
      orderId: order.id,
      items: extras,
      qrUuid: randomUUID(),
    });
  }
  await queueMails(tx, ticketMails(registration, await attendeesOf(tx, registration.id)));
}

async function mustNamePeople(tx: Tx, registration: RegistrationRow): Promise<AttendeeRow[]> {
  const people = await attendeesOf(tx, registration.id);
  if (people.length === 0)
    throw invalidInput([{ path: "attendees", message: "must be saved before the order" }]);
  return people;
}

async function writeOrder(tx: Tx, registration: RegistrationRow, freeAt: Date | null): Promise<OrderRow> {
  const order = await insertOrder(
    tx,
    {
      order_number: newOrderNumber(),
      purpose: "registration",
      event_id: registration.event_id,
      registration_id: registration.id,
      subtotal: registration.subtotal,
      tax: registration.tax,
      total_amount: registration.total_amount,
      currency: registration.currency,
      promo_code: registration.promo_code,
      discount: registration.discount,
      payment_status: freeAt === null ? "pending" : "free",
      paid_at: freeAt,
    },
    registration.lines,
  );
  await record(tx, [placedEntry(order)]);
  return order;
}

/** What is told of an order that was placed. */
export function placedEntry(order: OrderRow): AuditEntry {
  const detail = { from: null, to: order.payment_status, totalAmount: order.total_amount };
  const what = { eventId: order.event_id, entity: "order", entityId: order.id } as const;
  return { actor: "visitor", ...what, action: "placed", detail };
}
