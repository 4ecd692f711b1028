import { z } from "zod";
import { call } from "../endpoint.ts";
import { currency } from "../scalars.ts";
import { providerName } from "../shapes/money/payment.ts";

export const infoCalls = {
  info: call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Name, version, currencies, payment provider, support phone and limits",
    payload: z.object({
      name: z.string(),
      version: z.string(),
      currencies: z.array(currency),
      provider: providerName,
      publishableKey: z.string().nullable(),
      supportPhone: z.string().nullable(),
      /** The largest values. `linesPerRegistration`: lines of tickets, and also lines of extras. */
      limits: z.object({
        imageBytes: z.number().int(),
        itemsPerPage: z.number().int(),
        linesPerRegistration: z.number().int(),
      }),
    }),
  }),
};
