import { isAskedOf, shownQuestions } from "../../../contract/rules/questions/asked.ts";
import { countries } from "../../../contract/rules/questions/countries.ts";
import {
  AGREED,
  AGREEMENT,
  answerText,
  CHECKBOXES,
  COUNTRY,
  takesOptions,
} from "../../../contract/rules/questions/questions.ts";
import { isStorable } from "../../../contract/scalars.ts";
import type { AnswerMeaning, ImportColumn } from "../../../contract/shapes/people.ts";
import { presentQuestion, type QuestionRow } from "../../forms/rows.ts";
import { judgeAnswers } from "../../registrations/people.ts";
import { comparedText, labelFinder } from "./comparedText.ts";

export interface RowAnswers {
  json: string;
  problems: string[];
  /** The cells of questions that this person is not asked. */
  notAsked: { heading: string; text: string }[];
}

const noAnswers: RowAnswers = { json: "{}", problems: [], notAsked: [] };

/**
 * Makes the function that reads the answers of a row. A buyer may answer the questions to buyers for every ticket,
 * because a later row of the registration may have that ticket.
 */
export function answersReader(
  columns: readonly ImportColumn[],
  { questions, answers }: { questions: readonly QuestionRow[]; answers: readonly AnswerMeaning[] },
): (cells: readonly string[], person: { ticketId: number | null; isBuyer: boolean }) => RowAnswers {
  const answering = columns.flatMap(({ heading, questionId }, index) => {
    const question = questions.find(({ id }) => id === questionId);
    return question === undefined
      ? []
      : [{ heading, index, questionId: question.id, read: decidedReader(question, answers) }];
  });
  const presented = questions.map(presentQuestion);
  const allTicketIds = presented.flatMap(({ ticketIds }) => ticketIds ?? []);
  return (cells, { ticketId, isBuyer }) => {
    if (ticketId === null) return noAnswers;
    const filled = answering.flatMap(({ index, heading, questionId, read }) => {
      const text = cells[index] ?? "";
      return text === "" ? [] : [{ heading, text, questionId, answer: read(text) }];
    });
    if (filled.length === 0) return noAnswers;
    const person = { ticketIds: [ticketId], boughtTicketIds: isBuyer ? allTicketIds : null };
    const shown = shownQuestions(
      presented.filter((question) => isAskedOf(question, person)),
      Object.fromEntries(filled.map(({ questionId, answer }) => [questionId, answerText(answer)])),
    );
    const isShown = ({ questionId }: { questionId: number }) => shown.some(({ id }) => id === questionId);
    const given = filled.filter(isShown);
    const judged = judgeAnswers(given, { questions, person, binds: false });
    const problems = given.flatMap(({ heading, text }, index) => [
      ...(isStorable(text) ? [] : [`the answer under “${heading}” is not readable text`]),
      ...judged.problems
        .filter(({ path }) => path === `answers.${index}`)
        .map(({ message }) => `the answer “${shortened(text)}” under “${heading}” ${message}`),
    ]);
    const stored = judged.answers.flatMap(({ questionId, answer }) =>
      answer === null ? [] : [[questionId, answer]],
    );
    const notAsked = filled.filter((one) => !isShown(one)).map(({ heading, text }) => ({ heading, text }));
    return { json: JSON.stringify(Object.fromEntries(stored)), problems, notAsked };
  };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

/** Makes the function that reads a cell: as staff decided about its text, else by `readerOf`. */
function decidedReader(
  question: QuestionRow,
  answers: readonly AnswerMeaning[],
): (text: string) => string | string[] {
  const read = readerOf(question);
  const decided = new Map(
    answers.filter(({ questionId }) => questionId === question.id).map(({ text, option }) => [text, option]),
  );
  return (text) => {
    const option = decided.get(text);
    if (option === undefined) return read(text);
    return question.type_id === CHECKBOXES && option !== "" ? [option] : option;
  };
}

/** Makes the function that reads a cell. It returns unreadable text unchanged, and `judgeAnswers` refuses it. */
function readerOf({ type_id: typeId, options }: QuestionRow): (text: string) => string | string[] {
  if (takesOptions(typeId)) {
    if (typeId === CHECKBOXES) return optionsReader(options ?? []);
    const find = labelFinder((options ?? []).map((option) => [option, option] as const));
    return (text) => find(text) ?? text;
  }
  if (typeId === COUNTRY) {
    const find = labelFinder(
      countries.flatMap(({ code, name }) => [[code, code] as const, [name, code] as const]),
    );
    return (text) => find(text) ?? text;
  }
  if (typeId === AGREEMENT) return (text) => agreements.get(comparedText(text)) ?? text;
  return (text) => text;
}

/** How files write an agreement. “No” is stored as no answer. */
const agreements: ReadonlyMap<string, string> = new Map([
  ...[AGREED, "yes", "agreed", "ja", "oui", "ใช่"].map((text) => [comparedText(text), AGREED] as const),
  ...["false", "no", "nein", "non", "ไม่ใช่"].map((text) => [comparedText(text), ""] as const),
]);

/**
 * Makes the function that reads several options from a cell. An option may contain a separator, so as many parts as
 * possible are joined into one option.
 */
function optionsReader(options: readonly string[]): (text: string) => string[] {
  const find = labelFinder(options.map((option) => [option, option] as const));
  const partCounts = [...new Set(options.map((option) => partEndsOf(option).length))].sort((a, b) => b - a);
  return (text) => {
    const ends = partEndsOf(text);
    const chosen: string[] = [];
    // More choices than options mean a repeated option, which is refused, so reading can stop.
    for (let part = 0; part < ends.length && chosen.length <= options.length; ) {
      const start = part === 0 ? 0 : ends[part - 1]! + 1;
      const labelOf = (count: number) => find(text.slice(start, ends[part + count - 1]));
      const count = partCounts.find((parts) => part + parts <= ends.length && labelOf(parts) !== undefined);
      if (count !== undefined) chosen.push(labelOf(count)!);
      else if (text.slice(start, ends[part]).trim() !== "") return [text];
      part += count ?? 1;
    }
    return chosen;
  };
}

function partEndsOf(text: string): number[] {
  return [...text.matchAll(/[;,\n]|$/g)].map(({ index }) => index);
}
