/** What a client should know before anything else, and the two questions of a load balancer (docs/wire.md §4). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { providerName } from "./payment.ts";
import { currency } from "./scalars.ts";

export const infoCalls = {
  info: call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Name, version, currencies, payment provider and limits",
    payload: z.object({
      name: z.string(),
      version: z.string(),
      currencies: z.array(currency),
      provider: providerName,
      publishableKey: z.string().nullable(),
      supportPhone: z.string().nullable(),
      limits: z.object({
        imageBytes: z.number().int(),
        itemsPerPage: z.number().int(),
        linesPerRegistration: z.number().int(),
      }),
    }),
  }),
  "health/live": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The process answers",
    payload: z.object({ live: z.literal(true) }),
  }),
  "health/ready": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "The database answers, so the server takes requests. `degraded` names what does not work at the moment: mails that wait for their server, a payment provider that does not answer or refuses the key, pictures that cannot be kept, sales because the database takes no writes, a node whose clock differs from the database's (`reasons` says more)",
    payload: z.object({
      ready: z.literal(true),
      degraded: z.array(z.enum(["mail", "payments", "images", "sales", "clock"])),
      reasons: z
        .object({
          payments: z.string().optional(),
          sales: z.string().optional(),
          clock: z.string().optional(),
        })
        .optional(),
    }),
  }),
};
