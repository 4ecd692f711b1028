/** Sponsorships: packages that were bought and donations (wire.md §2, §4). What they bring is counted when it is paid. */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { paymentStatus } from "./order.ts";
import { currency, id, instant } from "./scalars.ts";

/** A sponsorship. `amount` in minor units; `packageType` is the package's name at sale, or "donation". */
export const sponsorship = z.object({
  id: z.number().int(),
  eventId: z.number().int(),
  clubId: z.number().int(),
  registrationId: z.number().int().nullable(),
  packageId: z.number().int().nullable(),
  packageType: z.string(),
  sponsorData: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    organization: z.string(),
    message: z.string(),
  }),
  amount: z.number().int(),
  currency,
  paymentStatus,
  createdAt: instant,
});
/** A sponsorship as replies carry it. */
export type Sponsorship = z.infer<typeof sponsorship>;

/** How many sponsorships there are and what they come to, in minor units of one currency. */
const sum = z.object({ count: z.number().int(), amount: z.number().int() });

export const sponsorshipCalls = {
  "sponsorship/getSponsorshipsByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's sponsorships, newest first and at most 1,000, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(sponsorship),
  }),
  "sponsorship/getSponsorshipsByRegistrationId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The sponsorships of one registration, for its club's staff",
    query: z.object({ registrationId: id }),
    payload: z.array(sponsorship),
  }),
  "sponsorship/getSponsorshipById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One sponsorship, for its club's staff",
    query: z.object({ sponsorshipId: id }),
    payload: sponsorship,
  }),
  "sponsorship/getTotals": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "What an event's sponsorships come to by currency: paid ones, and those that wait for their payment",
    query: z.object({ eventId: id }),
    payload: z.array(z.object({ currency, paid: sum, pending: sum })),
  }),
};
