/** An event's questions as form values and as a request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import { SHORT_ANSWER, takesOptions } from "../../../../contract/rules/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";

/** One question in the editor. */
export interface QuestionValues {
  /** The question's id while the page is open. */
  key: string;
  /** Null until the question is saved. */
  id: number | null;
  typeId: string;
  text: string;
  required: boolean;
  /** Helpers at the door read the answer. */
  showAtDoor: boolean;
  /** The ticket types that it is asked for; none: every one. */
  ticketIds: string[];
  /** Kept while a text type is chosen, in case the type is changed back. */
  options: { text: string }[];
}

export type FormValues = {
  questions: QuestionValues[];
  /** Ids of removed saved questions. */
  removed: number[];
};

/** The initial values. `tickets` are the event's: those that were removed are left out. */
export function valuesOf(
  questions: readonly FormQuestion[],
  tickets: readonly Pick<Ticket, "id">[],
): FormValues {
  const known = new Set(tickets.map(({ id }) => id));
  return {
    questions: questions.map(({ id, typeId, text, required, options, showAtDoor, ticketIds }) => ({
      key: String(id),
      id,
      typeId: String(typeId),
      text,
      required,
      showAtDoor,
      ticketIds: (ticketIds ?? []).filter((ticketId) => known.has(ticketId)).map(String),
      options: (options ?? []).map((option) => ({ text: option })),
    })),
    removed: [],
  };
}

/** An empty question. */
export function newQuestion(key: string): QuestionValues {
  return {
    key,
    id: null,
    typeId: String(SHORT_ANSWER),
    text: "",
    required: false,
    showAtDoor: false,
    ticketIds: [],
    options: [],
  };
}

/** Messages by field. */
export function problemsOf({ questions }: FormValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { text, typeId, options }] of questions.entries()) {
    const path = `questions.${index}`;
    if (text.trim() === "") problems[`${path}.text`] = "Ask something.";
    if (!takesOptions(Number(typeId))) continue;
    if (options.length === 0) problems[`${path}.options`] = "Add at least one option to choose from.";
    const earlierOptions = new Set<string>();
    for (const [optionIndex, option] of options.entries()) {
      const optionText = option.text.trim();
      if (optionText === "") problems[`${path}.options.${optionIndex}.text`] = "Say what can be chosen.";
      else if (earlierOptions.has(optionText))
        problems[`${path}.options.${optionIndex}.text`] = "This option is there already.";
      earlierOptions.add(optionText);
    }
  }
  return problems;
}

/** The request body. */
export function bodyOf({ questions, removed }: FormValues, eventId: number): BodyInput<"form/save"> {
  return {
    payload: {
      eventId,
      formQuestions: questions.map(({ id, typeId, text, required, options, showAtDoor, ticketIds }) => ({
        ...(id !== null && { id }),
        typeId: Number(typeId),
        text,
        required,
        showAtDoor,
        ticketIds: ticketIds.length === 0 ? null : ticketIds.map(Number),
        options: takesOptions(Number(typeId)) ? options.map((option) => option.text) : null,
      })),
      rmQIds: removed,
    },
  };
}

/** The question in the format that the public page gets. */
export function previewedQuestion(question: QuestionValues, index: number): FormQuestion {
  const typeId = Number(question.typeId);
  return {
    id: question.id ?? -index - 1,
    eventId: 0,
    typeId,
    text: question.text.trim() === "" ? "Your question" : question.text,
    required: question.required,
    options: takesOptions(typeId) ? optionTexts(question) : null,
    sortOrder: index,
    showAtDoor: question.showAtDoor,
    ticketIds: null,
  };
}

/** The current options without duplicates. */
function optionTexts({ options }: QuestionValues): string[] {
  return [...new Set(options.map(({ text }) => text.trim()).filter((text) => text !== ""))];
}

/** The form's path for a path of the request. */
export function fieldOfPath({ questions }: FormValues): Record<string, string> {
  const paths = questions.flatMap(({ options, ticketIds }, index) => {
    const [requestPath, formPath] = [`payload.formQuestions.${index}`, `questions.${index}`];
    return [
      ...["text", "options", "typeId", "required"].map((field) => [
        `${requestPath}.${field}`,
        `${formPath}.${field}`,
      ]),
      ...ticketIds.map((_, ticketIndex) => [
        `${requestPath}.ticketIds.${ticketIndex}`,
        `${formPath}.ticketIds`,
      ]),
      ...options.map((_, optionIndex) => [
        `${requestPath}.options.${optionIndex}`,
        `${formPath}.options.${optionIndex}.text`,
      ]),
    ];
  });
  return Object.fromEntries(paths) as Record<string, string>;
}
