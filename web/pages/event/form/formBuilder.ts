import type { BodyInput } from "../../../../contract/all.ts";
import type { AskedOf, AskedWhen } from "../../../../contract/rules/questions/asked.ts";
import {
  AGREED,
  AGREEMENT,
  SHORT_ANSWER,
  takesOptions,
} from "../../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { shownTicketIds } from "../list/ticketChoices.ts";

export interface QuestionValues {
  /** Identifies the question in the form, also before it has an id. A save may change it. */
  key: string;
  id: number | null;
  typeId: string;
  text: string;
  required: boolean;
  showAtDoor: boolean;
  /** Empty for all ticket types. */
  ticketIds: string[];
  /** As saved, including removed ticket types; null for all. */
  savedTicketIds: number[] | null;
  askedOf: AskedOf;
  askedWhen: AskedWhen;
  /** The key of the question whose answer shows this one; empty: it is always shown. */
  showIfKey: string;
  showIfEquals: string;
  /** Kept while a type without options is chosen, in case the type is changed back. */
  options: { text: string }[];
}

export type FormValues = {
  questions: QuestionValues[];
  /** Ids of removed saved questions. */
  removed: number[];
};

export function valuesOf(
  questions: readonly FormQuestion[],
  tickets: readonly Pick<Ticket, "id">[],
): FormValues {
  return {
    questions: questions.map(({ id, typeId, text, required, options, showAtDoor, ticketIds, ...asked }) => ({
      key: String(id),
      id,
      typeId: String(typeId),
      text,
      required,
      showAtDoor,
      ticketIds: shownTicketIds(ticketIds, tickets),
      savedTicketIds: ticketIds,
      askedOf: asked.askedOf,
      askedWhen: asked.askedWhen,
      showIfKey: asked.showIf === null ? "" : String(asked.showIf.questionId),
      showIfEquals: asked.showIf?.equals ?? "",
      options: (options ?? []).map((option) => ({ text: option })),
    })),
    removed: [],
  };
}

export function newQuestion(key: string): QuestionValues {
  return {
    key,
    id: null,
    typeId: String(SHORT_ANSWER),
    text: "",
    required: false,
    showAtDoor: false,
    ticketIds: [],
    savedTicketIds: null,
    askedOf: "guest",
    askedWhen: "purchase",
    showIfKey: "",
    showIfEquals: "",
    options: [],
  };
}

/** Removes a question. Questions that depend on it are then always shown. */
export function withoutQuestion(
  { questions, removed }: FormValues,
  { key, id }: Pick<QuestionValues, "key" | "id">,
): FormValues {
  return {
    questions: questions
      .filter((other) => other.key !== key)
      .map((other) => (other.showIfKey === key ? { ...other, showIfKey: "", showIfEquals: "" } : other)),
    removed: id === null ? removed : [...removed, id],
  };
}

/** The options after another type was chosen. */
export function optionsWith(
  { options }: Pick<QuestionValues, "options">,
  typeId: string,
): { text: string }[] {
  return takesOptions(Number(typeId)) && options.length === 0 ? [{ text: "" }, { text: "" }] : options;
}

/** Messages by field. */
export function problemsOf({ questions }: FormValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { text, typeId, options }] of questions.entries()) {
    const path = `questions.${index}`;
    if (text.trim() === "") problems[`${path}.text`] = "Enter a question.";
    Object.assign(problems, showIfProblems(questions, index));
    if (!takesOptions(Number(typeId))) continue;
    if (options.length === 0) problems[`${path}.options`] = "Add at least one option to choose from.";
    const earlierOptions = new Set<string>();
    for (const [optionIndex, option] of options.entries()) {
      const optionText = option.text.trim();
      if (optionText === "") problems[`${path}.options.${optionIndex}.text`] = "Enter this option.";
      else if (earlierOptions.has(optionText))
        problems[`${path}.options.${optionIndex}.text`] = "This option is there already.";
      earlierOptions.add(optionText);
    }
  }
  return problems;
}

export function bodyOf({ questions, removed }: FormValues, eventId: number): BodyInput<"form/save"> {
  return {
    payload: {
      eventId,
      formQuestions: questions.map(
        ({ id, typeId, text, required, options, showAtDoor, ticketIds, ...asked }) => ({
          ...(id !== null && { id }),
          typeId: Number(typeId),
          text,
          required,
          showAtDoor,
          askedOf: asked.askedOf,
          askedWhen: asked.askedWhen,
          showIf:
            asked.showIfKey === ""
              ? null
              : { questionId: requestIdOf(questions, asked.showIfKey), equals: asked.showIfEquals },
          ticketIds: ticketIds.length === 0 ? null : ticketIds.map(Number),
          options: takesOptions(Number(typeId)) ? options.map((option) => option.text) : null,
        }),
      ),
      rmQIds: removed,
    },
  };
}

/** The question for the preview: always shown, for every ticket, and without empty or repeated options. */
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
    askedOf: question.askedOf,
    askedWhen: question.askedWhen,
    showIf: null,
  };
}

/**
 * The questions offered for this one to depend on: always shown, with a choice of answers. The one set now may be of any
 * type.
 */
export function possibleShowIfs(questions: readonly QuestionValues[], index: number): QuestionValues[] {
  const { key, showIfKey } = questions[index]!;
  // A question on which another one depends must always be shown itself.
  if (questions.some((other) => other.showIfKey === key)) return [];
  return questions.filter(
    (other) =>
      other.key !== key && other.showIfKey === "" && (isAnsweredByChoice(other) || other.key === showIfKey),
  );
}

const isAnsweredByChoice = ({ typeId }: QuestionValues) =>
  takesOptions(Number(typeId)) || Number(typeId) === AGREEMENT;

/** The answers on which another question may depend; null if they are not listed. */
export function possibleAnswers(question: QuestionValues): { value: string; label: string }[] | null {
  if (Number(question.typeId) === AGREEMENT) return [{ value: AGREED, label: "Agreed" }];
  if (!takesOptions(Number(question.typeId))) return null;
  return optionTexts(question).map((text) => ({ value: text, label: text }));
}

function showIfProblems(questions: readonly QuestionValues[], index: number): Record<string, string> {
  const { showIfKey, showIfEquals, askedOf, askedWhen } = questions[index]!;
  if (showIfKey === "") return {};
  const path = `questions.${index}.showIf`;
  const other = possibleShowIfs(questions, index).find(({ key }) => key === showIfKey);
  if (other === undefined) return { [`${path}Key`]: "Choose a question that is always shown." };
  if (other.askedOf !== askedOf) return { [`${path}Key`]: "Ask both questions of the same people." };
  if (other.askedWhen === "later" && askedWhen === "purchase")
    return { [`${path}Key`]: "That question is asked later than this one." };
  const answers = possibleAnswers(other);
  const isPossible = answers?.some(({ value }) => value === showIfEquals) ?? showIfEquals.trim() !== "";
  return isPossible ? {} : { [`${path}Equals`]: "Choose the answer that shows this question." };
}

/** In `showIf` of the request, the negative number of its place stands for a new question: -1 is the first. */
function requestIdOf(questions: readonly QuestionValues[], key: string): number {
  const index = questions.findIndex((question) => question.key === key);
  return questions[index]?.id ?? -index - 1;
}

function optionTexts({ options }: QuestionValues): string[] {
  return [...new Set(options.map(({ text }) => text.trim()).filter((text) => text !== ""))];
}

/** The form's fields by the request's paths. */
export function fieldOfPath({ questions }: FormValues): Record<string, string> {
  const paths = questions.flatMap(({ options, ticketIds }, index) => {
    const [requestPath, formPath] = [`payload.formQuestions.${index}`, `questions.${index}`];
    return [
      ...["text", "options", "typeId", "required"].map((field) => [
        `${requestPath}.${field}`,
        `${formPath}.${field}`,
      ]),
      [`${requestPath}.showIf.questionId`, `${formPath}.showIfKey`],
      [`${requestPath}.showIf.equals`, `${formPath}.showIfEquals`],
      // The refusal to change a question on which another one depends.
      [requestPath, `${formPath}.text`],
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
