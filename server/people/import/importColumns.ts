import type { FieldProblem } from "../../../contract/endpoint.ts";
import { PARAGRAPH, questionWords } from "../../../contract/rules/questions/questions.ts";
import { requiredTextLine } from "../../../contract/scalars.ts";
import type { ColumnChoice, ColumnMeaning, ImportColumn } from "../../../contract/shapes/people.ts";
import { invalidInput } from "../../domainError.ts";
import type { QuestionRow } from "../../forms/rows.ts";
import { MOST_QUESTIONS } from "../../forms/saveQuestions.ts";
import { comparedText } from "./comparedText.ts";
import {
  commonHeadings,
  headingForm,
  type MeaningHeadings,
  nameHeadings,
  namePairs,
  presetOf,
} from "./importPresets.ts";
import { stateColumnsOf } from "./importStates.ts";

/** The meanings that several columns may have. */
const sharedMeanings = new Set<ColumnMeaning>(["state", "answer", "registeredAt", "additional", "leaveOut"]);

/** The meanings whose columns may become additional fields. */
const fieldMeanings = new Set<ColumnMeaning>(["state", "company", "note", "additional"]);

const maxFields = 50;
const maxFieldName = 100;

export interface ColumnRule {
  questions: readonly QuestionRow[];
  choices: readonly ColumnChoice[];
}

/**
 * The columns of a file. Their meanings are chosen by staff, else guessed from the headings.
 * @throws invalidInput if a choice is impossible.
 */
export function columnsOf(headings: readonly string[], { questions, choices }: ColumnRule): ImportColumn[] {
  const columns: (ImportColumn | undefined)[] = chosenColumns(headings, { questions, choices });
  const forms = headings.map(headingForm);
  const isTaken = (meaning: ColumnMeaning) => columns.some((column) => column?.meaning === meaning);
  const assignMeanings = (meanings: MeaningHeadings) => {
    for (const [key, known] of Object.entries(meanings)) {
      const meaning = key as ColumnMeaning;
      for (const form of known.map(headingForm))
        for (const [index, heading] of headings.entries())
          if (forms[index] === form && (sharedMeanings.has(meaning) || !isTaken(meaning)))
            columns[index] ??= { heading, meaning };
    }
  };
  assignMeanings(presetOf(headings)?.meanings ?? {});
  for (const index of stateColumnsOf(headings))
    columns[index] ??= { heading: headings[index]!, meaning: "state" };
  assignMeanings(commonHeadings);
  for (const { firstName, lastName } of namePairs)
    if ([firstName, lastName].every((heading) => forms.includes(headingForm(heading))))
      assignMeanings({ firstName: [firstName], lastName: [lastName] });
  if (!isTaken("firstName")) assignMeanings({ name: nameHeadings });
  for (const [index, heading] of headings.entries()) {
    const question = questions.find(
      ({ id, type_id: typeId, text }) =>
        [text, questionWords({ typeId, text })].some((label) => isSameText(label, heading)) &&
        !columns.some((column) => column?.questionId === id),
    );
    columns[index] ??=
      question === undefined
        ? { heading, meaning: isFieldHeading(heading) ? "additional" : "leaveOut" }
        : { heading, meaning: "answer", questionId: question.id };
  }
  return columns.map((column) => column!);
}

/** The questions to make from columns, with negative ids until they are stored. */
export function questionsToMake(columns: readonly ImportColumn[]): QuestionRow[] {
  return columns.flatMap(({ heading, questionId, makeQuestion }) =>
    makeQuestion !== true ? [] : [questionForAnyText(questionId!, heading.trim())],
  );
}

/**
 * A question that every attendee may answer after the purchase, so that no purchase asks what staff have not checked.
 */
export function questionForAnyText(id: number, text: string): QuestionRow {
  return {
    id,
    event_id: 0,
    // A cell may be too long for a short answer.
    type_id: PARAGRAPH,
    text,
    required: false,
    options: null,
    sort_order: 0,
    is_hidden: false,
    shows_at_door: false,
    ticket_ids: null,
    asked_of: "guest",
    asked_when: "later",
    show_if_question_id: null,
    show_if_equals: null,
  };
}

function isSameText(one: string, other: string): boolean {
  const form = comparedText(one);
  return one === other || (form !== "" && form === comparedText(other));
}

function chosenColumns(
  headings: readonly string[],
  { questions, choices }: ColumnRule,
): (ImportColumn | undefined)[] {
  const columns: (ImportColumn | undefined)[] = headings.map(() => undefined);
  const found = new Set<number>();
  let made = 0;
  const problems: FieldProblem[] = [];
  for (const [place, { heading, meaning, questionId: givenId, makeQuestion }] of choices.entries()) {
    const problem = (field: keyof ColumnChoice, message: string) =>
      problems.push({ path: `columns.${place}.${field}`, message });
    const index = headings.findIndex((one, position) => one === heading && !found.has(position));
    if (index === -1) {
      problem("heading", "is not a heading of this file");
      continue;
    }
    found.add(index);
    if (givenId !== undefined && meaning !== "answer") problem("questionId", "is for an answer only");
    if (makeQuestion === true && meaning !== "answer") problem("makeQuestion", "is for an answer only");
    if (meaning === undefined) continue;
    const existing = questions.find(({ text }) => isSameText(text, heading))?.id;
    if (meaning === "answer" && makeQuestion === true && existing === undefined) {
      const isMade = columns.some((column) => column?.makeQuestion && isSameText(column.heading, heading));
      if (givenId !== undefined) problem("questionId", "is not for a question that is made");
      else if (!requiredTextLine(500).safeParse(heading).success)
        problem("makeQuestion", "needs a heading of at most 500 characters on one line");
      else if (isMade) problem("makeQuestion", "is answered by another column");
      else {
        made += 1;
        if (questions.length + made > MOST_QUESTIONS)
          problem("makeQuestion", `would be more than ${MOST_QUESTIONS} questions`);
      }
      columns[index] = { heading, meaning, makeQuestion: true, questionId: -made };
      continue;
    }
    const questionId = makeQuestion === true ? existing : givenId;
    if (meaning === "answer") {
      if (questionId === undefined) problem("questionId", "is required");
      else if (!questions.some(({ id }) => id === questionId))
        problem("questionId", "is not a question of this event");
      else if (columns.some((column) => column?.questionId === questionId))
        problem("questionId", "is answered by another column");
    } else if (!sharedMeanings.has(meaning) && columns.some((column) => column?.meaning === meaning))
      problem("meaning", "is the meaning of another column");
    columns[index] = { heading, meaning, ...(questionId === undefined ? {} : { questionId }) };
  }
  if (problems.length > 0) throw invalidInput(...problems);
  return columns;
}

/** The problem of the columns as a sentence, or null. */
export function headingProblem(columns: readonly ImportColumn[]): string | null {
  const has = (meaning: ColumnMeaning) => columns.some((column) => column.meaning === meaning);
  if (!has("email") && !has("buyerEmail")) return "There is no column “email” in the first row.";
  if (!has("name") && !has("firstName")) return "There is no column “name” or “first name” in the first row.";
  return null;
}

/** Whether a heading can name an additional field. Assigning "__proto__" would store no field. */
export function isFieldHeading(heading: string): boolean {
  return heading !== "" && heading !== "__proto__";
}

export interface OpenFields {
  /** Makes fields of columns that this row is the first to fill, if they can be fields, up to `maxFields`. */
  note: (cells: readonly string[]) => void;
  /** Null if the column is no field. */
  nameOf: (column: number) => string | null;
  report: () => { additionalColumns: string[]; unkeptColumns: string[]; emptyColumns: string[] };
}

/** Decides which columns become additional fields. */
export function openFields(columns: readonly ImportColumn[]): OpenFields {
  const names = fieldNames(columns);
  const isFilled = columns.map(() => false);
  const isKept = columns.map(() => false);
  let fieldCount = 0;
  const namesOf = (isChosen: (index: number) => boolean) =>
    names.flatMap((name, index) => (name !== null && isChosen(index) ? [name] : []));
  return {
    note(cells) {
      for (let index = 0; index < columns.length; index++) {
        if (isFilled[index] === true || (cells[index] ?? "") === "") continue;
        isFilled[index] = true;
        if (names[index] === null || fieldCount === maxFields) continue;
        isKept[index] = true;
        fieldCount += 1;
      }
    },
    nameOf: (column) => (isKept[column] === true ? names[column]! : null),
    report: () => ({
      additionalColumns: namesOf((index) => isKept[index]!),
      unkeptColumns: namesOf((index) => isFilled[index]! && !isKept[index]!),
      emptyColumns: columns.flatMap(({ heading }, index) =>
        heading !== "" && !isFilled[index]! ? [heading] : [],
      ),
    }),
  };
}

/** The name of each column as a field, or null. The second “Note” becomes “Note (2)”. */
function fieldNames(columns: readonly ImportColumn[]): (string | null)[] {
  const taken = new Set<string>();
  return columns.map(({ heading, meaning }) => {
    if (!isFieldHeading(heading) || !fieldMeanings.has(meaning)) return null;
    let name = shortName(heading, "");
    for (let number = 2; taken.has(name); number++) name = shortName(heading, ` (${number})`);
    taken.add(name);
    return name;
  });
}

function shortName(heading: string, end: string): string {
  const maxLength = maxFieldName - end.length;
  const begin = heading.length <= maxLength ? heading : `${heading.slice(0, maxLength - 1).toWellFormed()}…`;
  return begin + end;
}
