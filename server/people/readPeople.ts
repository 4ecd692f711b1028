/**
 * Who is in a file, and what is wrong with it? Reads beside those who write what was read: 50,000 rows take seconds.
 * Invariant: nobody stands in `people` twice, and a row is either there or among the problems, or it is empty.
 */
import type { PayloadOf } from "../../contract/all.ts";
import { MOST_IMPORTED_ROWS, type RowProblem } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import {
  columnsOf,
  headingProblem,
  type ImportColumn,
  type ImportedPerson,
  personOf,
  type RowRule,
} from "./importColumns.ts";

const mostTold = 1000;
const sampleRows = 5;
/** Of the additional fields of everybody, with their headings: everybody of a file is in memory until it is whole. */
const mostFieldLetters = 48 * 2 ** 20;

/** What a file has said so far. */
export interface PeopleFileState {
  /** In the order of the file. */
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
   * Waits until so many people are read, or the whole file.
   * @throws invalidFile in a sentence.
   */
  until: (people: number) => Promise<void>;
  /** Reads no further. */
  stop: () => Promise<void>;
}

/** Begins to read. What goes wrong is told to whoever waits. */
export function beginReading(rows: AsyncIterable<readonly (readonly string[])[]>, rule: RowRule): OpenFile {
  const reading: PeopleFileState = {
    people: [],
    problems: [],
    columns: [],
    sample: [],
    rowCount: 0,
    isWhole: false,
  };
  let more = Promise.withResolvers<void>();
  let isStopped = false;
  const ended = (async () => {
    const take = rowTaker(reading, rule);
    for await (const batch of rows) {
      if (isStopped) return;
      for (const cells of batch) take(cells);
      more.resolve();
      more = Promise.withResolvers();
    }
    if (reading.rowCount === 0) throw new DomainError("invalidFile", "There is nobody in this file.");
    reading.isWhole = true;
  })();
  ended.catch(() => {});
  return {
    reading,
    async until(people) {
      while (!reading.isWhole && reading.people.length < people) await Promise.race([ended, more.promise]);
    },
    async stop() {
      isStopped = true;
      await ended.catch(() => {});
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
      reading.columns = columnsOf(trimmed(cells));
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
    const person = personOf(reading.columns, cells, number, rule);
    if (typeof person === "string") {
      reading.problems.push({ row: number, reason: person });
      return;
    }
    fieldLetters += person.additionalFields.length;
    if (fieldLetters > mostFieldLetters)
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

/** Headings without the empty ones at the end, which spreadsheets are full of. */
function trimmed(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

/** What is told of a whole file of which nobody is registered, but those whose addresses were known before. */
export function report(
  { people: read, problems: found, columns, sample, rowCount }: PeopleFileState,
  known: ReadonlySet<string>,
  tickets: readonly { id: number; title: string }[],
): PayloadOf<"registration/bulkImportAttendee"> {
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  const isKnown = ({ email }: ImportedPerson) => known.has(email.toLowerCase());
  const people = read.filter((one) => !isKnown(one));
  const problems = [
    ...found,
    ...read
      .filter(isKnown)
      .map(({ email, row }) => ({ row, reason: `${email} is registered for this event already` })),
  ].sort((one, other) => one.row - other.row);
  return {
    insertCount: 0,
    skipped: problems.slice(0, mostTold),
    skippedCount: problems.length,
    additionalColumns: columns.flatMap(({ heading, meaning }) =>
      meaning === "additional" && heading !== "" ? [heading] : [],
    ),
    columns,
    sample,
    rowCount,
    places: [...placesWanted(people)].map(([ticketId, count]) => ({
      ticketId,
      title: titles.get(ticketId)!,
      count,
    })),
  };
}

/** How many places people need, by ticket. */
export function placesWanted(people: readonly ImportedPerson[]): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>();
  for (const { ticketId } of people) wanted.set(ticketId, (wanted.get(ticketId) ?? 0) + 1);
  return wanted;
}
