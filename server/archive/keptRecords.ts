/** Rows that are not imported are stored for reading, and the next archive with people has them under earlier/. */
import { DomainError } from "../domainError.ts";
import type { RecordFile } from "../people/import/archivedRecords.ts";
import { wrongRow } from "./archivedTable.ts";
import { archiveNames, attendeeHeadings, orderHeadings, sponsorHeadings, waitingHeadings } from "./names.ts";

export const recordLimits = { rows: 200_000, characters: 48 * 2 ** 20 } as const;

export const mostEarlierEvents = 50;

/** In the order of reading: orders before the tables whose rows belong to an order. */
export const keptTables = [
  archiveNames.attendees,
  archiveNames.orders,
  archiveNames.orderLines,
  archiveNames.payments,
  archiveNames.refunds,
  archiveNames.extras,
  archiveNames.sponsors,
  archiveNames.waitingList,
] as const;

export type KeptTable = (typeof keptTables)[number];

/** The name of a table of an earlier event. */
export const earlierName = (number: number, table: KeptTable): string => `earlier/${number}/${table}`;

/** Collects the rows of one archive. Throws invalidFile beyond `recordLimits`, and for wrong columns or rows. */
export class RecordCollector {
  readonly files: RecordFile[] = [];
  /** Orders by id; what belongs to them is not kept. */
  readonly #ordersMadeAgain = new Set<string>();
  #rows = 0;
  #characters = 0;

  keepAll(name: string, rows: readonly string[][]): void {
    this.#keep(name, rows, () => true);
  }

  keepNotImported(table: KeptTable, number: number, rows: readonly string[][]): void {
    const [headings = []] = rows;
    const at = (heading: string) => {
      const place = headings.indexOf(heading);
      if (place === -1)
        throw new DomainError(
          "invalidFile",
          `The columns of ${table} are not those that Foyer wrote: “${heading}” is missing.`,
        );
      return place;
    };
    this.#keep(earlierName(number, table), rows, this.#isKept(table, headings, at), table);
  }

  #isKept(
    table: KeptTable,
    headings: readonly string[],
    at: (heading: string) => number,
  ): (cells: readonly string[]) => boolean {
    const isNot = (heading: string, value: string) => {
      const place = at(heading);
      return (cells: readonly string[]) => cells[place] !== value;
    };
    if (table === archiveNames.attendees) return isNot(attendeeHeadings.state, "active");
    if (table === archiveNames.sponsors) return isNot(sponsorHeadings.payment, "paid");
    if (table === archiveNames.waitingList) {
      const isOther = isNot(waitingHeadings.state, "waiting");
      // Without ticket ids no entry is imported (archivedWaiting.ts).
      return headings.includes(waitingHeadings.ticketId) ? isOther : () => true;
    }
    const order = at(orderHeadings.id);
    if (table === archiveNames.orders) {
      // Older archives may lack this column.
      const isOther = headings.includes(orderHeadings.isImported)
        ? isNot(orderHeadings.isImported, "yes")
        : () => true;
      return (cells) => {
        if (!isOther(cells)) this.#ordersMadeAgain.add(cells[order] ?? "");
        return isOther(cells);
      };
    }
    return (cells) => !this.#ordersMadeAgain.has(cells[order] ?? "");
  }

  #keep(
    name: string,
    [headings = [], ...rows]: readonly string[][],
    isKept: (cells: readonly string[]) => boolean,
    table: string = name,
  ): void {
    const code = headings.indexOf("Code");
    const kept: string[] = [];
    for (const [index, cells] of rows.entries()) {
      if (cells.every((cell) => cell === "") || !isKept(cells)) continue;
      if (cells.length > headings.length)
        throw wrongRow(table, index + 2, "it has more cells than there are headings");
      // The code of another event is removed, because it lets nobody in.
      kept.push(this.#textOf(cells.map((cell, place) => (place === code ? "" : cell))));
    }
    if (kept.length === 0) return;
    this.#rows += kept.length;
    if (this.#rows > recordLimits.rows || this.#characters > recordLimits.characters)
      throw new DomainError(
        "invalidFile",
        "This archive has more orders, payments and people than can be kept.",
      );
    this.files.push({ name, rows: [this.#textOf(headings), ...kept] });
  }

  /** The cells as JSON, without NUL, which PostgreSQL cannot store. */
  #textOf(cells: readonly string[]): string {
    const text = JSON.stringify(cells.map((cell) => cell.replaceAll("\0", "")));
    this.#characters += text.length;
    return text;
  }
}

/** Counts the rows of each file, without headings. */
export function recordCounts(files: readonly RecordFile[]): { file: string; count: number }[] {
  return files.map(({ name, rows }) => ({ file: name, count: rows.length - 1 }));
}
