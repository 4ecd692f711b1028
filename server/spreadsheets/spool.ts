/**
 * A temporary file, because a slow client must not delay the making of other files. The system deletes it when it is
 * closed or the server is killed, because it is unlinked while open.
 */
import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../domainError.ts";

const maxBytes = 2 * 2 ** 30;

let spooledBytes = 0;

export interface SpooledFile {
  stream: Readable;
  bytes: number;
}

/**
 * Returns the file once it is complete.
 * @param isWanted false means that nobody waits for the file any more.
 * @throws busy if `isWanted` returns false or the file cannot be written, and errors of `pieces`.
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
