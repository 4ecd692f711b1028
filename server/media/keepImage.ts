/**
 * Pictures that rows name: the file is there before a row names it, and goes after the last one has let go of it.
 * Invariant: whatever fails, every name in a row has its file, and a file that no row names goes: its removal is
 * queued before it is written, and again in the transaction that takes it from its row.
 */
import { copyFile, readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Idempotency, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { derivedFile, type ImageKind, imageFile, newImageName } from "./images.ts";
import { storeImage } from "./storeImage.ts";

/** The task that removes a picture unless a row names it; its payload is `{ kind, name }`. */
export const removeImageTask = "removeImage";

/** So long pages that are open, and mails and searches that show them, may still ask for a picture that is gone. */
export const graceMs = 24 * 3_600_000;

/** What pictures are kept with. */
export interface ImageParts {
  db: Db;
  dataDir: string;
  clock: () => Date;
}

/**
 * Keeps an upload for a row that will name it, and gives its name; undefined where there is none, or where the request
 * is the repetition of one that was answered.
 */
export async function keepUpload(
  { db, dataDir, clock }: ImageParts,
  kind: ImageKind,
  {
    upload,
    idempotency,
    keptMs = graceMs,
  }: {
    upload: Buffer | undefined;
    idempotency: Idempotency | null;
    /** How long it is there without a row that names it. */
    keptMs?: number;
  },
): Promise<string | undefined> {
  if (upload === undefined || (await replyGivenBefore(db, idempotency)) !== undefined) return undefined;
  const announce = (name: string) => inTransaction(db, (tx) => queueRemoval(tx, kind, name, clock(), keptMs));
  return storeImage({ dataDir, announce }, kind, upload);
}

/** Copies a picture under a name of its own, so that each row's can go without the other's; null where there is none. */
export async function keepCopy(
  { db, dataDir, clock }: ImageParts,
  kind: ImageKind,
  name: string | null,
): Promise<string | null> {
  const path = name === null ? null : imageFile(dataDir, kind, name);
  if (path === null) return null;
  const copy = newImageName(path.endsWith(".png") ? "png" : "jpg");
  await inTransaction(db, (tx) => queueRemoval(tx, kind, copy, clock()));
  try {
    await copyFile(path, imageFile(dataDir, kind, copy) ?? "");
    return copy;
  } catch {
    // The default picture stands for one that is missing, here as on the page.
    return null;
  }
}

/** Queues the removal of a picture that a row named until this transaction; null is none. */
export async function letGo(tx: Tx, kind: ImageKind, { name, now }: LetGo): Promise<void> {
  if (name !== null) await queueRemoval(tx, kind, name, now);
}

/** Which one, and when it is let go of. */
export interface LetGo {
  name: string | null;
  now: Date;
}

function queueRemoval(
  tx: Tx,
  kind: ImageKind,
  name: string,
  now: Date,
  keptMs: number = graceMs,
): Promise<void> {
  const runAt = new Date(now.getTime() + keptMs);
  return enqueue(tx, removeImageTask, { kind, name }, { jobKey: `image:${kind}:${name}`, runAt });
}

/** Removes a picture and what was made of it. One that is not there is no failure. */
export async function removeImage(dataDir: string, kind: ImageKind, name: string): Promise<void> {
  const path = imageFile(dataDir, kind, name);
  if (path === null) return;
  await rm(path, { force: true });
  const stem = name.replace(/\.\w+$/, "");
  const folder = dirname(derivedFile(dataDir, kind, "any"));
  const made = await readdir(folder).catch(() => []);
  await Promise.all(
    made
      .filter((file) => file.startsWith(stem))
      .map((file) => rm(derivedFile(dataDir, kind, file), { force: true })),
  );
}
