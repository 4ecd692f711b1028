/**
 * Lock order: event → tickets → extras → promo codes → shared capacities → packages, each by id → registrations by id →
 * orders by id → payments by id.
 */
import { pipelined, type Tx } from "../db/pool.ts";
import { type LockedRegistration, placesHeldBy } from "../holds/move.ts";
import type { OrderWithStock } from "../holds/orderStock.ts";
import { placeStatements, snapshotOf } from "../holds/rows.ts";
import { lockOrders, type OrderRow, ordersById } from "../orders/rows.ts";
import { lockPayments, type PaymentRow } from "../payments/rows.ts";
import type { Addressee } from "../registrations/addressees.ts";
import { addresseesOf, registrationLocks, registrationsById } from "../registrations/rows.ts";
import { packageLocks } from "../sponsorships/rows.ts";
import { seatsOfOrders } from "../sponsorships/sponsorshipRows.ts";

export interface LockedOrder {
  order: OrderRow;
  /** The registration, if the order is of tickets. */
  locked?: LockedRegistration | undefined;
  /** What any other order holds. */
  stock?: OrderWithStock;
  /** The addressees of `locked`. */
  people: readonly Addressee[];
}

export interface LockedOrders {
  orders: ReadonlyMap<number, LockedOrder>;
  payments: ReadonlyMap<number, PaymentRow>;
}

/** `orders` as last read; `payments` by their ids. */
export interface OrdersToLock {
  orders: readonly OrderRow[];
  payments: readonly number[];
}

/** A test may leave out the locks to show the race. */
export type LockOrders = (tx: Tx, wanted: OrdersToLock) => Promise<LockedOrders>;

/** Locks and reads orders with what they buy, and payments. */
export async function lockOrdersWithStock(
  tx: Tx,
  { orders: found, payments: paymentIds }: OrdersToLock,
): Promise<LockedOrders> {
  const orderIds = found.map(({ id }) => id);
  const ownIds = found.flatMap(({ purpose, registration_id: id }) =>
    purpose === "registration" && id !== null ? [id] : [],
  );
  const sponsored = found.filter(({ purpose }) => purpose === "sponsorship").map(({ id }) => id);
  const seatsByOrder = await seatsOfOrders(tx, sponsored);
  const registrationIds = [...ownIds, ...seatsByOrder.values()];
  const [
    events,
    tickets,
    extras,
    codes,
    shared,
    unpaid,
    packages,
    registrations,
    _orderLocks,
    orders,
    payments,
    people,
  ] = await pipelined(tx, [
    ...placeStatements(await placesOfOrders(tx, found, registrationIds), { lock: true }),
    packageLocks(tx, itemsOf(found, "sponsorship")),
    statementIfAny(registrationIds, (ids) => registrationLocks(tx, ids)),
    statementIfAny(orderIds, (ids) => lockOrders(tx, ids)),
    statementIfAny(orderIds, (ids) => ordersById(tx, ids)),
    statementIfAny(paymentIds, (ids) => lockPayments(tx, ids)),
    statementIfAny(ownIds, (ids) => addresseesOf(tx, ids)),
  ]);
  const snapshot = snapshotOf([events, tickets, extras, codes, shared, unpaid]);
  const packagesById = new Map(packages.map((row) => [row.id, row]));
  const lockedRegistrations = new Map(registrations.map((row) => [row.id, row]));
  const addressees = Map.groupBy(people, ({ registration_id }) => registration_id);
  const lockedOrders = orders.map((order): LockedOrder => {
    if (order.purpose === "registration") {
      // No row has the id 0.
      const registration = lockedRegistrations.get(order.registration_id ?? 0);
      const locked = registration === undefined ? undefined : { registration, snapshot };
      return { order, locked, people: addressees.get(order.registration_id ?? 0) ?? [] };
    }
    const event = snapshot.events.get(order.event_id);
    const seatsRow = lockedRegistrations.get(seatsByOrder.get(order.id) ?? 0);
    const seats = seatsRow && { registration: seatsRow, snapshot };
    const stock = { order, event, extras: snapshot.extras, packages: packagesById, seats };
    return { order, stock, people: [] };
  });
  return {
    orders: new Map(lockedOrders.map((one) => [one.order.id, one])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  };
}

/** Locks and reads one order with what it buys. */
export async function lockOneOrder(
  tx: Tx,
  found: OrderRow,
  lock: LockOrders = lockOrdersWithStock,
): Promise<LockedOrder> {
  return (await lock(tx, { orders: [found], payments: [] })).orders.get(found.id)!;
}

/** The places to lock. They are locked first, so the registrations are read here without a lock. */
async function placesOfOrders(tx: Tx, orders: readonly OrderRow[], registrationIds: readonly number[]) {
  const held = registrationIds.length === 0 ? [] : await registrationsById(tx, registrationIds).execute();
  const places = placesHeldBy(held);
  const stockOrders = orders.filter(({ purpose }) => purpose !== "registration");
  return {
    ...places,
    events: [...new Set([...places.events, ...stockOrders.map((order) => order.event_id)])],
    extras: [...new Set([...places.extras, ...itemsOf(stockOrders, "extras")])],
  };
}

function itemsOf(orders: readonly OrderRow[], wanted: "extras" | "sponsorship"): number[] {
  const items = orders.flatMap(({ purpose, items }) => (purpose === "registration" ? [] : items));
  return [...new Set(items.flatMap(({ kind, refId }) => (kind === wanted && refId !== null ? [refId] : [])))];
}

function statementIfAny<S>(ids: readonly number[], statement: (ids: readonly number[]) => S): S | null {
  return ids.length === 0 ? null : statement(ids);
}
