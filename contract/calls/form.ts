import { z } from "zod";
import { call } from "../endpoint.ts";
import { id } from "../scalars.ts";
import { answerCounts, formQuestion, questionInput } from "../shapes/form.ts";

export const formCalls = {
  "form/getFormQuestions": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The questions of an event, in order",
    query: z.object({ eventId: id }),
    payload: z.array(formQuestion),
  }),
  "form/getAnswerCounts": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "How often each question of an event was answered, and how often with each answer, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(answerCounts),
  }),
  "form/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Save an event's questions in their order. Questions that are not given stay, after the others. Those in `rmQIds` are hidden, not deleted",
    body: z.object({
      payload: z.object({
        eventId: id,
        formQuestions: z.array(questionInput).max(100, "must have at most 100 entries"),
        rmQIds: z.array(id).max(500, "must have at most 500 entries").default([]),
      }),
    }),
    payload: z.array(formQuestion),
  }),
};
