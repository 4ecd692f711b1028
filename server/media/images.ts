/**
 * Where are the pictures of clubs and events, and which names may be asked for?
 * Invariant: a name is random text made here; nothing else, and so no path, reaches the disk.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";

/** Each kind has its own folder and its own default picture. The wire serves them as /api/{kind}/{file}. */
export type ImageKind = "club-logo" | "event-banner" | "sponsor-logo";

const nameForm = /^[A-Za-z0-9_-]{22}\.(?:jpg|png)$/;

/** A new name: 128 random bits, so that pictures cannot be guessed and one name never has two contents. */
export function newImageName(format: "jpg" | "png"): string {
  return `${randomBytes(16).toString("base64url")}.${format}`;
}

/** Whether a text could be the name of a file in one folder. Only names of our own lead to one (`imageFile`). */
export function isFileName(file: string): boolean {
  return /^[\w-][\w.-]{0,99}$/.test(file);
}

/** Where a stored picture is; null for a name that is none of ours, such as ../../x. */
export function imageFile(dataDir: string, kind: ImageKind, file: string): string | null {
  return nameForm.test(file) ? join(dataDir, "images", kind, file) : null;
}

/** Where a smaller or reformatted form of a picture is kept; it can be deleted at any time. */
export function derivedFile(dataDir: string, kind: ImageKind, name: string): string {
  return join(dataDir, "images", "derived", kind, name);
}
