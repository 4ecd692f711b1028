import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredOnCreate } from "../scalars.ts";
import { taxRate, taxRateInput } from "../shapes/money/taxRate.ts";

export const taxRateCalls = {
  "taxRate/getByClubId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "A club's tax rates, by name, for its staff",
    query: z.object({ clubId: id }),
    payload: z.array(taxRate),
  }),
  "taxRate/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Create a tax rate or change one. Holds and orders keep the rate that they were priced with",
    body: requiredOnCreate(taxRateInput, ["name", "percent"]).meta({ id: "TaxRateInput" }),
    payload: taxRate,
  }),
  "taxRate/remove": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Delete a tax rate. Refused as inUse while a ticket, an extra or a package has it",
    refuses: ["inUse"],
    body: z.object({ taxRateId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
