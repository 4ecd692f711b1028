/** Each queue has its own process, so that an upload of staff does not wait behind a visitor's. */
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import type { PictureAnswer, PictureRequest } from "./pictureWork.ts";

export interface PictureQueue {
  /** Decodes and encodes a picture. @throws DomainError `busy`, `tooLarge`, or an error of pictureWork.ts */
  encode(request: PictureRequest): Promise<{ body: Buffer; format: PictureAnswer["format"] }>;
  readonly pid: number | undefined;
}

const maxQueued = 50;
const maxQueuedBytes = 64 * 2 ** 20;

export const pictureLimits: ProcessLimits = { memoryMb: 300, cpuMs: 5000 };

/** Opens a queue, whose process starts with the first picture. */
export function openPictureQueue(limits: ProcessLimits): PictureQueue {
  const process = openProcess<PictureRequest, PictureAnswer>(
    new URL("./pictureWork.ts", import.meta.url),
    limits,
  );
  let queued = 0;
  let queuedBytes = 0;
  return {
    async encode(request) {
      const bytes = "upload" in request ? request.upload.length : request.source.length;
      if (queued >= maxQueued || queuedBytes + bytes > maxQueuedBytes)
        throw new DomainError("busy", "Too many pictures at once. Try again in a moment.");
      queued += 1;
      queuedBytes += bytes;
      try {
        const { body, format } = await process.ask(request);
        return { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), format };
      } catch (error) {
        throw error instanceof ProcessKilled ? refusalOf(error) : error;
      } finally {
        queued -= 1;
        queuedBytes -= bytes;
      }
    },
    get pid() {
      return process.pid;
    },
  };
}

function refusalOf({ limit }: ProcessKilled): DomainError {
  if (limit === "none")
    return new DomainError(
      "busy",
      "The picture could not be processed at the moment. Try again in a minute.",
    );
  return new DomainError(
    "tooLarge",
    `Processing this picture takes too much ${limit}. Save it smaller, as a standard JPEG or PNG.`,
  );
}

/** Served pictures are our own files, so they get more CPU time. */
export const pictureQueues = {
  staff: openPictureQueue(pictureLimits),
  visitors: openPictureQueue(pictureLimits),
  served: openPictureQueue({ ...pictureLimits, cpuMs: 20_000 }),
} as const;
