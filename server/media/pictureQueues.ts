/**
 * Pictures are decoded and encoded in separate processes (../processes/limitedProcess.ts), one at a time in each of
 * three queues: staff uploads, visitor uploads, and served pictures. So staff never wait for a stranger's picture, and
 * a picture that takes too much time or memory ends only its own process.
 */
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import type { PictureAnswer, PictureRequest } from "./pictureWork.ts";

/** A queue of pictures. */
export interface PictureQueue {
  /**
   * Decodes and encodes a picture. Throws `busy` if too much is queued or the process died, and `tooLarge` at a limit
   * of the process.
   */
  encode(request: PictureRequest): Promise<{ body: Buffer; format: PictureAnswer["format"] }>;
  /** The current process, for tests. */
  readonly pid: number | undefined;
}

/** Beyond these limits of pictures that wait or are processed, further ones are refused. */
const maxQueued = 50;
const maxQueuedBytes = 64 * 2 ** 20;

/** The limits of one picture. `pictureCost.ts` refuses most pictures that would exceed them. */
export const pictureLimits: ProcessLimits = { memoryMb: 300, cpuMs: 5000 };

/** Opens a queue; its process starts with the first picture. */
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

/** The queues of this server. Served pictures are our own files, so they may take longer (large AVIF pictures). */
export const pictureQueues = {
  staff: openPictureQueue(pictureLimits),
  visitors: openPictureQueue(pictureLimits),
  served: openPictureQueue({ ...pictureLimits, cpuMs: 20_000 }),
} as const;
