/**
 * Reads an archive in a separate process, which is killed at its limits (../processes/limitedProcess.ts): the file comes
 * from a stranger's hands, even if Foyer wrote one like it.
 */

import type { EventFile } from "../../contract/shapes/eventFile.ts";
import { MOST_IMPORTED_ROWS } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import { unpackRows } from "../spreadsheets/packedRows.ts";
import { logosNamedIn } from "./archivedSponsors.ts";
import { archiveNames } from "./names.ts";
import type { ArchiveAnswer, ArchiveRequest, ReadTable } from "./readArchiveWork.ts";

/** What was read of an archive. */
export interface ReadArchive {
  event: EventFile;
  /** The rows of attendees.csv with its headings; null if people were not asked for. */
  rows: string[][] | null;
  /** The rows of waiting-list.csv with its headings; empty without it. */
  waitingList: string[][];
  /** The rows of sponsors.csv with its headings; empty without it. */
  sponsors: string[][];
  /** The logos that they name, not judged yet, by their names in the archive. */
  logos: ReadonlyMap<string, Buffer>;
  /** The banner as it was stored, not judged yet; null without one. */
  banner: Buffer | null;
}

const limits: ProcessLimits = { memoryMb: 400, cpuMs: 30_000 };

const sentences = {
  memory: "Reading this archive takes too much memory.",
  time: "Reading this archive takes longer than any archive of an event needs.",
  none: "This archive cannot be read.",
} as const;

/** Reads an archive. @throws invalidFile with a sentence. */
export async function readArchive(file: Buffer, { people }: { people: boolean }): Promise<ReadArchive> {
  const reader = openProcess<ArchiveRequest, ArchiveAnswer>(
    new URL("./readArchiveWork.ts", import.meta.url),
    limits,
  );
  try {
    const opened = await reader.ask({ file });
    const readTable = async (table: ReadTable): Promise<string[][]> => {
      const rows: string[][] = [];
      for (;;) {
        const answer = await reader.ask({ table });
        if (!("rows" in answer) || answer.rows === null) return rows;
        rows.push(...unpackRows(answer.rows));
        if (rows.length > MOST_IMPORTED_ROWS + 1)
          throw new DomainError(
            "invalidFile",
            `The file ${table} has more than ${MOST_IMPORTED_ROWS.toLocaleString("en-US")} rows.`,
          );
      }
    };
    const rows = people ? await readTable(archiveNames.attendees) : null;
    const waitingList = people ? await readTable(archiveNames.waitingList) : [];
    const sponsors = people ? await readTable(archiveNames.sponsors) : [];
    const logos = new Map<string, Buffer>();
    for (const picture of logosNamedIn(sponsors)) {
      const logo = await reader.ask({ picture });
      if ("picture" in logo && logo.picture !== null) logos.set(picture, Buffer.from(logo.picture));
    }
    const last = await reader.ask({ next: "banner" });
    if (!("event" in opened) || !("picture" in last)) throw new ProcessKilled("none");
    return {
      event: opened.event,
      rows,
      waitingList,
      sponsors,
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
