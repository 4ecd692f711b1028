import type { PayloadOf } from "../../../../contract/all.ts";
import type { AnswerMeaning, ColumnChoice } from "../../../../contract/shapes/people.ts";
import { ApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";
import { paths } from "../../../paths.ts";

/** The reply to a check or an import. */
export type ImportCheck = PayloadOf<"registration/bulkImportAttendee">;
/** What happens to rows, by the state's text in the file. */
export type StateVerdicts = ImportCheck["values"]["state"];
/** What each ticket's text in the file means. */
export type TicketUses = ImportCheck["values"]["ticket"];
export type ImportProgress = NonNullable<PayloadOf<"registration/getImportProgress">>;

export interface ImportDecisions {
  columns: readonly ColumnChoice[];
  states: StateVerdicts;
  tickets: TicketUses;
  answers: readonly AnswerMeaning[];
  areAllInactive: boolean;
  /** Whether people of earlier imports are corrected. */
  isUpdate: boolean;
  /** Empty: the sheet that the server guesses. */
  sheet: string;
}

interface ImportFile extends ImportDecisions {
  eventId: number;
  ticketId: string;
  file: File;
}

interface KeyedFile extends ImportFile {
  key: string;
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

export function checkFile(importFile: ImportFile): Promise<ImportCheck | undefined> {
  const options = { files: [importFile.file], suppressToasts: true };
  return api.post("registration/bulkImportAttendee", { ...bodyOf(importFile), dryRun: true }, options);
}

/** After a lost answer it can be called again with the same key. */
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

/** Whether the import may have been done in spite of the error. */
export function mayBeImported(error: unknown): error is ApiError {
  return error instanceof ApiError && ["noAnswer", "unexpected", "busy"].includes(error.code);
}

export function peopleCountOf({ places }: ImportCheck): number {
  return countOf(places);
}

export function countOf(parts: readonly { count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

export function rowsWords(count: number): string {
  return count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
}

export function peopleWords(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}

/** The address of an import's people. Without `state` the list has only people of active registrations. */
export function peopleOfImport(
  eventId: number,
  { importId, hasInactive }: { importId: number; hasInactive: boolean },
): string {
  return `${paths.eventPage(eventId, "attendees")}?import=${importId}${hasInactive ? "&state=all" : ""}`;
}
