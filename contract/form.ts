/** The questions an event asks its attendees (wire.md §2, product-spec §9). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { id } from "./scalars.ts";

/** A question. `typeId` is one of rules/questions.ts; `options` is null for the two text types. */
export const formQuestion = z.object({
  id: z.number().int(),
  eventId: z.number().int(),
  typeId: z.number().int().min(0).max(4),
  text: z.string(),
  required: z.boolean(),
  options: z.array(z.string()).nullable(),
  sortOrder: z.number().int(),
});
/** A question as replies carry it. */
export type FormQuestion = z.infer<typeof formQuestion>;

export const formCalls = {
  "form/getFormQuestions": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The questions an event asks, in order",
    query: z.object({ eventId: id }),
    payload: z.array(formQuestion),
  }),
};
