/**
 * Large files that staff download. Each is written to a temporary file at full speed, then sent at the client's speed,
 * so that a slow client keeps no query open.
 */
import type { FastifyReply } from "fastify";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { DomainError } from "../../domainError.ts";
import { writeSpooledFile } from "../../spreadsheets/spool.ts";
import { sendAttachment } from "./attachment.ts";

// The most files that are being made. Those that are being sent are not counted.
const maxAtOnce = 3;

/** The request of a download, and the name and media type of its file. */
export interface DownloadRequest {
  viewer: CurrentUser | null;
  reply: FastifyReply;
  fileName: string;
  type: string;
}

/** The downloads of a node. */
export interface Downloads {
  /**
   * Makes a file, then sends it.
   * @throws busy if the node is at its limit, the user has another download, the client has left, or there is no room.
   */
  send(
    request: DownloadRequest,
    prepare: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  ): Promise<FastifyReply>;
}

/** Opens the downloads of a node. */
export function openDownloads(): Downloads {
  let inProgress = 0;
  /** The users whose download is being made or sent. */
  const readers = new Set<number>();
  return {
    async send({ viewer, reply, fileName, type }, prepare) {
      // "close" has been emitted and comes only once, so this user would count as a reader for ever.
      if (reply.raw.destroyed) throw new DomainError("busy", "The download was cancelled.");
      const reader = viewer!.id;
      if (readers.has(reader))
        throw new DomainError(
          "busy",
          "Your other download is still running. Please wait until it has ended.",
        );
      if (inProgress >= maxAtOnce)
        throw new DomainError("busy", "Other downloads are under way. Please try again in a few seconds.");
      readers.add(reader);
      inProgress += 1;
      let isClosed = false;
      reply.raw.once("close", () => {
        isClosed = true;
        readers.delete(reader);
      });
      try {
        const { stream, bytes } = await writeSpooledFile(await prepare(), () => !isClosed);
        return sendAttachment(reply.header("content-length", bytes), { type, fileName }, stream);
      } finally {
        inProgress -= 1;
      }
    },
  };
}
