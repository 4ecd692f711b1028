import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** The seller on a club's receipts. A text that was not given is empty or null. */
export const seller = z
  .object({
    legalName: z.string(),
    address: z.string(),
    /** ISO 3166 alpha-2, or empty. */
    country: z.string(),
    taxNumber: z.string().nullable(),
    /** The official register, with the club's number there. */
    register: z.string().nullable(),
  })
  .meta({ id: "Seller" });
export type Seller = z.infer<typeof seller>;

/** A club (docs/wire.md §2). `logo` is a file name, `logoUrl` its address or that of a default. */
export const club = z
  .object({
    id: z.number().int(),
    name: z.string(),
    location: z.string(),
    logo: z.string().nullable(),
    logoUrl: z.string(),
    contactEmail: z.string().nullable(),
    phone: z.string().nullable(),
    /** Whether its page and those of its events show its mail address and phone. */
    showContact: z.boolean(),
    /** The https addresses of its legal pages. */
    imprintUrl: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    termsUrl: z.string().nullable(),
    refundPolicyUrl: z.string().nullable(),
    seller,
    /** Present while public lists leave out the club's events: search engines must not index its pages. */
    isUnlisted: z.literal(true).optional(),
    createdAt: instant,
  })
  .meta({ id: "Club" });
export type Club = z.infer<typeof club>;

/** Whether public lists show the events of a club: only if both are true. */
export const clubListing = z
  .object({
    /** False while a club that registered itself has not confirmed its mail address. */
    isConfirmed: z.boolean(),
    /** False if the super user has yet to approve an event of the club. */
    isApproved: z.boolean(),
  })
  .meta({ id: "ClubListing" });
export type ClubListing = z.infer<typeof clubListing>;

/** The figures of a club. `revenue` is paid minus refunded, in minor units by currency. */
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
export type ClubFigures = z.infer<typeof clubFigures>;

/** A club in a list; only the super user gets the figures. */
export const clubEntry = club.extend({ figures: clubFigures.nullable() }).meta({ id: "ClubEntry" });
export type ClubEntry = z.infer<typeof clubEntry>;
