/** The question types (docs/product.md §3, docs/wire.md §2). */
import { isEmail } from "../email.ts";
import { isAtMost } from "../textLength.ts";
import { countryName } from "./countries.ts";
import { isDay, isNumber, isPhone } from "./formats.ts";

export const SHORT_ANSWER = 0;
export const PARAGRAPH = 1;
export const MULTIPLE_CHOICE = 2;
export const CHECKBOXES = 3;
export const DROPDOWN = 4;
export const DATE = 5;
export const NUMBER = 6;
export const EMAIL = 7;
export const PHONE = 8;
export const COUNTRY = 9;
export const AGREEMENT = 10;

/** The answer to an agreement. */
export const AGREED = "true";

/** `otherwise` is the problem of a text that does not fit. */
type AnswerRule =
  | { readonly by: "text"; readonly mostLength: number }
  | {
      readonly by: "format";
      readonly fits: (text: string) => boolean;
      readonly example: string;
      readonly otherwise: string;
    }
  | { readonly by: "options"; readonly takesSeveral: boolean };

interface QuestionKind {
  readonly name: string;
  readonly answered: AnswerRule;
}

/** The question types by number. */
export const questionTypes = {
  [SHORT_ANSWER]: { name: "Short answer", answered: { by: "text", mostLength: 500 } },
  [PARAGRAPH]: { name: "Paragraph", answered: { by: "text", mostLength: 5000 } },
  [MULTIPLE_CHOICE]: { name: "Multiple choice", answered: { by: "options", takesSeveral: false } },
  [CHECKBOXES]: { name: "Checkboxes", answered: { by: "options", takesSeveral: true } },
  [DROPDOWN]: { name: "Dropdown", answered: { by: "options", takesSeveral: false } },
  [DATE]: {
    name: "Date",
    answered: {
      by: "format",
      fits: isDay,
      example: "2026-12-31",
      otherwise: "must be a day such as 2026-12-31",
    },
  },
  [NUMBER]: {
    name: "Number",
    answered: {
      by: "format",
      fits: isNumber,
      example: "2.5",
      otherwise: "must be a number such as 12 or 2.5",
    },
  },
  [EMAIL]: {
    name: "E-mail",
    answered: {
      by: "format",
      fits: (text) => text.length <= 254 && isEmail(text),
      example: "name@example.com",
      otherwise: "must be an e-mail address like name@example.com",
    },
  },
  [PHONE]: {
    name: "Phone",
    answered: {
      by: "format",
      fits: isPhone,
      example: "+44 20 7946 0018",
      otherwise: "must be a phone number such as +44 20 7946 0018",
    },
  },
  [COUNTRY]: {
    name: "Country",
    answered: {
      by: "format",
      fits: (text) => countryName(text) !== undefined,
      example: "DE",
      otherwise: "must be the code of a country such as DE",
    },
  },
  [AGREEMENT]: {
    name: "Agreement",
    answered: {
      by: "format",
      fits: (text) => text === AGREED,
      example: AGREED,
      otherwise: `must be "${AGREED}"`,
    },
  },
} as const satisfies Record<number, QuestionKind>;

/** The number of a question type. */
export type QuestionType = keyof typeof questionTypes;

/** The numbers of all question types, ascending. */
export const questionTypeIds = Object.keys(questionTypes).map(Number);

function kindOf(typeId: number): QuestionKind | undefined {
  return (questionTypes as Record<number, QuestionKind>)[typeId];
}

/** Whether a type has options of its own. A country is chosen from a fixed list. */
export const takesOptions = (typeId: number): boolean => kindOf(typeId)?.answered.by === "options";

/** The fields of a question that decide whether an answer is valid. */
export interface Question {
  typeId: number;
  required: boolean;
  options: readonly string[] | null;
}

/** An answer as clients send it. */
export type Answer = string | readonly string[];

/** Why an answer is refused, as the end of a sentence, or null. */
export function answerProblem(question: Question, answer: Answer | null | undefined): string | null {
  const answers =
    answer === null || answer === undefined ? [] : typeof answer === "string" ? [answer] : answer;
  const chosen = answers.filter((text) => text.trim() !== "");
  if (chosen.length === 0) return question.required ? "is required" : null;
  const kind = kindOf(question.typeId);
  if (kind === undefined) return "answers a question of an unknown type";
  const { answered } = kind;
  switch (answered.by) {
    case "text":
      if (chosen.length > 1) return "must be a single answer";
      return isAtMost(chosen[0]!, answered.mostLength)
        ? null
        : `must be at most ${answered.mostLength} characters`;
    case "format":
      if (chosen.length > 1) return "must be a single answer";
      return answered.fits(chosen[0]!.trim()) ? null : answered.otherwise;
    case "options": {
      if (!answered.takesSeveral && chosen.length > 1) return "must be a single answer";
      if (new Set(chosen).size !== chosen.length) return "has one option twice";
      const options = new Set(question.options);
      return chosen.every((text) => options.has(text)) ? null : "must be one of the options";
    }
  }
}

/** An answer as it is stored: one text, with a line for each of several texts; null if it is empty. */
export function answerText(answer: Answer | null | undefined): string | null {
  const texts = typeof answer === "string" ? [answer.trim()] : (answer ?? []).map((text) => text.trim());
  const filled = texts.filter((text) => text !== "");
  return filled.length === 0 ? null : filled.join("\n");
}

/** A stored answer as people read it. */
export function answerWords(typeId: number, answer: string): string {
  if (typeId === COUNTRY) return countryName(answer) ?? answer;
  return typeId === AGREEMENT && answer === AGREED ? "Agreed" : answer;
}

/** A question as people read it. */
export const questionWords = ({ typeId, text }: { typeId: number; text: string }): string =>
  typeId === AGREEMENT ? `I agree to ${text}` : text;
