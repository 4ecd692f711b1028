/** Extras: things sold beside admission (wire.md §2). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { currency, id } from "./scalars.ts";

/** An extra. `maxStock` null means no limit. Price in minor units, the event's currency. */
export const extras = z.object({
  id: z.number().int(),
  eventId: z.number().int(),
  name: z.string(),
  description: z.string(),
  price: z.number().int(),
  currency,
  content: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  maxStock: z.number().int().nullable(),
  currentStock: z.number().int().nullable(),
  isActive: z.boolean(),
});
/** An extra as replies carry it. */
export type Extras = z.infer<typeof extras>;

/** Two hundred ids of fifteen digits, and no more to look through. */
const idList = z
  .string()
  .max(4_000, "must name at most 200")
  .transform((text, context) => {
    const given = safeJson(text);
    const parsed = z.array(id).max(200, "must name at most 200").safeParse(given);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: "must be a JSON list of ids" });
    return z.NEVER;
  });

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const extrasCalls = {
  "event/getExtras": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's extras with the inactive ones, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(extras),
  }),
  "extras/getExtrasByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's active extras",
    query: z.object({ eventId: id }),
    payload: z.array(extras),
  }),
  "extras/getExtrasByIds": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Active extras by a JSON list of ids",
    query: z.object({ extrasIds: idList }),
    payload: z.array(extras),
  }),
};
