/**
 * A file that is written as fast as it is made and read as slowly as somebody's line is: so that who reads slowly, or not
 * at all, keeps nobody from theirs. It has no name on the disk, so that it goes with its reader, also with a killed server.
 */
import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../domainError.ts";

/** So much of all files together may wait on a node's disk for their readers. */
const mostBytes = 2 * 2 ** 30;

let spooledBytes = 0;

/** A file that is whole, with its length. Its stream closes it. */
export interface SpooledFile {
  stream: Readable;
  bytes: number;
}

/**
 * Writes the pieces, and gives the file once it is whole.
 * @param isWanted is asked before each piece; once it says no nothing more is made.
 * @throws busy when the disk takes no more, or nobody wants the file any more.
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
