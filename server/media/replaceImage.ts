/**
 * Changing the picture of a row: the file is there before the row names it, and gone after no row names it any more.
 * Invariant: whatever fails, every name in a row has its file; what fails in between leaves at most a file too many.
 */
import { copyFile, readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { derivedFile, type ImageKind, imageFile, newImageName } from "./images.ts";
import { storeImage } from "./storeImage.ts";

/** What saving says: the name the row has now, and the one it had. */
export interface Saved<T> {
  result: T;
  now: string | null;
  before: string | null;
}

/** Stores an upload, where there is one, saves with its name, and removes the picture that nothing names. */
export async function withImage<T>(
  { dataDir, kind, upload }: { dataDir: string; kind: ImageKind; upload: Buffer | undefined },
  save: (name: string | undefined) => Promise<Saved<T>>,
): Promise<T> {
  const name = upload === undefined ? undefined : await storeImage(dataDir, kind, upload);
  let saved: Saved<T> | undefined;
  try {
    saved = await save(name);
    return saved.result;
  } finally {
    // A repeated request is answered as the first one was: the picture it brought again is not needed.
    if (name !== undefined && name !== saved?.now) await removeImage(dataDir, kind, name);
    if (saved !== undefined && saved.before !== null && saved.before !== saved.now)
      await removeImage(dataDir, kind, saved.before);
  }
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

/** Copies a picture under a name of its own, so that each row's can go without the other's; null where there is none. */
export async function copyImage(
  dataDir: string,
  kind: ImageKind,
  name: string | null,
): Promise<string | null> {
  const path = name === null ? null : imageFile(dataDir, kind, name);
  if (path === null) return null;
  const copy = newImageName(path.endsWith(".png") ? "png" : "jpg");
  try {
    await copyFile(path, imageFile(dataDir, kind, copy) ?? "");
    return copy;
  } catch {
    // The default picture stands for one that is missing, here as on the page.
    return null;
  }
}
