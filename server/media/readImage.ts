/** Invariant: only these widths and formats are made, so that a visitor cannot fill the disk. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { derivedFile, type ImageKind, imageFile, isFileName } from "./images.ts";
import { pictureQueues } from "./pictureQueues.ts";
import type { Format } from "./pictureWork.ts";

export const imageWidths = [320, 640, 960, 1280, 1920] as const;

export interface ImageRequest {
  /** `?w=` as received. */
  readonly width?: string | number | null | undefined;
  readonly accept?: string | null | undefined;
}

/** The format depends on the Accept header, so the reply needs `Vary: Accept`. */
export interface ServedImage {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  /** False for a default picture. */
  readonly isImmutable: boolean;
}

const types: Record<Format, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
  png: "image/png",
};

/**
 * A picture, or the kind's default one if it is missing (docs/product.md §7; docs/wire.md §4); null unless
 * `isFileName(file)`.
 */
export async function readImage(
  dataDir: string,
  kind: ImageKind,
  file: string,
  requested: ImageRequest,
): Promise<ServedImage | null> {
  if (!isFileName(file)) return null;
  const path = imageFile(dataDir, kind, file);
  const original = path === null ? null : await readIfExists(path);
  const source = original ?? (await readFile(new URL(`./defaults/${kind}.svg`, import.meta.url)));
  const format = bestFormat(
    requested.accept ?? "",
    original !== null && file.endsWith(".png") ? "png" : "jpeg",
  );
  // A default picture is named by a hash, so that its next version gets a new file.
  const stem = original === null ? `default-${digest(source)}` : file.replace(/\.\w+$/, "");
  const derived = derivedFile(dataDir, kind, `${stem}-${servedWidth(requested.width)}.${format}`);
  const body =
    (await readFile(derived).catch(() => null)) ??
    (await onlyOnce(derived, () => makeServed(source, servedWidth(requested.width), format, derived)));
  return { body, type: types[format], etag: `"${digest(body)}"`, isImmutable: original !== null };
}

/** The requested width, rounded up to a served one, or the largest; 1280 if it is missing or invalid, such as a text of six digits. */
export function servedWidth(requested: ImageRequest["width"]): number {
  const width = typeof requested === "string" && /^\d{1,5}$/.test(requested) ? Number(requested) : requested;
  if (typeof width !== "number" || !(width > 0)) return 1280;
  return imageWidths.find((one) => one >= width) ?? 1920;
}

function bestFormat(accept: string, fallback: Format): Format {
  if (accept.includes("image/avif")) return "avif";
  return accept.includes("image/webp") ? "webp" : fallback;
}

async function makeServed(source: Buffer, width: number, format: Format, path: string): Promise<Buffer> {
  const { body } = await pictureQueues.served.encode({ source, width, format });
  await saveFile(path, body);
  return body;
}

/** Ignores errors, such as a full disk, because the picture can be sent without its file. */
async function saveFile(path: string, body: Buffer): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporaryPath, body);
    await rename(temporaryPath, path);
  } catch {
    await rm(temporaryPath, { force: true }).catch(() => {});
  }
}

const pending = new Map<string, Promise<Buffer>>();

async function onlyOnce(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const running = pending.get(path);
  if (running !== undefined) return running;
  const promise = make().finally(() => pending.delete(path));
  pending.set(path, promise);
  return promise;
}

async function readIfExists(path: string): Promise<Buffer | null> {
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
