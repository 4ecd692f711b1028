/**
 * The reply is the same if the address is on the list already: strangers must not learn who is on it. Lock order: event
 * → ticket → shared capacity → entries of the list → the limit of mails.
 */

import type { BodyOf } from "../../contract/all.ts";
import { eventSaleState, ticketSaleState } from "../../contract/rules/sales.ts";
import type { Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { configOf, eventSaleFields } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { freePlacesOf, saleClosedMessages } from "../holds/decide.ts";
import { lockPlaces } from "../holds/rows.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { newAccessKey } from "../registrations/proof.ts";
import { isWaitingListOpen, placesLeftInEvent } from "../tickets/left.ts";
import { sellingTicket } from "../tickets/present.ts";
import { closeEndedOffers } from "./offers.ts";
import { findOrInsertEntry } from "./rows.ts";

/** An entry gets at most one mail about joining in each half hour of the clock. */
const slotMs = 30 * 60_000;

/** Adds an address to the list of a ticket, unless it is there, and queues the mail with the link to its entry. */
export async function joinWaitingList(tx: Tx, body: BodyOf<"waitingList/join">, now: Date): Promise<void> {
  const { eventId, ticketId, places, name, email } = body;
  const snapshot = await lockPlaces(tx, { events: [eventId], tickets: [ticketId], extras: [] });
  const event = snapshot.events.get(eventId);
  if (event === undefined || !event.is_active) throw notFound("event");
  const refusal = noListReason(event, now);
  if (refusal !== null) throw new DomainError("salesClosed", refusal);
  const ticket = snapshot.tickets.get(ticketId);
  // A hidden ticket is refused like a missing one.
  if (ticket === undefined || ticket.event_id !== eventId || !ticket.is_active || ticket.is_hidden)
    throw invalidInput({ path: "ticketId", message: "is not a ticket of this event" });
  const state = ticketSaleState(eventSaleFields(event), sellingTicket(ticket), now);
  if (state !== "onSale" && state !== "soldOut")
    throw new DomainError("salesClosed", `${ticket.title}: ${saleClosedMessages[state]}`);
  const maxPlaces = configOf(event).maxTicketsPerRegistration;
  if (places > maxPlaces) throw invalidInput({ path: "places", message: `must be at most ${maxPlaces}` });
  const left = freePlacesOf(snapshot, ticket);
  if (!isWaitingListOpen(event, ticket, left)) {
    const available = placesLeftInEvent(event, left);
    throw new DomainError("notActive", "There are places left. You can buy them now.", { available });
  }

  // An address whose offer has ended may join again, at the end of the list.
  await closeEndedOffers(tx, { ticketId, email });
  const entryId = await findOrInsertEntry(tx, {
    event_id: eventId,
    ticket_id: ticketId,
    places,
    name,
    email,
    access_key: newAccessKey(),
    created_at: now,
  });
  const key = `waitingJoined:${entryId}:${Math.floor(now.getTime() / slotMs)}`;
  const mail = { key, kind: "waitingJoined" as const, recipient: email, payload: { eventId, entryId } };
  await queueRequestedMail(tx, mail, now);
}

/** The message why an event has no waiting list now, or null. */
export function noListReason(event: EventRow, now: Date): string | null {
  const state = eventSaleState(eventSaleFields(event), now);
  if (state === "notActive") return "This event is not on sale at the moment.";
  if (state !== "onSale") return saleClosedMessages[state];
  return configOf(event).waitingList ? null : "This event has no waiting list.";
}
