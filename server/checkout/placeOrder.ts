/**
 * Places orders at the quoted prices (docs/wire.md §3.3).
 * Invariant: a registration has at most one order of the purpose `registration`, by a unique index.
 * Lock order: (for free ones: event → tickets → extras → promo codes → shared capacities) → registrations by id →
 * (for free ones: limits of mails) → the new orders.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { NO_STRIPE } from "../../contract/shapes/order.ts";
import { type BatchOutcome, createBatcher, type RunInTurn } from "../batcher.ts";
import { type CallContext, decideOnce } from "../db/idempotency.ts";
import { type Db, inTransaction, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { countFreeRegistrations } from "../holds/freeMails.ts";
import { amountMismatch } from "../holds/grant.ts";
import { placeLocks, saleStatements } from "../holds/move.ts";
import { addOrder, addReply, orderRow, placedEntry } from "../holds/newRows.ts";
import { requirePayable } from "../holds/payable.ts";
import { noRows, type ReservationRows, takeIds, writeReservations } from "../holds/rows.ts";
import { queueStatement } from "../mail/mail.ts";
import { type OrderRow, ordersOfRegistrations, presentOrder } from "../orders/rows.ts";
import type { Addressee } from "../registrations/addressees.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import {
  addresseesOf,
  freeRegistrations,
  markPending,
  type RegistrationRow,
  registrationLocks,
} from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import { requireHold } from "./requireHold.ts";

export interface PlaceOrderRequest extends CallContext {
  body: BodyOf<"order/createOrder">;
}

type PlaceOrderReply = PayloadOf<"order/createOrder">;

interface LockedRows {
  registrations: readonly RegistrationRow[];
  orders: readonly OrderRow[];
  people: readonly (Addressee & { registration_id: number })[];
}

/** A test may leave out the locks to show the race. */
export type LockRegistrations = (tx: Tx, registrationIds: readonly number[]) => Promise<LockedRows>;

/** Makes the function that places orders on a node. A second call for a registration returns the same order. */
export function createPlaceOrder(
  db: Db,
  inTurn: RunInTurn,
): (request: PlaceOrderRequest) => Promise<PlaceOrderReply> {
  return createBatcher<PlaceOrderRequest, PlaceOrderReply>(
    (all) => inTransaction(db, (tx) => placeOrders(tx, all)),
    { concernsAll: isUnavailable, inTurn },
  );
}

/** Places orders, and settles the free ones. Safe to repeat after it threw. */
export function placeOrders(
  tx: Tx,
  all: readonly PlaceOrderRequest[],
  lock: LockRegistrations = lockRegistrationRows,
): Promise<BatchOutcome<PlaceOrderReply>[]> {
  return decideOnce(tx, all, (open) => (open.length === 0 ? Promise.resolve([]) : placeNew(tx, open, lock)));
}

interface OrderToPlace {
  registration: RegistrationRow;
  people: readonly Addressee[];
  request: PlaceOrderRequest;
}

async function placeNew(
  tx: Tx,
  all: readonly PlaceOrderRequest[],
  lock: LockRegistrations,
): Promise<BatchOutcome<PlaceOrderReply>[]> {
  const locked = await lock(tx, [...new Set(all.map(({ body }) => body.registrationId))]);
  const registrations = new Map(locked.registrations.map((row) => [row.id, row]));
  const orders = new Map(locked.orders.map((order) => [order.registration_id!, presentReply(order)]));
  const people = Map.groupBy(locked.people, (one) => one.registration_id);

  const ordersToPlace = new Map<number, OrderToPlace>();
  const refusals = all.map((request) => {
    const { registrationId } = request.body;
    try {
      const registration = checkedRegistration(request, registrations.get(registrationId));
      if (orders.has(registrationId) || ordersToPlace.has(registrationId)) return null;
      const addressees = people.get(registrationId) ?? [];
      requireOrderable(registration, addressees, request.now);
      ordersToPlace.set(registrationId, { registration, people: addressees, request });
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
  const limitRefusals = await mailLimitRefusals(tx, [...ordersToPlace.values()]);
  for (const id of limitRefusals.keys()) ordersToPlace.delete(id);
  const { rows, replies } = await newOrders(tx, [...ordersToPlace.values()]);
  for (const [id, reply] of replies) orders.set(id, reply);
  const answers = all.map(({ body, idempotency }, index) => {
    const refused = refusals[index] ?? limitRefusals.get(body.registrationId);
    if (refused) return { refused };
    const reply = orders.get(body.registrationId)!;
    addReply(rows, idempotency, reply);
    return { reply };
  });
  await writeOrders(tx, [...ordersToPlace.values()], rows);
  return answers;
}

/** Free registrations are sold immediately, so their places are locked first. */
async function lockRegistrationRows(tx: Tx, registrationIds: readonly number[]): Promise<LockedRows> {
  const free = await freeRegistrations(tx, registrationIds);
  const [registrations, orders, people] = await pipelined(
    tx,
    [
      registrationLocks(tx, registrationIds),
      ordersOfRegistrations(tx, registrationIds),
      addresseesOf(tx, registrationIds),
    ],
    { ahead: free.length > 0 ? placeLocks(free) : [] },
  );
  return { registrations, orders, people };
}

function checkedRegistration(
  { body }: PlaceOrderRequest,
  found: RegistrationRow | undefined,
): RegistrationRow {
  const registration = requireAccessKey(found, body.accessKey);
  if (body.totalAmount !== undefined && body.totalAmount !== registration.total_amount)
    throw amountMismatch(registration.total_amount);
  return registration;
}

function requireOrderable(registration: RegistrationRow, people: readonly Addressee[], now: Date): void {
  requireHold(registration, now);
  const { total_amount, currency } = registration;
  if (total_amount > 0) requirePayable(total_amount, currency, "totalAmount");
  if (people.length === 0)
    throw invalidInput({ path: "attendees", message: "must be saved before the order" });
}

/** Refusals by the mail limits of free registrations, by registration id. Those without a client are not counted. */
async function mailLimitRefusals(
  tx: Tx,
  ordersToPlace: readonly OrderToPlace[],
): Promise<Map<number, DomainError>> {
  const counted = ordersToPlace.flatMap(
    ({ registration: { id, event_id, email, client, total_amount }, people }) =>
      total_amount === 0 && client !== null ? [{ id, eventId: event_id, email, people }] : [],
  );
  if (counted.length === 0) return new Map();
  const refused = await countFreeRegistrations(tx, counted, ordersToPlace[0]!.request.now);
  return new Map([...refused].map(([{ id }, refusal]) => [id, refusal]));
}

async function newOrders(tx: Tx, ordersToPlace: readonly OrderToPlace[]) {
  const ids = await takeIds(tx, { registrations: 0, attendees: 0, orders: ordersToPlace.length });
  const rows = noRows();
  const replies = ordersToPlace.map(({ registration, request }) => {
    const order = orderRow(registration, ids.orders.pop()!, request.now);
    addOrder(rows, order);
    rows.audit.push(placedEntry(order, "visitor"));
    return [registration.id, presentReply(order)] as const;
  });
  return { rows, replies };
}

async function writeOrders(
  tx: Tx,
  ordersToPlace: readonly OrderToPlace[],
  rows: ReservationRows,
): Promise<void> {
  if (ordersToPlace.length + rows.replies.length > 0) await writeReservations(tx, rows);
  const toPay = ordersToPlace.filter((one) => !isFree(one)).map(({ registration }) => registration.id);
  if (toPay.length > 0) await markPending(tx, toPay);
  const free = ordersToPlace.filter(isFree);
  if (free.length > 0) await settleFree(tx, free);
}

function isFree({ registration }: OrderToPlace): boolean {
  return registration.total_amount === 0;
}

async function settleFree(tx: Tx, free: readonly OrderToPlace[]): Promise<void> {
  const sales = free.map(({ registration, people }) => ({
    registration,
    attendees: people.length,
    actor: "visitor",
  }));
  const mails = free.flatMap(({ registration, people }) => ticketMails(registration, people));
  await pipelined(tx, [...saleStatements(tx, sales), queueStatement(mails)]);
}

function presentReply(order: OrderRow): PlaceOrderReply {
  return {
    order: presentOrder(order),
    clientSecret: order.payment_status === "free" ? NO_STRIPE : null,
  };
}
