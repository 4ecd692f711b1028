/**
 * Replacements that read rows without locking them, except payments, so that tests can show races. `after` runs when
 * they are read.
 */

import type { LockedOrder, LockOrders } from "../checkout/lockedOrders.ts";
import type { LockRegistrations } from "../checkout/placeOrder.ts";
import type { Tx } from "../db/pool.ts";
import type { lockWithPlaces } from "../holds/move.ts";
import type { lockStock } from "../holds/orderStock.ts";
import { readPlaces } from "../holds/rows.ts";
import { type OrderRow, ordersOfRegistrations } from "../orders/rows.ts";
import { lockPayments } from "../payments/rows.ts";
import { addresseesOf, registrationById, registrationsById } from "../registrations/rows.ts";
import { type LockOwnRegistration, readOwnRegistration } from "../selfService/ownChanges.ts";
import { packageById } from "../sponsorships/rows.ts";

/** Reads a registration with its places. */
export function unlockedRegistration(after: () => Promise<void>) {
  return async (...[tx, registrationId]: Parameters<typeof lockWithPlaces>) => {
    const registration = (await registrationById(tx, registrationId))!;
    const ids = (kind: string) =>
      registration.lines.flatMap((line) => (line.kind === kind ? [line.refId] : []));
    const places = { events: [registration.event_id], tickets: ids("ticket"), extras: ids("extras") };
    const snapshot = await readPlaces(tx, places, { lock: false });
    await after();
    return { registration, snapshot };
  };
}

/** Reads registrations for which orders are placed. */
export function lockNoRegistrations(after: () => Promise<void>): LockRegistrations {
  return async (tx, ids) => {
    const registrations = await registrationsById(tx, ids).execute();
    const orders = await ordersOfRegistrations(tx, ids).execute();
    const people = await addresseesOf(tx, ids).execute();
    await after();
    return { registrations, orders, people };
  };
}

/** Reads orders of tickets with their places. */
export function lockNoOrders(after: () => Promise<void>): LockOrders {
  return unlockedWith(after, async (tx, order) => {
    const id = order.registration_id!;
    const locked = await unlockedRegistration(async () => {})(tx, id);
    return { order, locked, people: await addresseesOf(tx, [id]).execute() };
  });
}

/** Reads each order with `read`. Payments are locked as usual, after everything else. */
function unlockedWith(
  after: () => Promise<void>,
  read: (tx: Tx, order: OrderRow) => Promise<LockedOrder>,
): LockOrders {
  return async (tx, wanted) => {
    const orders = new Map<number, LockedOrder>();
    for (const order of wanted.orders) orders.set(order.id, await read(tx, order));
    await after();
    const payments = await lockPayments(tx, wanted.payments).execute();
    return { orders, payments: new Map(payments.map((payment) => [payment.id, payment])) };
  };
}

/** Reads the event, extras and packages of an order. */
export function lockNoStock(after: () => Promise<void>): typeof lockStock {
  return async (tx, { eventId, extras, packages }) => {
    const snapshot = await readPlaces(tx, { events: [eventId], tickets: [], extras }, { lock: false });
    const rows = await Promise.all(packages.map((id) => packageById(tx, id)));
    await after();
    return {
      event: snapshot.events.get(eventId),
      extras: snapshot.extras,
      packages: new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row]]))),
    };
  };
}

/** Reads orders with their extras or packages. */
export function lockNoStockOrders(after: () => Promise<void>): LockOrders {
  return unlockedWith(after, async (tx, order) => {
    const ids = (kind: string) => order.items.flatMap((item) => (item.kind === kind ? [item.refId!] : []));
    const wanted = { eventId: order.event_id, extras: ids("extras"), packages: ids("sponsorship") };
    return { order, stock: { ...(await lockNoStock(async () => {})(tx, wanted)), order }, people: [] };
  });
}

/** Reads the rows that a buyer would change. */
export function unlockedOwnRegistration(after: () => Promise<void>): LockOwnRegistration {
  return async (tx, proof) => {
    const own = await readOwnRegistration(tx, proof);
    return { ...own, locked: (await unlockedRegistration(after)(tx, proof.registrationId))! };
  };
}
