/**
 * While sales are open, offers free places to the waiting groups that fit, in the order of joining over all tickets of
 * the event. An offer is a hold with an end of its own. Offering locks the event, so places are offered once on any
 * number of nodes. Lock order: event → tickets by id → shared capacities by id → entries of the list.
 */

import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { freePlacesOf, type Snapshot } from "../holds/decide.ts";
import { grantOne } from "../holds/grant.ts";
import type { GrantedRequest } from "../holds/reservation.ts";
import type { LockRows } from "../holds/reserve.ts";
import { lockPlaces, takeIds } from "../holds/rows.ts";
import { writeGranted } from "../holds/writeGranted.ts";
import { queueMails } from "../mail/mail.ts";
import { placesLeftInEvent } from "../tickets/left.ts";
import { offerUntil } from "./offerUntil.ts";
import {
  type EntryRow,
  entriesThatFit,
  eventsWithWaitingEntries,
  markEnded,
  markOffered,
  ticketsWithWaitingEntries,
} from "./rows.ts";

/** The task's payload is `{ eventId }`. Triggers queue it (server/db/migrations/0026-waiting-list.sql). */
export const offerPlacesTask = "offerPlaces";

/** Few, because the buyers of the event wait for the locks. */
const offersPerTransaction = 100;

/** Offers the free places of an event. Returns the number of offers. */
export async function offerPlaces(
  db: Db,
  eventId: number,
  { now, lockRows = lockPlaces }: { now: Date; lockRows?: LockRows },
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await inTransaction(db, (tx) => offerSome(tx, eventId, { now, lockRows }));
    total += count;
    if (count < offersPerTransaction) return total;
  }
}

/** Offers the free places of all events with waiting entries. Returns the number of offers. */
export async function offerAllPlaces(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (const eventId of await eventsWithWaitingEntries(db)) total += await offerPlaces(db, eventId, { now });
  return total;
}

/** Marks up to 1,000 offers that were taken or have lapsed. Mails the people whose offers expired. */
export async function closeEndedOffers(tx: Tx, filter?: { ticketId: number; email: string }): Promise<void> {
  const lapsed = (await markEnded(tx, filter)).filter((entry) => entry.ended_by_time);
  await queueMails(
    tx,
    lapsed.map(({ id, event_id, email }) => ({
      key: `waitingLapsed:${id}`,
      kind: "waitingLapsed",
      recipient: email,
      payload: { eventId: event_id, entryId: id },
    })),
  );
}

async function offerSome(
  tx: Tx,
  eventId: number,
  { now, lockRows }: { now: Date; lockRows: LockRows },
): Promise<number> {
  const tickets = await ticketsWithWaitingEntries(tx, eventId);
  if (tickets.length === 0) return 0;
  const ids = await takeIds(tx, { registrations: offersPerTransaction, attendees: 0, orders: 0 });
  const snapshot = await lockRows(tx, { events: [eventId], tickets, extras: [] });
  const event = snapshot.events.get(eventId);
  if (event === undefined || !configOf(event).waitingList) return 0;
  const granted: { entry: EntryRow; granted: GrantedRequest }[] = [];
  for (let after = 0; granted.length < offersPerTransaction; ) {
    const found = await entriesThatFit(tx, freePlacesByTicket(snapshot, event), {
      after,
      limit: offersPerTransaction,
    });
    if (found.length === 0) break;
    for (const entry of found) {
      after = entry.id;
      // A grant takes its places from the snapshot.
      const outcome = grantOne(snapshot, requestOf(entry), new Map(), now);
      if (outcome instanceof DomainError) continue;
      const { grant } = outcome;
      const expiresAt = offerUntil(event, snapshot.tickets.get(entry.ticket_id)!, {
        now,
        holdUntil: grant.expiresAt,
      });
      granted.push({ entry, granted: { ...outcome, grant: { ...grant, expiresAt } } });
      if (granted.length === offersPerTransaction) break;
    }
  }
  const replies = await writeGranted(
    tx,
    granted.map((one) => one.granted),
    { now, ids },
  );
  await markOffered(
    tx,
    granted.map(({ entry, granted: { grant } }, index) => ({
      entryId: entry.id,
      registrationId: replies[index]!.registration.id,
      until: grant.expiresAt,
    })),
  );
  await queueMails(
    tx,
    granted.map(({ entry: { id, email } }) => ({
      key: `waitingOffer:${id}`,
      kind: "waitingOffer",
      recipient: email,
      payload: { eventId, entryId: id },
    })),
  );
  return granted.length;
}

function freePlacesByTicket(snapshot: Snapshot, event: EventRow): { ticketId: number; left: number }[] {
  return [...snapshot.tickets.values()].flatMap((ticket) => {
    const left = placesLeftInEvent(event, freePlacesOf(snapshot, ticket));
    return left > 0 ? [{ ticketId: ticket.id, left }] : [];
  });
}

function requestOf(entry: EntryRow): GrantedRequest["request"] {
  return {
    wish: {
      eventId: entry.event_id,
      tickets: [{ ticketId: entry.ticket_id, quantity: entry.places }],
      isOffer: true,
    },
    email: entry.email,
    userTimezone: null,
    timezoneOffset: null,
    express: null,
    idempotency: null,
  };
}
