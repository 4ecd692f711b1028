/**
 * Serves a picture in the width and format that suit the browser best.
 * Invariant: only the widths and formats listed here are made, so that a visitor cannot fill the disk.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { derivedFile, type ImageKind, imageFile, isFileName } from "./images.ts";
import { pictureLines } from "./pictureLines.ts";
import type { Format } from "./pictureWork.ts";

/** The widths that are served; a picture is never enlarged. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;

/** The browser's request. */
export interface WantedImage {
  /** `?w=` as received; it is rounded up to a served width, 1280 if it is missing or invalid. */
  readonly width?: string | number | null | undefined;
  /** The Accept header. */
  readonly accept?: string | null | undefined;
}

/** A picture to be sent. It depends on the Accept header, so the reply needs `Vary: Accept`. */
export interface ServedImage {
  readonly body: Buffer;
  readonly type: string;
  /** Quoted, as in the header. */
  readonly etag: string;
  /** True if this name always has this content, so that it can be cached for a year. */
  readonly isImmutable: boolean;
}

const types: Record<Format, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
  png: "image/png",
};

/**
 * Reads a picture. If it is missing, returns the kind's default picture (docs/product.md §7; docs/wire.md §4). Returns
 * null for an invalid file name, such as ../../x.
 */
export async function readImage(
  dataDir: string,
  kind: ImageKind,
  file: string,
  wanted: WantedImage,
): Promise<ServedImage | null> {
  const path = imageFile(dataDir, kind, file);
  if (path === null && !isFileName(file)) return null;
  const original = path === null ? null : await readIfThere(path);
  const source = original ?? (await readFile(new URL(`./defaults/${kind}.svg`, import.meta.url)));
  const format = bestFormat(wanted.accept ?? "", original !== null && file.endsWith(".png") ? "png" : "jpeg");
  // A default picture is named by its content, so a later version gets a new name.
  const stem = original === null ? `default-${digest(source)}` : file.replace(/\.\w+$/, "");
  const derived = derivedFile(dataDir, kind, `${stem}-${servedWidth(wanted.width)}.${format}`);
  const body =
    (await readFile(derived).catch(() => null)) ??
    (await onlyOnce(derived, () => make(source, servedWidth(wanted.width), format, derived)));
  return { body, type: types[format], etag: `"${digest(body)}"`, isImmutable: original !== null };
}

/** The served width for a wanted one. */
export function servedWidth(wanted: WantedImage["width"]): number {
  const width = typeof wanted === "string" && /^\d{1,5}$/.test(wanted) ? Number(wanted) : wanted;
  if (typeof width !== "number" || !(width > 0)) return 1280;
  return imageWidths.find((one) => one >= width) ?? 1920;
}

function bestFormat(accept: string, otherwise: Format): Format {
  if (accept.includes("image/avif")) return "avif";
  return accept.includes("image/webp") ? "webp" : otherwise;
}

async function make(source: Buffer, width: number, format: Format, path: string): Promise<Buffer> {
  const { body } = await pictureLines.served.draw({ source, width, format });
  await keep(path, body);
  return body;
}

/** A full disk must not fail the request for a picture that was just made. */
async function keep(path: string, body: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(unfinished, body);
    await rename(unfinished, path);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

const making = new Map<string, Promise<Buffer>>();

/** Concurrent requests for a new form make it once. */
async function onlyOnce(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = making.get(path);
  if (known !== undefined) return known;
  const made = make().finally(() => making.delete(path));
  making.set(path, made);
  return made;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function digest(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}
