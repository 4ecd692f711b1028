/**
 * A download is written to a temporary file first, so that a slow client does not delay other downloads. It is unlinked
 * while open, so the system deletes it when it is closed or the server is killed.
 */
import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../domainError.ts";

/** Of all files together. */
const maxBytes = 2 * 2 ** 30;

let spooledBytes = 0;

export interface SpooledFile {
  stream: Readable;
  bytes: number;
}

/**
 * Writes a file, and returns it once it is complete.
 * @param isWanted false means that nobody waits for the file any more.
 * @throws busy if `isWanted` returns false, the limit is reached or writing fails; and errors of `pieces`.
 */
export async function writeSpooledFile(
  pieces: AsyncIterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<SpooledFile> {
  const path = join(tmpdir(), `foyer-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch(() => {
    throw noRoomRefusal();
  });
  let bytes = 0;
  try {
    await unlink(path);
    for await (const piece of pieces) {
      if (!isWanted()) throw new DomainError("busy", "The download was cancelled.");
      if (spooledBytes + piece.length > maxBytes) throw noRoomRefusal();
      bytes += piece.length;
      spooledBytes += piece.length;
      await file.appendFile(piece).catch(() => {
        throw noRoomRefusal();
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

function noRoomRefusal(): DomainError {
  return new DomainError(
    "busy",
    "There is no room for the download at the moment. Please try again in a minute.",
  );
}
