import { MOST_IMPORTED_ROWS } from "../../contract/rules/importLimits.ts";
import type { EventFile } from "../../contract/shapes/eventFile.ts";
import { DomainError } from "../domainError.ts";
import type { RecordFile } from "../people/import/archivedRecords.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import { unpackRows } from "../spreadsheets/packedRows.ts";
import { logosNamedIn } from "./archivedSponsors.ts";
import { earlierName, keptTables, mostEarlierEvents, RecordCollector, recordLimits } from "./keptRecords.ts";
import { archiveNames } from "./names.ts";
import type { ArchiveAnswer, ArchiveRequest } from "./readArchiveWork.ts";

export interface ReadArchive {
  event: EventFile;
  /** attendees.csv, headings first; null if people were not requested. */
  rows: string[][] | null;
  /** waiting-list.csv, headings first; empty without people or without the file. */
  waitingList: string[][];
  /** sponsors.csv, likewise. */
  sponsors: string[][];
  /** The rows that are not imported; empty without people. */
  records: readonly RecordFile[];
  /** The logos of sponsors who paid, by their names in the archive, not checked yet; empty without people. */
  logos: ReadonlyMap<string, Buffer>;
  /** Not checked yet; null without a banner. */
  banner: Buffer | null;
}

const limits: ProcessLimits = { memoryMb: 400, cpuMs: 30_000 };

const sentences = {
  memory: "Reading this archive takes too much memory.",
  time: "Reading this archive takes longer than any archive of an event needs.",
  none: "This archive cannot be read.",
} as const;

/** Reads a table; empty if the archive lacks it. Throws invalidFile without attendees.csv, and beyond `max` rows. */
type ReadRows = (table: string, max?: number) => Promise<string[][]>;

/** Reads the rows that are not imported. Earlier events have the first numbers, the archived event the next. */
async function readRecords(
  readTable: ReadRows,
  alreadyRead: ReadonlyMap<string, string[][]>,
): Promise<readonly RecordFile[]> {
  const collector = new RecordCollector();
  let number = 1;
  for (; ; number += 1) {
    const before = collector.files.length;
    for (const table of keptTables) {
      const name = earlierName(number, table);
      collector.keepAll(name, await readTable(name, recordLimits.rows));
    }
    if (collector.files.length === before) break;
    if (number === mostEarlierEvents)
      throw new DomainError(
        "invalidFile",
        `This event was made from archives more than ${mostEarlierEvents} times.`,
      );
  }
  for (const table of keptTables) {
    const rows = alreadyRead.get(table) ?? (await readTable(table, recordLimits.rows));
    if (rows.length > 0) collector.keepNotImported(table, number, rows);
  }
  return collector.files;
}

/** Reads an archive in a limited process, because a stranger may have changed the file. @throws invalidFile */
export async function readArchive(file: Buffer, { people }: { people: boolean }): Promise<ReadArchive> {
  const reader = openProcess<ArchiveRequest, ArchiveAnswer>(
    new URL("./readArchiveWork.ts", import.meta.url),
    limits,
  );
  try {
    const opened = await reader.ask({ file });
    const readTable: ReadRows = async (table, max = MOST_IMPORTED_ROWS) => {
      const rows: string[][] = [];
      for (;;) {
        const answer = await reader.ask({ table });
        if (!("rows" in answer) || answer.rows === null) return rows;
        rows.push(...unpackRows(answer.rows));
        if (rows.length > max + 1)
          throw new DomainError(
            "invalidFile",
            `The file ${table} has more than ${max.toLocaleString("en-US")} rows.`,
          );
      }
    };
    const rows = people ? await readTable(archiveNames.attendees) : null;
    const waitingList = people ? await readTable(archiveNames.waitingList) : [];
    const sponsors = people ? await readTable(archiveNames.sponsors) : [];
    const alreadyRead = new Map([
      [archiveNames.attendees as string, rows ?? []],
      [archiveNames.waitingList, waitingList],
      [archiveNames.sponsors, sponsors],
    ]);
    const records = people ? await readRecords(readTable, alreadyRead) : [];
    const logos = new Map<string, Buffer>();
    for (const picture of logosNamedIn(sponsors)) {
      const logo = await reader.ask({ picture });
      if ("picture" in logo && logo.picture !== null) logos.set(picture, Buffer.from(logo.picture));
    }
    const last = await reader.ask({ next: "banner" });
    if (!("event" in opened) || !("picture" in last)) throw new DomainError("invalidFile", sentences.none);
    return {
      event: opened.event,
      rows,
      waitingList,
      sponsors,
      records,
      logos,
      banner: last.picture === null ? null : Buffer.from(last.picture),
    };
  } catch (error) {
    if (error instanceof ProcessKilled) throw new DomainError("invalidFile", sentences[error.limit]);
    throw error;
  } finally {
    reader.close();
  }
}
