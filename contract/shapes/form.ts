import { z } from "zod";
import { questionTypeIds, takesOptions } from "../rules/questions/questions.ts";
import { id, requiredTextLine } from "../scalars.ts";

const [firstType, lastType] = [Math.min(...questionTypeIds), Math.max(...questionTypeIds)];

const askedOf = z.enum(["guest", "buyer"]);
const askedWhen = z.enum(["purchase", "later"]);

/** A question (docs/wire.md §2). `options` is null except for multiple choice, checkboxes and dropdown. */
export const formQuestion = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    typeId: z.number().int().min(firstType).max(lastType),
    text: z.string(),
    required: z.boolean(),
    options: z.array(z.string()).nullable(),
    sortOrder: z.number().int(),
    /** Whether the door shows the answers. */
    showAtDoor: z.boolean(),
    /** The ticket types that it is asked for; null: every one. */
    ticketIds: z.array(z.number().int()).nullable(),
    /** Asked of each guest, or of the buyer once. */
    askedOf,
    /** With the purchase, or afterwards on the pages of the ticket. */
    askedWhen,
    /** The answer to another question that shows it; null: it depends on no other question. */
    showIf: z.object({ questionId: z.number().int(), equals: z.string() }).nullable(),
  })
  .meta({ id: "FormQuestion" });
export type FormQuestion = z.infer<typeof formQuestion>;

/** The answers to one question, of attendees of active registrations. */
export const answerCounts = z
  .object({
    questionId: z.number().int(),
    typeId: z.number().int(),
    text: z.string(),
    /** Attendees who are asked it; of a removed question 0. */
    asked: z.number().int(),
    /** Attendees who are asked it and answered. */
    answered: z.number().int(),
    /** Attendees who answered and are not asked it now. Their answers count below. An older server omits it. */
    noLongerAsked: z.number().int().optional(),
    /**
     * Every option in its order, also with a count of 0, then answers that are no longer an option. For questions
     * without options: the 20 most frequent answers.
     */
    answers: z.array(z.object({ answer: z.string(), count: z.number().int() })),
    /** Different answers that are not in `answers`. */
    moreAnswers: z.number().int(),
  })
  .meta({ id: "AnswerCounts" });
export type AnswerCounts = z.infer<typeof answerCounts>;

const option = requiredTextLine(200);

/** The check of `questionInput` as JSON Schema. */
const optionsByType = {
  if: { properties: { typeId: { enum: questionTypeIds.filter(takesOptions) } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ["options"],
    properties: { options: { type: "array", items: {}, minItems: 1, uniqueItems: true } },
  },
};

/**
 * A question as staff send it; its place in the list is its place on the page. With an `id` it is a change:
 * `showAtDoor`, `ticketIds`, `askedOf`, `askedWhen` and `showIf` keep their value if they are not given.
 */
export const questionInput = z
  .object({
    id: id.nullish(),
    typeId: z
      .number()
      .int("must be a question type")
      .min(firstType, "must be a question type")
      .max(lastType, "must be a question type"),
    text: requiredTextLine(500),
    required: z.boolean().default(false),
    /** Default of a new question: false. */
    showAtDoor: z.boolean().optional(),
    /** The ticket types that it is asked for; null or none: every one, the default of a new question. */
    ticketIds: z.array(id).max(500, "must have at most 500 entries").nullish(),
    /** Default of a new question: guest. */
    askedOf: askedOf.optional(),
    /** Default of a new question: purchase. */
    askedWhen: askedWhen.optional(),
    /**
     * Shows the question only with this answer to another one, which must depend on no other, have the same `askedOf`,
     * be asked no later, and allow the answer. `questionId` -2 is the second question of this list, which may be new.
     */
    showIf: z
      .object({
        questionId: z
          .number("must be a number")
          .int("must be a whole number")
          .min(-100, "must be a question of this event")
          .max(Number.MAX_SAFE_INTEGER, "must be a question of this event"),
        equals: requiredTextLine(500),
      })
      .nullish(),
    /** One or more for multiple choice, checkboxes and dropdown; other types ignore them. */
    options: z.array(option).max(100, "must have at most 100 entries").nullish(),
  })
  .superRefine(({ typeId, options }, context) => {
    if (!takesOptions(typeId)) return;
    const problem =
      (options ?? []).length === 0
        ? "needs at least one option"
        : new Set(options).size < options!.length
          ? "has one option twice"
          : null;
    if (problem !== null) context.addIssue({ code: "custom", path: ["options"], message: problem });
  })
  .meta({ id: "FormQuestionInput", ...optionsByType });
export type QuestionInput = z.output<typeof questionInput>;
