/**
 * Reads the people of a file and finds problems, while others write what was read: 50,000 rows take seconds. Invariant:
 * nobody is in `people` twice, and every row is a person, a problem, or empty.
 */
import type { PayloadOf } from "../../contract/all.ts";
import { MOST_IMPORTED_ROWS, type RowProblem } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import {
  columnsOf,
  headingProblem,
  type ImportColumn,
  type ImportedPerson,
  type RowRule,
  readPerson,
} from "./importColumns.ts";

const maxReported = 1000;
const sampleRows = 5;
/**
 * The limit of all additional fields with their headings, because all people stay in memory until the file is complete.
 */
const maxFieldLetters = 48 * 2 ** 20;

/** The state of reading a file. */
export interface PeopleFileState {
  /** In file order. */
  people: ImportedPerson[];
  problems: RowProblem[];
  columns: ImportColumn[];
  sample: string[][];
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

/** Starts reading. Errors are thrown by `until`. */
export function startReading(rows: AsyncIterable<readonly (readonly string[])[]>, rule: RowRule): OpenFile {
  const reading: PeopleFileState = {
    people: [],
    problems: [],
    columns: [],
    sample: [],
    rowCount: 0,
    isWhole: false,
  };
  let nextBatch = Promise.withResolvers<void>();
  let isStopped = false;
  const finished = (async () => {
    const takeRow = rowTaker(reading, rule);
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

function rowTaker(reading: PeopleFileState, rule: RowRule): (cells: readonly string[]) => void {
  const rowsByEmail = new Map<string, number>();
  let number = 0;
  let fieldLetters = 0;
  return (cells) => {
    number += 1;
    if (number === 1) {
      reading.columns = columnsOf(withoutEmptyEnd(cells));
      const problem = headingProblem(reading.columns);
      if (problem !== null) throw new DomainError("invalidFile", problem);
      return;
    }
    if (cells.every((cell) => cell === "")) return;
    reading.rowCount += 1;
    if (reading.rowCount > MOST_IMPORTED_ROWS)
      throw new DomainError("invalidFile", "The file has more than 50,000 rows. Import it in parts.");
    if (reading.sample.length < sampleRows)
      reading.sample.push(reading.columns.map((_column, index) => cells[index] ?? ""));
    const person = readPerson(reading.columns, cells, number, rule);
    if (typeof person === "string") {
      reading.problems.push({ row: number, reason: person });
      return;
    }
    fieldLetters += person.additionalFields.length;
    if (fieldLetters > maxFieldLetters)
      throw new DomainError(
        "invalidFile",
        "The additional columns hold too much text. Import the file in parts.",
      );
    const address = person.email.toLowerCase();
    const earlier = rowsByEmail.get(address);
    if (earlier === undefined) {
      rowsByEmail.set(address, number);
      reading.people.push(person);
    } else reading.problems.push({ row: number, reason: `has the e-mail address of row ${earlier}` });
  };
}

/** Headings without empty ones at the end, which are common in spreadsheets. */
function withoutEmptyEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

/** The report on a whole file, except `insertCount`, with the problem of addresses that were registered before. */
export function importReport(
  { people: allPeople, problems: fileProblems, columns, sample, rowCount }: PeopleFileState,
  registered: ReadonlySet<string>,
  tickets: readonly { id: number; title: string }[],
): PayloadOf<"registration/bulkImportAttendee"> {
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  const isKnown = ({ email }: ImportedPerson) => registered.has(email.toLowerCase());
  const people = allPeople.filter((one) => !isKnown(one));
  const problems = [
    ...fileProblems,
    ...allPeople
      .filter(isKnown)
      .map(({ email, row }) => ({ row, reason: `${email} is registered for this event already` })),
  ].sort((one, other) => one.row - other.row);
  return {
    insertCount: 0,
    skipped: problems.slice(0, maxReported),
    skippedCount: problems.length,
    additionalColumns: columns.flatMap(({ heading, meaning }) =>
      meaning === "additional" && heading !== "" ? [heading] : [],
    ),
    columns,
    sample,
    rowCount,
    places: [...placesNeeded(people)].map(([ticketId, count]) => ({
      ticketId,
      title: titles.get(ticketId)!,
      count,
    })),
  };
}

/** The places that people need, by ticket. */
export function placesNeeded(people: readonly ImportedPerson[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>();
  for (const { ticketId } of people) wanted.set(ticketId, (wanted.get(ticketId) ?? 0) + 1);
  return wanted;
}
