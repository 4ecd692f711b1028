import { z } from "zod";
import { call } from "../endpoint.ts";

export const healthCalls = {
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
      "The database answers, so the server takes requests. `degraded` lists what does not work at the moment. `mail`: a mail is more than ten minutes late, or waits for another attempt. `payments`: the payment provider does not answer, or refuses the key or one of its rights. `images`: pictures cannot be stored. `sales`: the database takes no writes. `clock`: this node's clock differs from the database's. `reasons` has details",
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
