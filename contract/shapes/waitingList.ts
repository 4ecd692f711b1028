/** The waiting list of a ticket that is sold out: joining, one's own place, the offer, and what staff see. */
import { z } from "zod";
import { accessKey, id, instant } from "../scalars.ts";

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

export const own = { entryId: id, accessKey };
