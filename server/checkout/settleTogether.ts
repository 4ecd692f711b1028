/**
 * Payments that come in together are settled together: most are an intent that has succeeded, for a hold that still holds.
 * They share one transaction, and locks and statements that do not grow with their number (design.md §6). Everything else
 * (late, double, refunded, disputed, extras, donations) is left to `settle`, one at a time.
 * Invariant: what is settled here is what `settle` would do, decided under the same locks.
 * Lock order: event → tickets → extras → registrations by id → orders by id → payments by id.
 */
import { randomUUID } from "node:crypto";
import type { ProviderName } from "../../contract/payment.ts";
import type { AuditEntry } from "../audit/rows.ts";
import { createBatcher } from "../batcher.ts";
import { type Db, inTransaction, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { holdLocks, movesOf } from "../holds/move.ts";
import { addMove } from "../holds/rows.ts";
import { type SettledRows, settling } from "../holds/settledRows.ts";
import type { InTurn } from "../inTurn.ts";
import { queueing } from "../mail/mail.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { type BareOrder, lockOrders, ticketOrders } from "../orders/rows.ts";
import { mayHavePaid } from "../payments/buyerWords.ts";
import type { IntentNow, WebhookEvent } from "../payments/provider.ts";
import { knownEvents, lockPayments, type PaymentRow } from "../payments/rows.ts";
import { standingAfter } from "../payments/state.ts";
import { addresseesOf, type RegistrationRow } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";

/** An intent as the provider tells it, and who asked. */
export interface ToldIntent {
  provider: ProviderName;
  intent: IntentNow;
  actor: string;
  now: Date;
  /** The webhook that brought it, remembered in the same transaction. */
  delivery?: WebhookEvent | undefined;
}

/** Settles with others that arrive at the same time; false, and nothing is done, when it is for `settle`. */
export type SettleTogether = (told: ToldIntent) => Promise<boolean>;

/** One that has succeeded, for a payment that is ours. */
type PaidIntent = ToldIntent & { intent: { state: "succeeded"; paymentId: number } };

type TakenOrder = Pick<
  BareOrder,
  "id" | "event_id" | "registration_id" | "payment_id" | "payment_status" | "refunded_amount"
>;

/** The rows of purchases, locked, as they are then, with who is named in them. */
interface Taken {
  orders: readonly TakenOrder[];
  registrations: readonly RegistrationRow[];
  payments: readonly PaymentRow[];
  people: readonly { registration_id: number; email: string | null }[];
}

/** How the rows are taken hold of; a test may leave the locks out to show the race they prevent. */
export type TakeAll = (tx: Tx, paymentIds: readonly number[]) => Promise<Taken>;

/** Gives a node its `SettleTogether`. */
export function openSettling(db: Db, inTurn: InTurn): SettleTogether {
  const together = createBatcher<PaidIntent, boolean>(
    async (paid) => (await inTransaction(db, (tx) => settleAll(tx, paid))).map((reply) => ({ reply })),
    // The buyer has paid, as far as the provider says.
    { isEverybodys: isUnavailable, busy: mayHavePaid, inTurn },
  );
  return async (told) => isPaid(told) && together(told);
}

function isPaid(told: ToldIntent): told is PaidIntent {
  return told.intent.state === "succeeded" && told.intent.paymentId !== null;
}

/** Settles what is ordinary; says of each whether it is settled now. Safe to run again after it threw. */
export async function settleAll(
  tx: Tx,
  all: readonly PaidIntent[],
  takeAll: TakeAll = takeLocked,
): Promise<boolean[]> {
  // An event that is followed elsewhere at this moment is known by the payment, which is settled once it is locked.
  const known = await eventsBefore(tx, all);
  const taken = await takeAll(tx, [...new Set(all.map(({ intent }) => intent.paymentId))]);
  const orders = new Map(taken.orders.map((order) => [order.payment_id, order]));
  const registrations = new Map(taken.registrations.map((row) => [row.id, row]));
  const payments = new Map(taken.payments.map((payment) => [payment.id, payment]));
  const people = Map.groupBy(taken.people, (person) => person.registration_id);

  const ordinary: Purchase[] = [];
  const outcomes = all.map((paid) => {
    const { paymentId } = paid.intent;
    const payment = payments.get(paymentId);
    const order = orders.get(paymentId);
    const registration = registrations.get(order?.registration_id ?? 0);
    if (payment === undefined || order === undefined || registration === undefined) return false;
    if (paid.delivery !== undefined && known.has(paid.delivery.eventId)) return false;
    if (!isOrdinary(paid, payment, order)) return false;
    // The same payment a second time finds it settled.
    payments.delete(paymentId);
    ordinary.push({ paid, order, registration, people: people.get(registration.id) ?? [] });
    return true;
  });
  if (ordinary.length > 0) await write(tx, ordinary);
  return outcomes;
}

interface Purchase {
  paid: PaidIntent;
  order: TakenOrder;
  registration: RegistrationRow;
  people: Taken["people"];
}

async function takeLocked(tx: Tx, paymentIds: readonly number[]): Promise<Taken> {
  const found = await ticketOrders(tx, { payments: paymentIds });
  if (found.length === 0) return { orders: [], registrations: [], payments: [], people: [] };
  const registrationIds = found.map((order) => order.registration_id);
  const orderIds = found.map(({ id }) => id);
  const { places, holds } = await holdLocks(tx, registrationIds, null);
  const [registrations, orders, payments, people] = await pipelined(
    tx,
    [holds, lockOrders(tx, orderIds), lockPayments(tx, paymentIds), addresseesOf(tx, registrationIds)],
    { ahead: places },
  );
  return { registrations, orders, payments, people };
}

/** Whether the whole amount has come in for an order that waits for it, and nothing else is to be told of it. */
function isOrdinary({ provider, intent }: PaidIntent, payment: PaymentRow, order: TakenOrder): boolean {
  if (payment.provider !== provider || payment.provider_ref !== intent.providerRef) return false;
  if (order.payment_status !== "pending" || order.refunded_amount !== 0) return false;
  if (payment.state === "succeeded" || payment.attention !== null) return false;
  const { state, refunded_amount, attention, disputes } = standingAfter(payment, intent);
  return state === "succeeded" && refunded_amount === 0 && attention === null && disputes.length === 0;
}

/** The ids of events that were followed before. */
async function eventsBefore(tx: Tx, all: readonly PaidIntent[]): Promise<ReadonlySet<string>> {
  const told = all.flatMap(({ provider, delivery }) =>
    delivery === undefined ? [] : [{ provider, id: delivery.eventId }],
  );
  const known = new Set<string>();
  for (const [provider, events] of Map.groupBy(told, (event) => event.provider)) {
    const ids = events.map(({ id }) => id);
    for (const { event_id } of await knownEvents(tx, provider, ids).execute()) known.add(event_id);
  }
  return known;
}

async function write(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const rows: SettledRows = {
    registrations: [],
    orders: [],
    payments: [],
    audit: [],
    purchases: [],
    events: [],
  };
  const mails: MailToQueue[] = [];
  const moves = movesOf(
    purchases.map(({ registration }) => registration),
    { held: -1, sold: 1, attendees: 0 },
  );
  for (const { paid, order, registration, people } of purchases) {
    addMove(moves.events, registration.event_id, { held: 0, sold: 0, attendees: people.length });
    rows.registrations.push(registration.id);
    rows.orders.push({ id: order.id, paidAt: paid.now });
    rows.payments.push({ id: paid.intent.paymentId, fee: paid.intent.fee });
    rows.audit.push(...historyOf(paid, order, registration));
    const extras = registration.lines.filter(({ kind }) => kind === "extras");
    if (extras.length > 0)
      rows.purchases.push({
        registration_id: registration.id,
        event_id: registration.event_id,
        order_id: order.id,
        extras_data: extras,
        qr_uuid: randomUUID(),
      });
    if (paid.delivery !== undefined) {
      const { eventId, type, providerRef } = paid.delivery;
      rows.events.push({ provider: paid.provider, event_id: eventId, type, payment_ref: providerRef });
    }
    mails.push(...ticketMails(registration, people));
  }
  await pipelined(tx, [...settling(rows, moves), queueing(mails)]);
}

/** What `settle` tells of the same. */
function historyOf(
  { actor, intent }: PaidIntent,
  order: TakenOrder,
  registration: RegistrationRow,
): AuditEntry[] {
  const sold = { from: registration.state, to: "active", places: registration.places };
  const paid = { from: order.payment_status, to: "paid", paymentId: intent.paymentId };
  const entry = { actor, eventId: order.event_id };
  return [
    { ...entry, entity: "registration", entityId: registration.id, action: "active", detail: sold },
    { ...entry, entity: "order", entityId: order.id, action: "paid", detail: paid },
  ];
}
