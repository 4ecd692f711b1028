/** What the locking readers of the engine do, without their locks: the controls of race tests use them in their place. */
import type { TakeRegistration } from "../checkout/placeOrder.ts";
import type { TakeOrder } from "../checkout/settle.ts";
import { readPlaces } from "../holds/rows.ts";
import { registrationById } from "../registrations/rows.ts";

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
