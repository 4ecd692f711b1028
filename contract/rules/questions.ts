/** The five question types and what counts as an answer (docs/product.md §9, docs/wire.md §2). */
import { isAtMost } from "./textLength.ts";

export const SHORT_ANSWER = 0;
export const PARAGRAPH = 1;
export const MULTIPLE_CHOICE = 2;
export const CHECKBOXES = 3;
export const DROPDOWN = 4;

/** What there is to know of a question type. */
interface QuestionKind {
  readonly name: string;
  /** Answered by choosing. */
  readonly takesOptions: boolean;
  readonly takesSeveral: boolean;
  /** Of a text, in characters; null where options bound it. */
  readonly mostLength: number | null;
}

/** The question types by id, which are counted from 0. */
export const questionTypes = {
  [SHORT_ANSWER]: { name: "Short answer", takesOptions: false, takesSeveral: false, mostLength: 500 },
  [PARAGRAPH]: { name: "Paragraph", takesOptions: false, takesSeveral: false, mostLength: 5000 },
  [MULTIPLE_CHOICE]: { name: "Multiple choice", takesOptions: true, takesSeveral: false, mostLength: null },
  [CHECKBOXES]: { name: "Checkboxes", takesOptions: true, takesSeveral: true, mostLength: null },
  [DROPDOWN]: { name: "Dropdown", takesOptions: true, takesSeveral: false, mostLength: null },
} as const satisfies Record<number, QuestionKind>;

/** A question type's id. */
export type QuestionType = keyof typeof questionTypes;

/** The ids of the question types, ascending. */
export const questionTypeIds = Object.keys(questionTypes).map(Number);

function kindOf(typeId: number): QuestionKind | undefined {
  return (questionTypes as Record<number, QuestionKind>)[typeId];
}

/** Whether questions of this type are answered by choosing. */
export const takesOptions = (typeId: number): boolean => kindOf(typeId)?.takesOptions === true;

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
  const kind = kindOf(question.typeId);
  if (kind === undefined) return "answers a question of an unknown type";
  if (!kind.takesSeveral && chosen.length > 1) return "takes one answer";
  if (kind.mostLength !== null && !isAtMost(chosen[0]!, kind.mostLength))
    return `must be at most ${kind.mostLength} characters`;
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
