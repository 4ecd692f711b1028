/** The calls about an event's sponsor packages. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, neededWhenNew } from "../scalars.ts";
import { packageInput, sponsorshipPackage } from "../shapes/sponsorshipPackage.ts";

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
