/** Reads forms with files into memory; nothing reaches the disk. */
import type { MultipartFile, MultipartValue } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Multipart, pictureUpload } from "../../contract/endpoint.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import type { HeldUpload } from "./uploadRoom.ts";

/** Its name and type come from the sender and cannot be trusted. */
export interface UploadedFile {
  name: string;
  type: string;
  body: Buffer;
}

export interface ReadForm {
  body: Record<string, unknown>;
  files: UploadedFile[];
}

/** Lets the routes of this scope accept forms. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  const { default: multipart } = await import("@fastify/multipart");
  await app.register(multipart, {
    limits: { fieldNameSize: 100, fieldSize: 512 * 1024, fields: 50, parts: 60, headerPairs: 50 },
  });
}

/**
 * Reads a whole form; `upload` counts the bytes of its files.
 * @throws tooLarge, invalidInput for an unreadable form, busy without room (uploadRoom.ts)
 */
export async function readForm(
  request: FastifyRequest,
  declared: true | Multipart,
  schema: z.ZodType | undefined,
  upload: HeldUpload,
): Promise<ReadForm> {
  const limits = declared === true ? pictureUpload : declared;
  const shape = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const body = new Map<string, unknown>();
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts({
      limits: { fileSize: limits.fileBytes, files: limits.files },
    })) {
      if (part.type === "file") files.push(...(await fileOf(part, upload)));
      else body.set(...fieldOf(part, shape));
    }
  } catch (error) {
    throw refusalOf(error, limits);
  }
  return { body: Object.fromEntries(body), files };
}

/** Leaves out an empty file without a name, which browsers send if nothing was chosen. */
async function fileOf(part: MultipartFile, upload: HeldUpload): Promise<UploadedFile[]> {
  const pieces: Buffer[] = [];
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    upload.take(piece.length);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  return body.length === 0 && !part.filename
    ? []
    : [{ name: part.filename ?? "", type: part.mimetype, body }];
}

function fieldOf(part: MultipartValue, shape: Record<string, z.ZodType>): [string, unknown] {
  if (part.valueTruncated === true) throw new DomainError("tooLarge", `${part.fieldname} is too long.`);
  const name = part.fieldname;
  return [name, typeof part.value === "string" ? valueOfText(part.value, shape[name]) : part.value];
}

/** They clear a field that may be null, and otherwise mean "not given" (docs/wire.md §1). */
const emptyTexts = new Set(["", "null", "undefined"]);

function valueOfText(text: string, field: z.ZodType | undefined): unknown {
  if (field === undefined) return text;
  if (emptyTexts.has(text)) return field.safeParse(null).success ? null : undefined;
  if (field.safeParse(text).success) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusalOf(error: unknown, { fileBytes, files }: Multipart): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (error instanceof DomainError) return error;
  if (code === "FST_REQ_FILE_TOO_LARGE")
    return new DomainError("tooLarge", `A file may have at most ${Math.floor(fileBytes / 1024 / 1024)} MB.`);
  if (code === "FST_FILES_LIMIT")
    return new DomainError("tooLarge", files === 1 ? "Send one file." : `Send at most ${files} files.`);
  if (statusCode === 413) return new DomainError("tooLarge", "The form has too many fields.");
  // Errors of busboy about an incomplete form have no code.
  return invalidInput({ path: "body", message: "is not a readable form" });
}
