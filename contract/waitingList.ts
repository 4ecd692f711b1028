/** The waiting list of a ticket that is sold out: joining, one's own place, the offer, and what staff see. */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { event } from "./event.ts";
import { accessKey, email, id, instant, line, pageOf, paging, quantity, requiredLine } from "./scalars.ts";

/**
 * Where an entry stands: it waits, has an offer that can be taken, has taken it, let it pass, or left the list (by itself,
 * or taken off by staff). What became of an offer is what became of its registration.
 */
export const waitingState = z
  .enum(["waiting", "offered", "taken", "lapsed", "left"])
  .meta({ id: "WaitingState" });
/** Where an entry stands. */
export type WaitingState = z.infer<typeof waitingState>;

/** Somebody who waits for a ticket, with how many come along: places are given to all of them or to none. */
export const waitingEntry = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    ticketId: z.number().int(),
    ticketTitle: z.string(),
    places: z.number().int(),
    name: z.string(),
    email: z.string(),
    state: waitingState,
    /** Until when the places of an offer are or were kept; null while there was none. */
    offeredUntil: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "WaitingEntry" });
/** Somebody who waits for a ticket. */
export type WaitingEntry = z.infer<typeof waitingEntry>;

/** How many entries of one ticket stand where. */
export const waitingNumbers = z
  .object({
    ticketId: z.number().int(),
    ticketTitle: z.string(),
    waiting: z.number().int(),
    /** Places that those who wait want in all. */
    placesWanted: z.number().int(),
    offered: z.number().int(),
    taken: z.number().int(),
    lapsed: z.number().int(),
    left: z.number().int(),
  })
  .meta({ id: "WaitingNumbers" });
/** How many entries of one ticket stand where. */
export type WaitingNumbers = z.infer<typeof waitingNumbers>;

const own = { entryId: id, accessKey };

export const waitingListCalls = {
  "waitingList/join": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Join the waiting list of a sold-out ticket; notActive while places are on sale. The link to one's place is mailed: the reply is the same for an address that waits already, whose entry stays as it is",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      eventId: id,
      ticketId: id,
      /** All of them are offered at once; at most what one registration may have. */
      places: quantity,
      name: requiredLine(200),
      email,
    }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "waitingList/getOwn": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "One's own place on a waiting list, by the key of the mailed link, with the offer if there is one",
    query: z.object(own),
    payload: z.object({
      entry: waitingEntry,
      /** Counted from 1 among those who wait for the same ticket; null for who does not wait. */
      position: z.number().int().nullable(),
      /** The hold to go on with, as after `registration/initRegistration`; null while there is none. */
      offer: z
        .object({ registrationId: z.number().int(), accessKey: z.string(), expiresAt: instant })
        .nullable(),
      /** What was taken, to show its tickets with; null while nothing was. */
      taken: z.object({ registrationId: z.number().int(), accessKey: z.string() }).nullable(),
      /** Why no offers are made, as a sentence; null while they are. */
      closedBecause: z.string().nullable(),
      event,
      now: instant,
    }),
  }),
  "waitingList/leave": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Leave a waiting list; an offer is given back, and the next in line gets it",
    refuses: ["paymentFailed", "alreadyPaid", "tooMany"],
    body: z.object(own),
    payload: waitingEntry,
  }),
  "waitingList/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's waiting lists in pages, in the order of joining, with numbers by ticket, for its staff",
    query: z.object({
      eventId: id,
      ...paging,
      ticketId: id.optional(),
      state: waitingState.optional(),
      searchKeyword: line(200).optional(),
    }),
    payload: pageOf(waitingEntry).extend({ numbers: z.array(waitingNumbers) }),
  }),
  "waitingList/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Take somebody off a waiting list; an offer is taken back, and the next in line gets it",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ entryId: id }),
    payload: waitingEntry,
  }),
};
