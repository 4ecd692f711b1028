/**
 * Sponsorships: packages that were bought and donations (docs/wire.md §2, §4). What they bring is counted when it is
 * paid.
 */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";
import { order, paymentStatus } from "./order.ts";

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
export const sum = z.object({ count: z.number().int(), amount: z.number().int() });
