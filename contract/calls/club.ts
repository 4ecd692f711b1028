/** The calls about clubs. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { email, id, line, optional, requiredLine } from "../scalars.ts";
import { club, clubEntry } from "../shapes/club.ts";

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
