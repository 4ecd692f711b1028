/** Clubs (docs/wire.md §2, §4). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { currency, email, id, instant, line, optional, requiredLine } from "./scalars.ts";

/** A club. `logo` is a file name, `logoUrl` where it is served. */
export const club = z
  .object({
    id: z.number().int(),
    name: z.string(),
    location: z.string(),
    logo: z.string().nullable(),
    logoUrl: z.string(),
    contactEmail: z.string().nullable(),
    phone: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "Club" });
/** A club as replies carry it. */
export type Club = z.infer<typeof club>;

/** What the house knows of a club. `revenue` is what was paid less what was refunded, in minor units by currency. */
export const clubFigures = z
  .object({
    admins: z.number().int(),
    events: z.number().int(),
    comingEvents: z.number().int(),
    attendees: z.number().int(),
    paidOrders: z.number().int(),
    revenue: z.array(z.object({ currency, amount: z.number().int() })),
  })
  .meta({ id: "ClubFigures" });
/** What the house knows of a club. */
export type ClubFigures = z.infer<typeof clubFigures>;

/** A club in a list; the figures are for sudo alone. */
export const clubEntry = club.extend({ figures: clubFigures.nullable() }).meta({ id: "ClubEntry" });
/** A club in a list. */
export type ClubEntry = z.infer<typeof clubEntry>;

export const clubCalls = {
  "club/getAllClubs": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "The clubs by name: those that have published an event and one's own; all of them, with figures, for sudo",
    payload: z.array(clubEntry),
  }),
  "club/getClub": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One club",
    query: z.object({ clubId: id }),
    payload: club,
  }),
  "club/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: true,
    summary: "Make a club (sudo) or change one (its admins and sudo); what is not given keeps its value",
    body: z.object({
      id: id.nullish(),
      name: requiredLine(120),
      location: line(300).optional(),
      contactEmail: optional(email),
      phone: optional(line(40)),
      rmImage: line(100).nullish(),
    }),
    payload: club,
  }),
  "club/removeClub": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "sudo",
    kind: "write",
    summary:
      "Remove a club with its admins and events; inUse while it has paid orders or a payment is under way",
    refuses: ["inUse"],
    query: z.object({ clubId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
