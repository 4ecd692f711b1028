/** Extras: things sold beside admission (docs/wire.md §2). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import {
  clearable,
  currency,
  id,
  idList,
  minor,
  neededWhenNew,
  paragraph,
  quantity,
  requiredLine,
  stock,
} from "./scalars.ts";

/** An extra. `maxStock` null means no limit. Price in minor units, the event's currency. */
export const extras = z
  .object({
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
  })
  .meta({ id: "Extras" });
/** An extra as replies carry it. */
export type Extras = z.infer<typeof extras>;

/** What staff says of an extra. With an `id` it is a change: what is not given keeps its value. */
export const extrasInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  name: requiredLine(200).optional(),
  description: clearable(paragraph(2000)),
  /** Minor units of the event's currency. */
  price: minor.optional(),
  content: z
    .array(z.object({ name: requiredLine(200), quantity }))
    .max(50, "must have at most 50 entries")
    .optional(),
  /** Null means no limit. */
  maxStock: stock.nullish(),
  isActive: z.boolean().optional(),
});
/** What staff says of an extra, checked. */
export type ExtrasInput = z.output<typeof extrasInput>;

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
  "event/saveExtras": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Make an extra, or change one; inUse when maxStock is less than what is sold and held",
    refuses: ["inUse"],
    body: z.object({
      newExtras: neededWhenNew(extrasInput, ["eventId", "name", "price"]).meta({ id: "ExtrasInput" }),
    }),
    payload: extras,
  }),
  "event/removeExtras": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Remove an extra; inUse once it was sold or while it is held: make it inactive instead",
    refuses: ["inUse"],
    query: z.object({ extrasId: id, eventId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
