/** Checks and imports a file, and asks meanwhile how far it has come. */
import type { PayloadOf } from "../../../../contract/all.ts";
import { ApiError } from "../../../api/apiError.ts";
import { api } from "../../../api/browser.ts";

/** What the server says of a file. */
export type ImportCheck = PayloadOf<"registration/bulkImportAttendee">;
/** How far an import has come. */
export type ImportProgress = NonNullable<PayloadOf<"registration/getImportProgress">>;

interface ImportFile {
  eventId: number;
  ticketId: string;
  file: File;
}

/** A file to import, with the key under which it is imported once. */
interface KeyedFile extends ImportFile {
  key: string;
}

const everyMs = 500;

function bodyOf({ eventId, ticketId }: ImportFile) {
  return { eventId, ...(ticketId === "" ? {} : { ticketId: Number(ticketId) }) };
}

/** Says everything that is wrong, and registers nobody. */
export function checkFile(given: ImportFile): Promise<ImportCheck | undefined> {
  const options = { files: [given.file], suppressToasts: true };
  return api.post("registration/bulkImportAttendee", { ...bodyOf(given), dryRun: true }, options);
}

/** Registers everybody, or nobody. What got lost on its way may be sent again with the same key. */
export async function runImport(
  given: KeyedFile,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportCheck | undefined> {
  const { key } = given;
  let isOver = false;
  const timer = setInterval(() => {
    api
      .get("registration/getImportProgress", { eventId: given.eventId, key }, { suppressToasts: true })
      .then((progress) => {
        // One that comes after the outcome is old.
        if (!isOver && progress?.state === "writing") onProgress(progress);
      })
      // What came of the import itself is told below.
      .catch(() => {});
  }, everyMs);
  try {
    return await api.post("registration/bulkImportAttendee", bodyOf(given), {
      files: [given.file],
      suppressFailure: true,
      idempotencyKey: key,
    });
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}

/**
 * Whether an import may have been done all the same: no answer came, or one of something between us and the server, or
 * an earlier try with the same key is still being written.
 */
export function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && ["noAnswer", "unexpected", "busy"].includes(error.code);
}

/** "1 person", "1,200 people". */
export function peopleWords(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}
