import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredOnCreate } from "../scalars.ts";
import { packageInput, sponsorshipPackage } from "../shapes/sponsorshipPackage.ts";

export const sponsorshipPackageCalls = {
  "sponsorship-package/getPackagesByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's packages. The public gets the active ones, its staff all",
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
    summary:
      "Create a package or change one. Refused as inUse if availableCount is less than the number sold or held, except -1 (no limit)",
    refuses: ["inUse"],
    body: requiredOnCreate(packageInput, ["name", "price"]).meta({ id: "SponsorshipPackageInput" }),
    payload: sponsorshipPackage,
  }),
  "sponsorship-package/deletePackage": call({
    method: "DELETE",
    access: "admin",
    kind: "write",
    summary:
      "Delete a package. Refused as inUse if it has a sponsorship, also an unpaid or refunded one: make it inactive instead",
    refuses: ["inUse"],
    body: z.object({ packageId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "sponsorship-package/updateStatus": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Activate or deactivate a package",
    body: z.object({ packageId: id, isActive: z.boolean() }),
    payload: sponsorshipPackage,
  }),
};
