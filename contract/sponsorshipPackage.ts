/** Sponsorship packages: what a sponsor may buy (wire.md §2). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { currency, id } from "./scalars.ts";

/** A package. `availableCount` -1 means no limit. Price in minor units, more than 0. */
export const sponsorshipPackage = z.object({
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
  isActive: z.boolean(),
});
/** A package as replies carry it. */
export type SponsorshipPackage = z.infer<typeof sponsorshipPackage>;

export const sponsorshipPackageCalls = {
  "sponsorship-package/getPackagesByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's packages: active ones for the public, all for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(sponsorshipPackage),
  }),
};
