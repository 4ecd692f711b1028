/**
 * Pictures are decoded and drawn in processes of their own (../processes/limitedProcess.ts), one at a time in each of three
 * lines: what staff send, what visitors send, and what is served. So nobody's picture waits for a stranger's, and one that
 * takes too much ends a process and nothing else.
 */
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import type { PictureAnswer, PictureRequest } from "./pictureWork.ts";

/** A line of pictures. */
export interface PictureLine {
  /** Refuses with `busy` when too much waits already, with `tooLarge` what reached a limit of the process. */
  draw(request: PictureRequest): Promise<{ body: Buffer; format: PictureAnswer["format"] }>;
  /** Its process of now, for tests. */
  readonly pid: number | undefined;
}

/** More pictures than this in a line, or more bytes of them, are refused rather than kept in memory. */
const mostWaiting = 50;
const mostWaitingBytes = 64 * 2 ** 20;

/** What one picture may take: `pictureCost.ts` refuses before what would take more. */
export const drawLimits: ProcessLimits = { memoryMb: 300, cpuMs: 5000 };

/** Opens a line; its process starts with the first picture. */
export function openPictureLine(limits: ProcessLimits): PictureLine {
  const process = openProcess<PictureRequest, PictureAnswer>(
    new URL("./pictureWork.ts", import.meta.url),
    limits,
  );
  let waiting = 0;
  let waitingBytes = 0;
  return {
    async draw(request) {
      const bytes = "upload" in request ? request.upload.length : request.source.length;
      if (waiting >= mostWaiting || waitingBytes + bytes > mostWaitingBytes)
        throw new DomainError("busy", "Too many pictures at once. Try again in a moment.");
      waiting += 1;
      waitingBytes += bytes;
      try {
        const { body, format } = await process.ask(request);
        return { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), format };
      } catch (error) {
        throw error instanceof ProcessKilled ? refusalOf(error) : error;
      } finally {
        waiting -= 1;
        waitingBytes -= bytes;
      }
    },
    get pid() {
      return process.pid;
    },
  };
}

function refusalOf({ limit }: ProcessKilled): DomainError {
  if (limit === "none")
    return new DomainError("busy", "The picture could not be drawn just now. Try again in a minute.");
  return new DomainError(
    "tooLarge",
    `Drawing this picture takes too much ${limit}. Save it smaller, as a standard JPEG or PNG.`,
  );
}

/** The lines of this server. What is served is what we drew before, so it may take longer: AVIF of the widest form. */
export const pictureLines = {
  staff: openPictureLine(drawLimits),
  visitors: openPictureLine(drawLimits),
  served: openPictureLine({ ...drawLimits, cpuMs: 20_000 }),
} as const;
