/** What the locking readers of the engine do, without their locks: the controls of race tests use them in their place. */
import type { TakeRegistration } from "../checkout/placeOrder.ts";
import type { TakeOrder } from "../checkout/sellOrder.ts";
import type { TakeAll } from "../checkout/settleTogether.ts";
import type { lockKept } from "../holds/kept.ts";
import { readPlaces } from "../holds/rows.ts";
import { orderById, ticketOrders } from "../orders/rows.ts";
import { paymentById } from "../payments/rows.ts";
import { readOwn, type TakeOwn } from "../people/ownChanges.ts";
import { addresseesOf, registrationById } from "../registrations/rows.ts";
import { packageById } from "../sponsorships/rows.ts";

/** Reads a registration with its places, then lets `after` decide when to go on. */
export function unlockedRegistration(after: () => Promise<void>): TakeRegistration {
  return async (tx, registrationId) => {
    const registration = (await registrationById(tx, registrationId))!;
    const ids = (kind: string) =>
      registration.lines.flatMap((line) => (line.kind === kind ? [line.refId] : []));
    const places = { events: [registration.event_id], tickets: ids("ticket"), extras: ids("extras") };
    const snapshot = await readPlaces(tx, places, { lock: false });
    await after();
    return { registration, snapshot };
  };
}

/** Reads an order with its registration and places, then lets `after` decide when to go on. */
export function unlockedOrder(after: () => Promise<void>): TakeOrder {
  const take = unlockedRegistration(after);
  return async (tx, order) => ({ order, locked: await take(tx, order.registration_id!) });
}

/** Reads what an order would keep, then lets `after` decide when to go on. */
export function unlockedKept(after: () => Promise<void>): typeof lockKept {
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

/** Reads an order with what it keeps, then lets `after` decide when to go on. */
export function unlockedKeptOrder(after: () => Promise<void>): TakeOrder {
  return async (tx, order) => {
    const ids = (kind: string) => order.items.flatMap((item) => (item.kind === kind ? [item.refId!] : []));
    const wanted = { eventId: order.event_id, extras: ids("extras"), packages: ids("sponsorship") };
    return { order, kept: { ...(await unlockedKept(after)(tx, wanted)), order } };
  };
}

/** Reads what a buyer would change, then lets `after` decide when to go on. */
export function unlockedOwn(after: () => Promise<void>): TakeOwn {
  return async (tx, proof) => {
    const own = await readOwn(tx, proof);
    return { ...own, locked: (await unlockedRegistration(after)(tx, proof.registrationId))! };
  };
}

/** Reads purchases by their payments, then lets `after` decide when to go on. */
export function unlockedPurchases(after: () => Promise<void>): TakeAll {
  return async (tx, paymentIds) => {
    const payments = await Promise.all(paymentIds.map(async (id) => (await paymentById(tx, id))!));
    const found = await ticketOrders(tx, { payments: paymentIds });
    const orders = await Promise.all(found.map(async ({ id }) => (await orderById(tx, id))!));
    const registrations = await Promise.all(
      found.map(async ({ registration_id: id }) => (await registrationById(tx, id))!),
    );
    const people = await addresseesOf(
      tx,
      registrations.map(({ id }) => id),
    ).execute();
    await after();
    return { payments, orders, registrations, people };
  };
}
