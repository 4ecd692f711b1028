/**
 * Reads the people of a file and finds problems, while others write what was read: 50,000 rows take seconds. Invariant:
 * nobody is in `people` twice, everybody in `people` has a good state or the file has none, and every row is a person, a
 * problem, left out by its state, or empty.
 */
import type { PayloadOf } from "../../contract/all.ts";
import { MOST_ROWS_GIVEN_BACK } from "../../contract/rules/otherRows.ts";
import { type ImportColumn, MOST_IMPORTED_ROWS } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import { columnsOf, headingProblem, type OpenFields, openFields } from "./importColumns.ts";
import { type ImportedPerson, personReader, type RowRule } from "./importPerson.ts";
import { type FoundProblem, groupProblems } from "./importProblems.ts";
import { type FileState, maxStates, openFileStates, type StateVerdict } from "./importStates.ts";

const maxReported = 1000;
const sampleRows = 5;
/**
 * The limit of all additional fields with their headings and of all answers, because all people stay in memory until the file is complete.
 */
const maxFieldLetters = 48 * 2 ** 20;

/** The state of reading a file. */
export interface PeopleFileState {
  /** In file order. */
  people: ImportedPerson[];
  problems: FoundProblem[];
  columns: ImportColumn[];
  fields: OpenFields;
  sample: string[][];
  /** The states of all rows, in file order. */
  states: () => FileState[];
  rowCount: number;
  isWhole: boolean;
}

/** A file that is being read. */
export interface OpenFile {
  reading: PeopleFileState;
  /**
   * Waits until this many people are read, or the whole file.
   * @throws invalidFile with a sentence.
   */
  until: (people: number) => Promise<void>;
  /** Reads no further. */
  stop: () => Promise<void>;
}

/**
 * Starts reading. Errors are thrown by `until`. With `isCheck`, columns that do not suffice are a problem of row 1 and not
 * an error, so that staff can see the columns and decide what they mean.
 */
export function startReading(
  rows: AsyncIterable<readonly (readonly string[])[]>,
  rule: RowRule & { isCheck: boolean },
): OpenFile {
  const states = openFileStates(rule.states);
  const reading: PeopleFileState = {
    states: states.all,
    people: [],
    problems: [],
    columns: [],
    fields: openFields([]),
    sample: [],
    rowCount: 0,
    isWhole: false,
  };
  let nextBatch = Promise.withResolvers<void>();
  let isStopped = false;
  const finished = (async () => {
    const takeRow = rowTaker(reading, rule, states);
    for await (const batch of rows) {
      if (isStopped) return;
      for (const cells of batch) takeRow(cells);
      nextBatch.resolve();
      nextBatch = Promise.withResolvers();
    }
    if (reading.rowCount === 0) throw new DomainError("invalidFile", "There is nobody in this file.");
    reading.isWhole = true;
  })();
  finished.catch(() => {});
  return {
    reading,
    async until(people) {
      while (!reading.isWhole && reading.people.length < people)
        await Promise.race([finished, nextBatch.promise]);
    },
    async stop() {
      isStopped = true;
      await finished.catch(() => {});
    },
  };
}

function rowTaker(
  reading: PeopleFileState,
  rule: RowRule & { isCheck: boolean },
  states: ReturnType<typeof openFileStates>,
): (cells: readonly string[]) => void {
  let stateColumns: number[] = [];
  // Null while the columns do not suffice.
  let readPerson: ReturnType<typeof personReader> | null = null;
  const rowsByEmail = new Map<string, number>();
  let number = 0;
  let fieldLetters = 0;
  const refuseColumns = (reason: string) => {
    if (!rule.isCheck) throw new DomainError("invalidFile", reason);
    readPerson = null;
    reading.people = [];
    reading.problems = [{ row: 1, reasons: [reason] }];
  };
  return (cells) => {
    number += 1;
    if (number === 1) {
      reading.columns = columnsOf(withoutEmptyEnd(cells), rule);
      reading.fields = openFields(reading.columns);
      const problem = headingProblem(reading.columns);
      if (problem !== null) return refuseColumns(problem);
      stateColumns = reading.columns.flatMap(({ meaning }, index) => (meaning === "state" ? [index] : []));
      readPerson = personReader(reading, rule);
      return;
    }
    if (cells.every((cell) => cell === "")) return;
    reading.rowCount += 1;
    if (reading.rowCount > MOST_IMPORTED_ROWS)
      throw new DomainError("invalidFile", "The file has more than 50,000 rows. Import it in parts.");
    if (reading.sample.length < sampleRows)
      reading.sample.push(reading.columns.map((_column, index) => cells[index] ?? ""));
    reading.fields.note(cells);
    if (readPerson === null) return;
    const refuse = (reasons: readonly string[]) =>
      reading.problems.push({
        row: number,
        reasons,
        ...(rule.goodRowsOnly &&
          reading.problems.length <= MOST_ROWS_GIVEN_BACK && {
            cells: reading.columns.map((_column, index) => cells[index] ?? ""),
          }),
      });
    if (stateColumns.length > 0) {
      const state = states.judge(stateColumns.map((index) => cells[index] ?? ""));
      if (state === null) return refuseColumns(tooManyStates(reading.columns));
      if (state.verdict === "leaveOut") return;
      if (state.verdict === undefined) {
        refuse([askedState(state)]);
        return;
      }
    }
    const person = readPerson(cells, number);
    if (Array.isArray(person)) {
      refuse(person);
      return;
    }
    fieldLetters += person.additionalFields.length + person.answers.length;
    if (fieldLetters > maxFieldLetters)
      throw new DomainError(
        "invalidFile",
        "The additional columns and answers hold too much text. Import the file in parts.",
      );
    const address = person.email.toLowerCase();
    const earlier = rowsByEmail.get(address);
    if (earlier === undefined) {
      rowsByEmail.set(address, number);
      reading.people.push(person);
    } else refuse([`has the e-mail address of row ${earlier}`]);
  };
}

function askedState({ text }: FileState): string {
  const state = text === "" ? "has no state" : `has the state “${text}”`;
  return `${state}, which may mean a ticket or none: decide whether to import it`;
}

function tooManyStates(columns: readonly ImportColumn[]): string {
  const headings = columns.flatMap(({ heading, meaning }) => (meaning === "state" ? [`“${heading}”`] : []));
  return `The rows have more than ${maxStates} different states under ${headings.join(" and ")}. If this is no state of a ticket, choose another meaning for the column.`;
}

/** Headings without empty ones at the end, which are common in spreadsheets. */
function withoutEmptyEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

/** The report on a whole file, except `insertCount` and `importId`, with the problem of addresses that were registered before. */
export function importReport(
  { people: allPeople, problems: fileProblems, columns, fields, sample, states, rowCount }: PeopleFileState,
  registered: ReadonlySet<string>,
  tickets: readonly { id: number; title: string }[],
): PayloadOf<"registration/bulkImportAttendee"> {
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  const isKnown = ({ email }: ImportedPerson) => registered.has(email.toLowerCase());
  const people = allPeople.filter((one) => !isKnown(one));
  const problems = [
    ...fileProblems,
    ...allPeople.filter(isKnown).map(({ email, row, cells }) => ({
      row,
      reasons: [`${email} is registered for this event already`],
      ...(cells.length > 0 && { cells: columns.map((_column, index) => cells[index] ?? "") }),
    })),
  ].sort((one, other) => one.row - other.row);
  return {
    insertCount: 0,
    importId: null,
    skipped: problems
      .slice(0, maxReported)
      .map(({ reasons, ...problem }) => ({ ...problem, reason: reasons.join("; ") })),
    skippedCount: problems.length,
    problems: groupProblems(problems, { columns, sample, tickets }),
    ...fields.report(),
    columns,
    sample,
    rowCount,
    ...stateReport(states()),
    places: [...placesNeeded(people)].map(([ticketId, count]) => ({
      ticketId,
      title: titles.get(ticketId)!,
      count,
    })),
  };
}

function stateReport(
  states: readonly FileState[],
): Pick<PayloadOf<"registration/bulkImportAttendee">, "values" | "leftOut" | "undecided"> {
  const rowsOf = (verdict: StateVerdict | undefined) =>
    states
      .filter((state) => state.verdict === verdict && state.count > 0)
      .map(({ text, count }) => ({ text, count }));
  return {
    values: {
      state: Object.fromEntries(
        states.flatMap(({ text, verdict }) => (verdict === undefined ? [] : [[text, verdict]])),
      ),
    },
    leftOut: rowsOf("leaveOut"),
    undecided: rowsOf(undefined),
  };
}

/** The places that people need, by ticket. */
export function placesNeeded(people: readonly ImportedPerson[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>();
  for (const { ticketId } of people) wanted.set(ticketId, (wanted.get(ticketId) ?? 0) + 1);
  return wanted;
}
