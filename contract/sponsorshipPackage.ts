/** Sponsorship packages: what a sponsor may buy (docs/wire.md §2). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { clearable, currency, id, minor, neededWhenNew, paragraph, requiredLine, stock } from "./scalars.ts";

/** A package. `availableCount` -1 means no limit. Price in minor units, more than 0. */
export const sponsorshipPackage = z
  .object({
    id: z.number().int(),
    eventId: z.number().int().nullable(),
    clubId: z.number().int(),
    name: z.string(),
    price: z.number().int(),
    currency,
    description: z.string(),
    features: z.array(z.object({ text: z.string(), included: z.boolean() })),
    availableCount: z.number().int(),
    soldCount: z.number().int(),
    /** Kept for those who are paying now. */
    heldCount: z.number().int(),
    isActive: z.boolean(),
  })
  .meta({ id: "SponsorshipPackage" });
/** A package as replies carry it. */
export type SponsorshipPackage = z.infer<typeof sponsorshipPackage>;

/** What staff says of a package. With an `id` it is a change: what is not given keeps its value. */
export const packageInput = z.object({
  id: id.nullish(),
  /** Null: a package of the club, for no event in particular. */
  eventId: id.nullish(),
  /** Sudo must say for a package without an event; an admin's own club is meant otherwise. */
  clubId: id.nullish(),
  name: requiredLine(200).optional(),
  price: minor.min(1, "must be more than 0").optional(),
  /** Not given: the event's. */
  currency: currency.optional(),
  description: clearable(paragraph(2000)),
  features: z
    .array(z.object({ text: requiredLine(300), included: z.boolean().default(true) }))
    .max(50, "must have at most 50 entries")
    .optional(),
  /** -1 means no limit. */
  availableCount: z
    .union([z.literal(-1), stock], { error: "must be a whole number, or -1 for no limit" })
    .optional(),
  isActive: z.boolean().optional(),
});
/** What staff says of a package, checked. */
export type PackageInput = z.output<typeof packageInput>;

export const sponsorshipPackageCalls = {
  "sponsorship-package/getPackagesByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's packages: active ones for the public, all for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(sponsorshipPackage),
  }),
  "sponsorship-package/getPackageById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One package, for its club's staff",
    query: z.object({ packageId: id }),
    payload: sponsorshipPackage,
  }),
  "sponsorship-package/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Make a package, or change one; inUse when availableCount is less than what is sold",
    refuses: ["inUse"],
    body: neededWhenNew(packageInput, ["name", "price"]).meta({ id: "SponsorshipPackageInput" }),
    payload: sponsorshipPackage,
  }),
  "sponsorship-package/deletePackage": call({
    method: "DELETE",
    access: "admin",
    kind: "write",
    summary: "Delete a package; inUse once it was sold: make it inactive instead",
    refuses: ["inUse"],
    body: z.object({ packageId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "sponsorship-package/updateStatus": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Offer a package, or offer it no longer",
    refuses: ["inUse"],
    body: z.object({ packageId: id, isActive: z.boolean() }),
    payload: sponsorshipPackage,
  }),
};
