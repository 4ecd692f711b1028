/** Clubs (wire.md §2, §4). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { id, instant } from "./scalars.ts";

/** A club. `logo` is a file name, `logoUrl` where it is served. */
export const club = z.object({
  id: z.number().int(),
  name: z.string(),
  location: z.string(),
  logo: z.string().nullable(),
  logoUrl: z.string(),
  contactEmail: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: instant,
});
/** A club as replies carry it. */
export type Club = z.infer<typeof club>;

export const clubCalls = {
  "club/getClub": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One club",
    query: z.object({ clubId: id }),
    payload: club,
  }),
};
