/**
 * A temporary file that is written at full speed and read at the client's speed, so that a slow client delays nobody
 * else. It is unlinked at once, so it disappears with its reader, also if the server is killed.
 */
import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../domainError.ts";

/** The size limit of all waiting files of a node together. */
const mostBytes = 2 * 2 ** 30;

let spooledBytes = 0;

/** A complete file with its length. Its stream closes it. */
export interface SpooledFile {
  stream: Readable;
  bytes: number;
}

/**
 * Writes the pieces, and returns the file once it is complete.
 * @param isWanted is asked before each piece; if it returns false, nothing more is made.
 * @throws busy if the disk limit is reached, or the file is no longer wanted.
 */
export async function spool(
  pieces: AsyncIterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<SpooledFile> {
  const path = join(tmpdir(), `foyer-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch(() => {
    throw noRoom();
  });
  let bytes = 0;
  try {
    await unlink(path);
    for await (const piece of pieces) {
      if (!isWanted()) throw new DomainError("busy", "The download was given up.");
      if (spooledBytes + piece.length > mostBytes) throw noRoom();
      bytes += piece.length;
      spooledBytes += piece.length;
      await file.appendFile(piece).catch(() => {
        throw noRoom();
      });
    }
  } catch (error) {
    spooledBytes -= bytes;
    await file.close();
    throw error;
  }
  const stream = file.createReadStream({ start: 0 });
  stream.once("close", () => {
    spooledBytes -= bytes;
  });
  return { stream, bytes };
}

function noRoom(): DomainError {
  return new DomainError("busy", "There is no room for the download just now. Please try again in a minute.");
}
