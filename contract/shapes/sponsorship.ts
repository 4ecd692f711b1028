import { z } from "zod";
import { currency, email, instant, paragraph, requiredTextLine, textLine } from "../scalars.ts";
import { order, paymentStatus } from "./order.ts";

/** The data that a sponsor or a donor enters. */
export const sponsorInput = z.object({
  firstName: requiredTextLine(100),
  lastName: textLine(100).default(""),
  email,
  phone: textLine(40).default(""),
  organization: textLine(200).default(""),
  message: paragraph(1000).default(""),
});

/**
 * A sponsorship (docs/wire.md §2). `amount` in minor units; `packageType`: the package's name at sale, or "donation".
 */
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
export type Sponsorship = z.infer<typeof sponsorship>;

/**
 * A sponsorship as staff see it. `isPublic`: the sponsor agreed to be named on the event's page; `isHidden`: staff have
 * hidden the sponsor there. Old sponsorships, and those of an archive, have no order.
 */
export const staffSponsorship = sponsorship
  .extend({
    isPublic: z.boolean(),
    isHidden: z.boolean(),
    orderId: z.number().int().nullable(),
    /** Minor units, paid at the event it was imported from: no revenue of this event. */
    paidElsewhere: z.number().int().optional(),
    logoUrl: z.string().nullable(),
    /** The key of the sponsor's own page. A sponsorship without an order has no such page. */
    accessKey: z.string().optional(),
  })
  .meta({ id: "StaffSponsorship" });
export type StaffSponsorship = z.infer<typeof staffSponsorship>;

/** A sponsorship as its sponsor sees it. `keptUntil`: the end of its hold while it waits for payment, else null. */
export const ownSponsorship = z
  .object({
    sponsorship,
    isPublic: z.boolean(),
    /** Whether staff have hidden the sponsor on the event's page. */
    isHidden: z.boolean().optional(),
    logoUrl: z.string().nullable(),
    /** Until when the sponsor may change the logo; null if they may not. */
    logoUntil: instant.nullable().optional(),
    /** The seats of the package while they are active. The key opens the page where their guests are named. */
    seats: z
      .object({
        registrationId: z.number().int(),
        accessKey: z.string(),
        count: z.number().int(),
        unnamed: z.number().int(),
      })
      .optional(),
    /**
     * Tickets that came with the package, also before it is paid; fewer after single ones were cancelled. Absent
     * without tickets.
     */
    ticketCount: z.number().int().optional(),
    order,
    keptUntil: instant.nullable(),
    /** The server's clock at the reply. */
    now: instant,
  })
  .meta({ id: "OwnSponsorship" });
export type OwnSponsorship = z.infer<typeof ownSponsorship>;

/** The most names that are shown for one package, and for the donors. */
export const MOST_SPONSORS_SHOWN = 60;

/** The sponsors and donors of an event whom its page may show. */
export const eventSupport = z
  .object({
    /** Whether it has active packages. */
    hasPackages: z.boolean(),
    /**
     * By package, most expensive first; those without one, such as donors, come last. Empty if the club shows no
     * sponsors.
     */
    sponsors: z.array(
      z.object({
        packageName: z.string().nullable(),
        /** Organisations, or the names of sponsors without one; each once, the earliest first. */
        names: z.array(z.string()),
        /** The logos, in the same order; null without one. */
        logoUrls: z.array(z.string().nullable()),
        /** How many more there are. */
        others: z.number().int(),
      }),
    ),
  })
  .meta({ id: "EventSupport" });
export type EventSupport = z.infer<typeof eventSupport>;

/** A number of sponsorships, and an amount in minor units of one currency. */
export const countAndAmount = z.object({ count: z.number().int(), amount: z.number().int() });
