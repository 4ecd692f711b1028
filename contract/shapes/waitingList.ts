import { z } from "zod";
import { accessKey, id, instant } from "../scalars.ts";

/**
 * The state of an entry; `left` also if staff removed it. An offer is a registration: if that is paid late, an entry
 * that has lapsed or left is taken after all.
 */
export const waitingState = z
  .enum(["waiting", "offered", "taken", "lapsed", "left"])
  .meta({ id: "WaitingState" });
export type WaitingState = z.infer<typeof waitingState>;

/** A person on the waiting list of a ticket, with `places` for the whole party. */
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
    /** The end of the offer, as it was made; null if there was no offer. */
    offeredUntil: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "WaitingEntry" });
export type WaitingEntry = z.infer<typeof waitingEntry>;

/** The number of entries of one ticket in each state. */
export const waitingNumbers = z
  .object({
    ticketId: z.number().int(),
    ticketTitle: z.string(),
    waiting: z.number().int(),
    /** The places of all waiting entries. */
    placesWanted: z.number().int(),
    offered: z.number().int(),
    taken: z.number().int(),
    lapsed: z.number().int(),
    left: z.number().int(),
  })
  .meta({ id: "WaitingNumbers" });
export type WaitingNumbers = z.infer<typeof waitingNumbers>;

/** The proof of a person's own entry. */
export const ownEntry = { entryId: id, accessKey };
