/** Checks and imports a file, and fetches the progress meanwhile. */
import type { PayloadOf } from "../../../../contract/all.ts";
import type { AnswerMeaning, ColumnChoice } from "../../../../contract/shapes/people.ts";
import { ApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";

/** The server's reply to a check or an import of a file. */
export type ImportCheck = PayloadOf<"registration/bulkImportAttendee">;
/** What happens to a file's rows of each state, by the state's text. */
export type StateVerdicts = ImportCheck["values"]["state"];
/** What each ticket text of a file means, such as the id of a ticket. */
export type TicketUses = ImportCheck["values"]["ticket"];
export type ImportProgress = NonNullable<PayloadOf<"registration/getImportProgress">>;

/** What staff decide about a file. */
export interface ImportDecisions {
  columns: readonly ColumnChoice[];
  states: StateVerdicts;
  tickets: TicketUses;
  answers: readonly AnswerMeaning[];
  /** Whether everybody is imported as not yet active. */
  areAllInactive: boolean;
  /** Whether people whom an earlier import registered are corrected. */
  isUpdate: boolean;
  /** Empty: the sheet that the server guesses. */
  sheet: string;
}

interface ImportFile extends ImportDecisions {
  eventId: number;
  ticketId: string;
  file: File;
}

/** A file to import, with its idempotency key. */
interface KeyedFile extends ImportFile {
  key: string;
  /** Whether rows with errors are left out. */
  goodRowsOnly: boolean;
}

const pollMs = 500;

function bodyOf(importFile: ImportFile) {
  const { eventId, ticketId, columns, states, tickets, answers, areAllInactive, isUpdate, sheet } =
    importFile;
  return {
    eventId,
    ...(columns.length === 0 ? {} : { columns: [...columns] }),
    values: { state: states, ticket: tickets, answer: [...answers] },
    ...(areAllInactive && { waiting: true }),
    ...(isUpdate && { update: true }),
    ...(sheet === "" ? {} : { sheet }),
    ...(ticketId === "" ? {} : { ticketId: Number(ticketId) }),
  };
}

/** Asks the server to check a file. Nothing is imported. */
export function checkFile(importFile: ImportFile): Promise<ImportCheck | undefined> {
  const options = { files: [importFile.file], suppressToasts: true };
  return api.post("registration/bulkImportAttendee", { ...bodyOf(importFile), dryRun: true }, options);
}

/** Imports a file. After a lost answer the request can be repeated with the same key. */
export async function runImport(
  importFile: KeyedFile,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportCheck | undefined> {
  const { key, goodRowsOnly } = importFile;
  let isOver = false;
  const timer = setInterval(() => {
    api
      .get("registration/getImportProgress", { eventId: importFile.eventId, key }, { suppressToasts: true })
      .then((progress) => {
        // Progress that arrives after the outcome is outdated.
        if (!isOver && progress?.state === "writing") onProgress(progress);
      })
      // The import's own request reports a failure.
      .catch(() => {});
  }, pollMs);
  try {
    const body = { ...bodyOf(importFile), ...(goodRowsOnly && { goodRowsOnly }) };
    return await api.post("registration/bulkImportAttendee", body, {
      files: [importFile.file],
      suppressFailure: true,
      idempotencyKey: key,
    });
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}

/**
 * Whether the import may have been done although there was an error: no answer came, or the server or a proxy failed or
 * was busy, for example with an earlier attempt.
 */
export function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && ["noAnswer", "unexpected", "busy"].includes(error.code);
}

/** The number of people that a checked file registers. */
export function peopleOf({ places }: ImportCheck): number {
  return countOf(places);
}

export function countOf(parts: readonly { count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** "1 row", "1,200 rows". */
export function rowsWords(count: number): string {
  return count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
}

/** "1 person", "1,200 people". */
export function peopleWords(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** The address of an import's people. Without a state the list shows only those of active registrations. */
export function peopleOfImport(
  eventId: number,
  { importId, hasInactive }: { importId: number; hasInactive: boolean },
): string {
  return `${paths.eventPage(eventId, "attendees")}?import=${importId}${hasInactive ? "&state=all" : ""}`;
}
