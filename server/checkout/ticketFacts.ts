import { createBatcher } from "../batcher.ts";
import { type Db, pipelined } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { type EventWithClub, eventKeys, eventsById } from "../events/rows.ts";
import { type PurchaseRow, purchasesOfAll } from "../orders/purchases.ts";
import { type OrderRow, ordersOfRegistrations } from "../orders/rows.ts";
import {
  type AttendeeRow,
  attendeesOfAll,
  type RegistrationRow,
  registrationsById,
} from "../registrations/rows.ts";

export interface TicketFacts {
  registration: RegistrationRow;
  event: EventWithClub;
  /** Signs the QR codes. */
  privateKey: string;
  order: OrderRow | undefined;
  /** The primary attendee first. */
  attendees: readonly AttendeeRow[];
  /** Paid or free extras. */
  purchases: readonly PurchaseRow[];
}

/**
 * Makes the function that reads the facts of a registration; null if it does not exist. Concurrent reads share
 * statements, because a sale has many mails.
 */
export function openTicketFacts(db: Db): (registrationId: number) => Promise<TicketFacts | null> {
  return createBatcher<number, TicketFacts | null>(
    async (registrationIds) => (await factsOf(db, registrationIds)).map((reply) => ({ reply })),
    { concernsAll: isUnavailable },
  );
}

async function factsOf(db: Db, registrationIds: readonly number[]): Promise<(TicketFacts | null)[]> {
  const [registrations, orders, attendees, purchases] = await pipelined(db, [
    registrationsById(db, registrationIds),
    ordersOfRegistrations(db, registrationIds),
    attendeesOfAll(db, registrationIds),
    purchasesOfAll(db, registrationIds),
  ]);
  const eventIds = [...new Set(registrations.map((registration) => registration.event_id))];
  const [events, keys] = await pipelined(db, [eventsById(db, eventIds), eventKeys(db, eventIds)]);
  return registrationIds.map((registrationId) => {
    const registration = registrations.find(({ id }) => id === registrationId);
    const event = events.find(({ id }) => id === registration?.event_id);
    const key = keys.find(({ event_id }) => event_id === registration?.event_id);
    if (registration === undefined || event === undefined || key === undefined) return null;
    const isOfRegistration = (row: { registration_id: number | null }) =>
      row.registration_id === registrationId;
    return {
      registration,
      event,
      privateKey: key.private_key,
      order: orders.find(isOfRegistration),
      attendees: attendees.filter(isOfRegistration),
      purchases: purchases.filter(isOfRegistration),
    };
  });
}
