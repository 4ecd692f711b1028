/** The five question types and what counts as an answer (docs/product.md §9, docs/wire.md §2). */
import { isAtMost } from "./textLength.ts";

export const SHORT_ANSWER = 0;
export const PARAGRAPH = 1;
export const MULTIPLE_CHOICE = 2;
export const CHECKBOXES = 3;
export const DROPDOWN = 4;

/** Names of the question types by id. */
export const questionTypeNames = [
  "Short answer",
  "Paragraph",
  "Multiple choice",
  "Checkboxes",
  "Dropdown",
] as const;

/** A question type's id: the place of its name. */
export type QuestionType =
  Extract<keyof typeof questionTypeNames, `${number}`> extends `${infer Id extends number}` ? Id : never;

/** Whether questions of this type are answered by choosing. */
export const takesOptions = (typeId: number): boolean => typeId >= MULTIPLE_CHOICE && typeId <= DROPDOWN;

/** What a rule needs to know of a question. */
export interface Question {
  typeId: number;
  required: boolean;
  options: readonly string[] | null;
}

/** An answer as the wire carries it: one text, or a list of texts for checkboxes. */
export type Answer = string | readonly string[];

/**
 * What is wrong with an answer, as the end of a sentence, or null. An answer outside the options, a list where one
 * text is meant and a missing required answer are all refused.
 */
export function answerProblem(question: Question, answer: Answer | null | undefined): string | null {
  const given = answer === null || answer === undefined ? [] : typeof answer === "string" ? [answer] : answer;
  const chosen = given.filter((text) => text.trim() !== "");
  if (chosen.length === 0) return question.required ? "is required" : null;
  if (question.typeId !== CHECKBOXES && chosen.length > 1) return "takes one answer";
  if (question.typeId === SHORT_ANSWER && !isAtMost(chosen[0]!, 500)) return "must be at most 500 characters";
  if (question.typeId === PARAGRAPH && !isAtMost(chosen[0]!, 5000)) return "must be at most 5000 characters";
  if (question.options !== null) {
    if (new Set(chosen).size !== chosen.length) return "names an option twice";
    const options = new Set(question.options);
    if (chosen.some((text) => !options.has(text))) return "must be one of the options";
  }
  return null;
}

/** An answer as it is stored and shown: checkboxes become one text, an option a line; nothing given is null. */
export function answerText(answer: Answer | null | undefined): string | null {
  const texts = typeof answer === "string" ? [answer.trim()] : (answer ?? []).map((text) => text.trim());
  const given = texts.filter((text) => text !== "");
  return given.length === 0 ? null : given.join("\n");
}
