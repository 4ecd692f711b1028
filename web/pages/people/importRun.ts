/** Checks and imports a file, and asks meanwhile how far it has come. */
import type { PayloadOf } from "../../../contract/all.ts";
import { api } from "../../api/browser.ts";

/** What the server says of a file. */
export type Checked = PayloadOf<"registration/bulkImportAttendee">;
/** How far an import has come. */
export type Progressed = NonNullable<PayloadOf<"registration/getImportProgress">>;

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
export function checkFile(given: ImportFile): Promise<Checked | undefined> {
  const options = { files: [given.file], suppressToasts: true };
  return api.post("registration/bulkImportAttendee", { ...bodyOf(given), dryRun: true }, options);
}

/** Registers everybody, or nobody. What got lost on its way may be sent again with the same key. */
export async function runImport(
  given: KeyedFile,
  onProgress: (progress: Progressed) => void,
): Promise<Checked | undefined> {
  const { key } = given;
  const timer = setInterval(() => {
    api
      .get("registration/getImportProgress", { eventId: given.eventId, key }, { suppressToasts: true })
      .then((progress) => {
        if (progress?.state === "writing") onProgress(progress);
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
    clearInterval(timer);
  }
}
