import { z } from "zod";
import { call } from "../endpoint.ts";
import { email, id, instant, pageOf, paging, quantity, requiredTextLine, textLine } from "../scalars.ts";
import { event } from "../shapes/event.ts";
import { ownEntry, waitingEntry, waitingNumbers, waitingState } from "../shapes/waitingList.ts";

export const waitingListCalls = {
  "waitingList/join": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Join the waiting list of a sold-out ticket. Refused as notActive while places are on sale. The link to the entry is mailed. The reply is the same for an address that is on the list already, and its entry stays unchanged",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      eventId: id,
      ticketId: id,
      /** At most as many as one registration may have, because they are offered together. */
      places: quantity,
      name: requiredTextLine(200),
      email,
    }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "waitingList/getOwn": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An entry of a waiting list with its offer, by the key in the mailed link",
    query: z.object(ownEntry),
    payload: z.object({
      entry: waitingEntry,
      /** Counted from 1 among those who wait for the same ticket; null if this entry does not wait. */
      position: z.number().int().nullable(),
      /** The price of all places with tax: of an open offer as it was offered, else as it would be now. */
      totalAmount: z.number().int(),
      /** The hold to continue with, as after `registration/initRegistration`; null if there is none. */
      offer: z
        .object({ registrationId: z.number().int(), accessKey: z.string(), expiresAt: instant })
        .nullable(),
      /** The registration that the accepted offer became; null without one. */
      taken: z.object({ registrationId: z.number().int(), accessKey: z.string() }).nullable(),
      /** Why the event has no waiting list now, as a sentence; null if it has one. */
      closedBecause: z.string().nullable(),
      event,
      now: instant,
    }),
  }),
  "waitingList/leave": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Leave a waiting list. If the entry has an offer that is not paid, its places are released",
    refuses: ["paymentFailed", "alreadyPaid", "tooMany"],
    body: z.object(ownEntry),
    payload: waitingEntry,
  }),
  "waitingList/getByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's waiting lists in pages, in the order of joining, with totals by ticket, for its staff",
    query: z.object({
      eventId: id,
      ...paging,
      ticketId: id.optional(),
      state: waitingState.optional(),
      /** Words that must all be found in the name or the e-mail address. */
      searchKeyword: textLine(200).optional(),
    }),
    payload: pageOf(waitingEntry).extend({ numbers: z.array(waitingNumbers) }),
  }),
  "waitingList/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Remove an entry from a waiting list. If it has an offer that is not paid, its places are released",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ entryId: id }),
    payload: waitingEntry,
  }),
};
