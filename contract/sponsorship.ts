/**
 * Sponsorships: packages that were bought and donations (docs/wire.md §2, §4). What they bring is counted when it is
 * paid.
 */
import { z } from "zod";
import { call, logoUpload } from "./endpoint.ts";
import { order, paymentStatus } from "./order.ts";
import { accessKey, currency, flag, id, instant } from "./scalars.ts";

/** A sponsorship. `amount` in minor units; `packageType` is the package's name at sale, or "donation". */
export const sponsorship = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    clubId: z.number().int(),
    registrationId: z.number().int().nullable(),
    packageId: z.number().int().nullable(),
    packageType: z.string(),
    sponsorData: z
      .object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        phone: z.string(),
        organization: z.string(),
        message: z.string(),
      })
      .meta({ id: "SponsorData" }),
    amount: z.number().int(),
    currency,
    paymentStatus,
    createdAt: instant,
  })
  .meta({ id: "Sponsorship" });
/** A sponsorship as replies carry it. */
export type Sponsorship = z.infer<typeof sponsorship>;

/**
 * A sponsorship as staff see it. `isPublic`: the sponsor agreed to be named on the event's page; `isHidden`: staff have
 * taken them off it. Those from before orders have none.
 */
export const staffSponsorship = sponsorship
  .extend({
    isPublic: z.boolean(),
    isHidden: z.boolean(),
    orderId: z.number().int().nullable(),
    /** Where their logo is, or null where they have none. */
    logoUrl: z.string().nullable(),
  })
  .meta({ id: "StaffSponsorship" });
/** A sponsorship as staff see it. */
export type StaffSponsorship = z.infer<typeof staffSponsorship>;

/** A sponsorship as whoever gave it sees it; `keptUntil` is set while it waits for its payment. */
export const ownSponsorship = z
  .object({
    sponsorship,
    isPublic: z.boolean(),
    /** Where their logo is, or null where they have none. */
    logoUrl: z.string().nullable(),
    order,
    keptUntil: instant.nullable(),
    /** The server's clock as it answered, for a device whose own is wrong. */
    now: instant,
  })
  .meta({ id: "OwnSponsorship" });
/** A sponsorship as whoever gave it sees it. */
export type OwnSponsorship = z.infer<typeof ownSponsorship>;

/** The most names that are shown of one package. */
export const MOST_SPONSORS_SHOWN = 60;

/** Who supports an event, as its page may tell: names, and logos beside them. */
export const eventSupport = z
  .object({
    /** Whether it has packages to choose from. */
    hasPackages: z.boolean(),
    /** By package, dearest first; donors, whose `packageName` is null, come last. Empty where the club shows none. */
    sponsors: z.array(
      z.object({
        packageName: z.string().nullable(),
        /** Organisations, or names where there is none; each once, who came first stands first. */
        names: z.array(z.string()),
        /** Where the logo of each is, in the same order; null where there is none. */
        logoUrls: z.array(z.string().nullable()),
        /** How many more there are. */
        others: z.number().int(),
      }),
    ),
  })
  .meta({ id: "EventSupport" });
/** Who supports an event. */
export type EventSupport = z.infer<typeof eventSupport>;

/** How many sponsorships there are and what they come to, in minor units of one currency. */
const sum = z.object({ count: z.number().int(), amount: z.number().int() });

export const sponsorshipCalls = {
  "sponsorship/getSponsorshipsByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "An event's sponsorships, of one payment status or of all, newest first and at most 1,000, for its staff",
    query: z.object({ eventId: id, paymentStatus: paymentStatus.optional() }),
    payload: z.array(staffSponsorship),
  }),
  "sponsorship/getSponsorshipsByRegistrationId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The sponsorships of one registration, for its club's staff",
    query: z.object({ registrationId: id }),
    payload: z.array(staffSponsorship),
  }),
  "sponsorship/getSponsorshipById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One sponsorship, for its club's staff",
    query: z.object({ sponsorshipId: id }),
    payload: staffSponsorship,
  }),
  "sponsorship/getTotals": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "What an event's sponsorships come to by currency: paid ones less what was given back of them, those that wait for their payment, and what was given back in whole or in part",
    query: z.object({ eventId: id }),
    payload: z.array(z.object({ currency, paid: sum, pending: sum, refunded: sum })),
  }),
  "sponsorship/setPublic": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Take a sponsor off the event's page, or put them back; who asked not to be named cannot be put there",
    body: z.object({ sponsorshipId: id, isPublic: flag }),
    payload: staffSponsorship,
  }),
  "sponsorship/getSupport": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "What an event's page tells of its sponsors: whether one can be one, and who is, where the club shows it",
    query: z.object({ eventId: id }),
    payload: eventSupport,
  }),
  "sponsorship/getOwn": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "A sponsorship with its order, for whoever gave it",
    query: z.object({ sponsorshipId: id, accessKey }),
    payload: ownSponsorship,
  }),
  "sponsorship/setLogo": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Put a sponsor's logo in place of the one before, or, without a file, take it away; by the sponsorship's key, and only until it is paid (notActive)",
    refuses: ["notActive", "tooMany"],
    body: z.object({ sponsorshipId: id, accessKey }),
    multipart: logoUpload,
    payload: z.object({ logoUrl: z.string().nullable() }),
  }),
  "sponsorship/removeLogo": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Take a sponsor's logo off, for its club's staff",
    body: z.object({ sponsorshipId: id }),
    payload: staffSponsorship,
  }),
  "sponsorship/release": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Give a sponsorship up before it is paid, as when choosing again; alreadyPaid when it is, busy while the bank decides",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ sponsorshipId: id, accessKey }),
    payload: z.object({ sponsorship }),
  }),
};
