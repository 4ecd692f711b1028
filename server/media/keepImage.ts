/**
 * A file's removal is queued before it is written, and again when a row loses its name (for sponsors' logos by a
 * trigger), so that no file stays without a row.
 */
import { copyFile, readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Idempotency, storedReply } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { derivedFile, type ImageKind, imageFile, newImageName } from "./images.ts";
import { storeImage } from "./storeImage.ts";

/** The task that removes a picture unless a row has its name. Payload: `{ kind, name }`. */
export const removeImageTask = "removeImage";

/** Open pages, mails and search results may request a picture after its row has lost it. */
export const removalDelayMs = 24 * 3_600_000;

export interface ImageParts {
  db: Db;
  dataDir: string;
  clock: () => Date;
}

/** Stores an upload and returns its name; undefined without an upload, or if the request was answered before. */
export async function storeUpload(
  { db, dataDir, clock }: ImageParts,
  kind: ImageKind,
  {
    upload,
    idempotency,
    unusedMs = removalDelayMs,
  }: {
    upload: Buffer | undefined;
    idempotency: Idempotency | null;
    /** After this time the file is removed, unless a row has its name. */
    unusedMs?: number;
  },
): Promise<string | undefined> {
  if (upload === undefined || (await storedReply(db, idempotency)) !== undefined) return undefined;
  const announce = (name: string) =>
    inTransaction(db, (tx) => queueRemoval(tx, kind, name, clock(), unusedMs));
  return storeImage({ dataDir, announce }, kind, upload);
}

/** Copies a picture, so that each row has its own file; null if there is none or the copy fails. */
export async function storeCopy(
  { db, dataDir, clock }: ImageParts,
  kind: ImageKind,
  name: string | null,
): Promise<string | null> {
  const path = name === null ? null : imageFile(dataDir, kind, name);
  if (path === null) return null;
  const copy = newImageName(path.endsWith(".png") ? "png" : "jpg");
  await inTransaction(db, (tx) => queueRemoval(tx, kind, copy, clock()));
  try {
    await copyFile(path, imageFile(dataDir, kind, copy)!);
    return copy;
  } catch {
    return null;
  }
}

/** Queues the removal of a picture whose name is removed from a row. */
export async function queueImageRemoval(
  tx: Tx,
  kind: ImageKind,
  { name, now }: { name: string | null; now: Date },
): Promise<void> {
  if (name !== null) await queueRemoval(tx, kind, name, now);
}

function queueRemoval(
  tx: Tx,
  kind: ImageKind,
  name: string,
  now: Date,
  unusedMs: number = removalDelayMs,
): Promise<void> {
  const runAt = new Date(now.getTime() + unusedMs);
  return enqueue(tx, removeImageTask, { kind, name }, { jobKey: `image:${kind}:${name}`, runAt });
}

/** Removes a picture and its derived files, if they exist. */
export async function removeImage(dataDir: string, kind: ImageKind, name: string): Promise<void> {
  const path = imageFile(dataDir, kind, name);
  if (path === null) return;
  await rm(path, { force: true });
  const stem = name.replace(/\.\w+$/, "");
  const folder = dirname(derivedFile(dataDir, kind, "any"));
  for (const file of await readdir(folder).catch(() => []))
    if (file.startsWith(stem)) await rm(derivedFile(dataDir, kind, file), { force: true });
}
