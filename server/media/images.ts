import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export type ImageKind = "club-logo" | "event-banner" | "sponsor-logo";

const nameForm = /^[A-Za-z0-9_-]{22}\.(?:jpg|png)$/;

/** A new name of 128 random bits, which cannot be guessed. */
export function newImageName(format: "jpg" | "png"): string {
  return `${randomBytes(16).toString("base64url")}.${format}`;
}

/** Whether a text has at most 100 of A–Z, a–z, 0–9, `_`, `-` and `.`, and does not begin with a dot. */
export function isFileName(file: string): boolean {
  return /^[\w-][\w.-]{0,99}$/.test(file);
}

/** The path of a stored picture; null unless its name has the form that `newImageName` makes. */
export function imageFile(dataDir: string, kind: ImageKind, file: string): string | null {
  return nameForm.test(file) ? join(dataDir, "images", kind, file) : null;
}

/** A stored picture; null if `imageFile` is null or the file cannot be read. */
export async function storedImage(dataDir: string, kind: ImageKind, file: string): Promise<Buffer | null> {
  const path = imageFile(dataDir, kind, file);
  return path === null ? null : readFile(path).catch(() => null);
}

/** The path of a picture in another width or format. `name` is not checked. */
export function derivedFile(dataDir: string, kind: ImageKind, name: string): string {
  return join(dataDir, "images", "derived", kind, name);
}
