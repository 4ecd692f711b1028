/** Invariant: no requested id opens a file outside the folder. */
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** `id` is the file name without ".eml". */
export interface OutboxEntry {
  readonly id: string;
  readonly writtenAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly attachmentCount: number;
}

/** 20261120T101530123Z-mail-…: sorts by time. */
const idForm = /^\d{8}T\d{9}Z-[A-Za-z0-9-]{1,80}$/;

/** Writes a mail and returns its id. */
export async function writeToOutbox(
  dir: string,
  messageId: string,
  source: Buffer,
  now: Date = new Date(),
): Promise<string> {
  // Mails may contain keys to tickets.
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const id = `${now.toISOString().replace(/[-:.]/g, "")}-${messageId.replace(/[^A-Za-z0-9-]/g, "").slice(0, 80) || "mail"}`;
  // A reader of the folder must not see a half-written mail.
  const temporaryPath = join(dir, `${id}.part`);
  await writeFile(temporaryPath, source, { mode: 0o600 });
  await rename(temporaryPath, join(dir, `${id}.eml`));
  return id;
}

/** The newest mails first; empty if the folder does not exist. */
export async function listOutbox(dir: string, maxMails = 200): Promise<OutboxEntry[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const ids = names
    .filter((name) => name.endsWith(".eml"))
    .map((name) => name.slice(0, -".eml".length))
    .filter((id) => idForm.test(id))
    .sort()
    .reverse()
    .slice(0, maxMails);
  const entries = await Promise.all(
    ids.map(async (id) => {
      const mail = await readOutboxMail(dir, id);
      return mail === null ? [] : [entryOf(id, mail, (await stat(join(dir, `${id}.eml`))).mtime)];
    }),
  );
  return entries.flat();
}

/** One mail, parsed; null if the outbox has no such mail. */
export async function readOutboxMail(dir: string, id: string): Promise<Email | null> {
  if (!idForm.test(id)) return null;
  try {
    return await PostalMime.parse(await readFile(join(dir, `${id}.eml`)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function entryOf(id: string, mail: Email, writtenAt: Date): OutboxEntry {
  return {
    id,
    writtenAt,
    to: (mail.to ?? []).map(({ address }) => address ?? "").join(", "),
    subject: mail.subject ?? "",
    attachmentCount: mail.attachments.filter(({ disposition }) => disposition === "attachment").length,
  };
}
