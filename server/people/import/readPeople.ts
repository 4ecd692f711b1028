/**
 * Invariant: unless the columns cannot be used, every row below the headings is in one registration, has a problem, is
 * left out by its state or ticket, or is empty.
 */

import type { PayloadOf } from "../../../contract/all.ts";
import { MOST_IMPORTED_ROWS } from "../../../contract/rules/importLimits.ts";
import { MOST_ROWS_RETURNED } from "../../../contract/rules/otherRows.ts";
import type { ColumnMeaning, ImportColumn, StateVerdict } from "../../../contract/shapes/people.ts";
import { DomainError } from "../../domainError.ts";
import type { QuestionRow } from "../../forms/rows.ts";
import { columnsOf, headingProblem, type OpenFields, openFields, questionsToMake } from "./importColumns.ts";
import {
  groupAddress,
  type ImportedRegistration,
  isWaitingGroup,
  oldCodesOf,
  openGroups,
  peopleIn,
  placesNeeded,
} from "./importGroups.ts";
import type { KnownRegistrations } from "./importKnown.ts";
import { cellReader, type ImportedPerson, personReader, type RowRule } from "./importPerson.ts";
import { type ImportPreset, presetOf } from "./importPresets.ts";
import { type FoundProblem, groupProblems, separateUndecided } from "./importProblems.ts";
import { type FileState, maxStates, openFileStates } from "./importStates.ts";
import {
  type FileTicket,
  maxFileTickets,
  openFileTickets,
  type TicketToMake,
  ticketText,
} from "./importTickets.ts";

const maxReported = 1000;
const sampleRows = 5;
/** Limits additional fields and answers, because all people of a file are in memory. */
const maxFieldCharacters = 48 * 2 ** 20;

export interface PeopleFile {
  registrations: ImportedRegistration[];
  problems: FoundProblem[];
  preset: ImportPreset | null;
  columns: ImportColumn[];
  fields: OpenFields;
  sample: string[][];
  states: FileState[];
  rowCount: number;
  /** The tickets of rows that their states admit. */
  tickets: FileTicket[];
  /** How many of these rows have none. */
  noTicketCount: number;
  newTickets: readonly TicketToMake[];
  newQuestions: readonly QuestionRow[];
}

export type FileRule = RowRule & {
  /** Whether unusable columns are a problem of row 1, so that staff can decide about them. */
  reportsColumnProblems: boolean;
};

/**
 * Reads a whole file, because rows that belong together may be anywhere in it.
 * @throws invalidFile with a sentence, or invalidInput if a choice of columns is impossible.
 */
export async function readPeople(
  rows: AsyncIterable<readonly (readonly string[])[]>,
  rule: FileRule,
): Promise<PeopleFile> {
  const states = openFileStates(rule.states);
  const tickets = openFileTickets(rule.tickets, rule.ticketUses);
  const groups = openGroups();
  const reading: RowsRead = {
    problems: [],
    preset: null,
    columns: [],
    fields: openFields([]),
    sample: [],
    rowCount: 0,
    noTicketCount: 0,
    columnProblem: null,
  };
  const readRow = rowReader(reading, rule, { states, tickets, groups });
  for await (const batch of rows) for (const cells of batch) readRow(cells);
  const { columnProblem, ...read } = reading;
  const { columns, rowCount } = read;
  if (rowCount === 0) throw new DomainError("invalidFile", "There is nobody in this file.");
  const file = {
    ...read,
    states: states.all(),
    tickets: tickets.all(),
    newTickets: tickets.made(),
    newQuestions: questionsToMake(columns),
  };
  if (columnProblem !== null)
    return { ...file, registrations: [], problems: [{ row: 1, reasons: [columnProblem] }] };
  const { registrations, problems: ofGroups } = groups.close();
  const problems = [
    ...reading.problems,
    ...ofGroups.map(({ person, reason }) => problemOf(person, [reason], columns)),
  ];
  return { ...file, registrations, problems };
}

interface RowsRead
  extends Omit<PeopleFile, "registrations" | "states" | "tickets" | "newTickets" | "newQuestions"> {
  columnProblem: string | null;
}

function problemOf(
  { row, cells }: Pick<ImportedPerson, "row" | "cells">,
  reasons: readonly string[],
  columns: readonly ImportColumn[],
): FoundProblem {
  if (cells.length === 0) return { row, reasons };
  return { row, reasons, cells: columns.map((_column, index) => cells[index] ?? "") };
}

function rowReader(
  reading: RowsRead,
  rule: FileRule,
  {
    states,
    tickets,
    groups,
  }: {
    states: ReturnType<typeof openFileStates>;
    tickets: ReturnType<typeof openFileTickets>;
    groups: ReturnType<typeof openGroups>;
  },
): (cells: readonly string[]) => void {
  let stateColumns: number[] = [];
  // Null if the columns cannot be used.
  let readPerson: ReturnType<typeof personReader> | null = null;
  let read: ReturnType<typeof cellReader> = () => "";
  let number = 0;
  let fieldCharacters = 0;
  let people = 0;
  const refuseColumns = (reason: string) => {
    if (!rule.reportsColumnProblems) throw new DomainError("invalidFile", reason);
    readPerson = null;
    reading.columnProblem = reason;
  };
  return (cells) => {
    number += 1;
    if (number === 1) {
      const headings = withoutEmptyEnd(cells);
      reading.preset = presetOf(headings);
      reading.columns = columnsOf(headings, rule);
      reading.fields = openFields(reading.columns);
      const problem = headingProblem(reading.columns);
      if (problem !== null) return refuseColumns(problem);
      stateColumns = reading.columns.flatMap(({ meaning }, index) => (meaning === "state" ? [index] : []));
      const questions = [...rule.questions, ...questionsToMake(reading.columns)];
      readPerson = personReader(reading, { ...rule, questions });
      read = cellReader(reading.columns);
      return;
    }
    if (cells.every((cell) => cell === "")) return;
    reading.rowCount += 1;
    if (reading.rowCount > MOST_IMPORTED_ROWS) throw tooMany("rows");
    if (reading.sample.length < sampleRows)
      reading.sample.push(reading.columns.map((_column, index) => cells[index] ?? ""));
    reading.fields.note(cells);
    if (readPerson === null) return;
    const refuse = (reasons: readonly string[]) => {
      const isGivenBack = rule.goodRowsOnly && reading.problems.length < MOST_ROWS_RETURNED;
      reading.problems.push(
        problemOf({ row: number, cells: isGivenBack ? cells : [] }, reasons, reading.columns),
      );
    };
    let isWaiting = rule.everybodyWaits;
    if (stateColumns.length > 0) {
      const state = states.judge(stateColumns.map((index) => cells[index] ?? ""));
      if (state === null) return refuseColumns(tooManyStates(reading.columns));
      if (state.verdict === "leaveOut") return;
      if (state.verdict === undefined) {
        // This error also refuses the other rows of its registration.
        groups.of((meaning) => read(cells, meaning)).noteError(number);
        refuse([undecidedState(state)]);
        return;
      }
      isWaiting ||= state.verdict === "waiting";
    }
    const text = ticketText(read(cells, "ticket"), read(cells, "variation"));
    let ticketId = rule.defaultTicketId;
    if (text === "") reading.noTicketCount += 1;
    else {
      const judged = tickets.judge(text);
      if (judged === null) return refuseColumns(tooManyTickets(reading.columns));
      if (judged.ticket.use === "leaveOut") return;
      ticketId = judged.id;
    }
    const group = groups.of((meaning) => read(cells, meaning));
    const person = readPerson(cells, number, { ...group, ticketId, ticketText: text, isWaiting });
    if (Array.isArray(person)) {
      group.noteError(number);
      refuse(person);
      return;
    }
    fieldCharacters += person.additionalFields.length + person.answers.length;
    if (fieldCharacters > maxFieldCharacters)
      throw new DomainError(
        "invalidFile",
        "The additional columns and answers hold too much text. Import the file in parts.",
      );
    people += person.quantity;
    if (people > MOST_IMPORTED_ROWS) throw tooMany("people");
    const problem = group.add(person);
    if (problem !== null) refuse([problem]);
  };
}

function tooMany(what: "rows" | "people"): DomainError {
  const most = MOST_IMPORTED_ROWS.toLocaleString("en-US");
  return new DomainError("invalidFile", `The file has more than ${most} ${what}. Import it in parts.`);
}

function undecidedState({ text }: FileState): string {
  const state = text === "" ? "has no state" : `has the state “${text}”`;
  return `${state}, which may mean a ticket or none: decide whether to import it`;
}

function tooManyStates(columns: readonly ImportColumn[]): string {
  return `The rows have more than ${maxStates} different states under ${headingsOf(columns, "state")}. If this is no state of a ticket, choose another meaning for the column.`;
}

function tooManyTickets(columns: readonly ImportColumn[]): string {
  const headings = headingsOf(columns, "ticket", "variation");
  return `The rows have more than ${maxFileTickets} different tickets under ${headings}. If this is no ticket, choose another meaning for the column.`;
}

function headingsOf(columns: readonly ImportColumn[], ...meanings: readonly ColumnMeaning[]): string {
  return columns
    .flatMap(({ heading, meaning }) => (meanings.includes(meaning) ? [`“${heading}”`] : []))
    .join(" and ");
}

/** Spreadsheets often have empty headings at the end. */
function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

/** The reply, in which the caller sets `insertCount`, `importId`, the sheets and the corrections. */
export function importReport(
  file: PeopleFile,
  known: KnownRegistrations,
  tickets: readonly { id: number; title: string }[],
): Omit<PayloadOf<"registration/bulkImportAttendee">, "sheets" | "sheet" | "updateCount" | "update"> {
  const { columns, sample, newTickets } = file;
  const titles = new Map([...tickets, ...newTickets].map(({ id, title }) => [id, title]));
  const madeIds = new Set(newTickets.map(({ id }) => id));
  const registrations = withoutKnown(file.registrations, known);
  const problems = [
    ...file.problems,
    // A null reason: the import corrects or keeps the stored registration.
    ...[...known].flatMap(([{ rows }, reason]) =>
      reason === null ? [] : rows.map((person) => problemOf(person, [reason], columns)),
    ),
  ].sort((one, other) => one.row - other.row);
  const undecided = separateUndecided(problems);
  return {
    insertCount: 0,
    registrationCount: registrations.length,
    codeCount: oldCodesOf(registrations).length,
    noEmailCount: peopleIn(registrations.filter((one) => groupAddress(one) === null)),
    waitingCount: peopleIn(registrations.filter(isWaitingGroup)),
    importId: null,
    skipped: problems
      .slice(0, maxReported)
      .map(({ reasons, ...problem }) => ({ ...problem, reason: reasons.join("; ") })),
    skippedCount: problems.length,
    askedCount: undecided.askedCount,
    problems: groupProblems(undecided.problems, { columns, sample, tickets }),
    preset: file.preset?.source ?? null,
    presetAdvice: file.preset?.advice ?? null,
    ...file.fields.report(),
    // The negative id of a question to make means nothing outside this import.
    columns: columns.map(({ questionId, ...column }) =>
      column.makeQuestion === true || questionId === undefined ? column : { ...column, questionId },
    ),
    sample,
    rowCount: file.rowCount,
    ...valuesReport(file),
    fileTickets: file.tickets.map(({ text, count }) => ({ text, count })),
    unnamedCount: file.noTicketCount,
    places: [...placesNeeded(registrations)].map(([ticketId, count]) => ({
      ticketId: madeIds.has(ticketId) ? null : ticketId,
      title: titles.get(ticketId)!,
      count,
    })),
  };
}

/** The registrations that do not exist yet. */
export function withoutKnown(
  registrations: readonly ImportedRegistration[],
  known: KnownRegistrations,
): ImportedRegistration[] {
  return registrations.filter((one) => !known.has(one));
}

function valuesReport({
  states,
  tickets,
}: PeopleFile): Pick<PayloadOf<"registration/bulkImportAttendee">, "values" | "leftOut" | "undecided"> {
  const rowsOf = (verdict: StateVerdict | undefined) =>
    states
      .filter((state) => state.verdict === verdict && state.count > 0)
      .map(({ text, count }) => ({ text, count }));
  return {
    values: {
      state: Object.fromEntries(
        states.flatMap(({ text, verdict }) => (verdict === undefined ? [] : [[text, verdict]])),
      ),
      ticket: Object.fromEntries(
        tickets.flatMap(({ text, use }) => (use === undefined ? [] : [[text, use]])),
      ),
    },
    leftOut: [
      ...rowsOf("leaveOut"),
      ...tickets.flatMap(({ text, count, use }) => (use === "leaveOut" ? [{ text, count }] : [])),
    ],
    undecided: rowsOf(undefined),
  };
}
