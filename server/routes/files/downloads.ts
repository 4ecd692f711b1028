/**
 * A download is written to disk at full speed, then sent at the client's speed, so that a slow client keeps no query
 * open.
 */
import type { FastifyReply } from "fastify";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { DomainError } from "../../domainError.ts";
import { writeSpooledFile } from "../../spreadsheets/spool.ts";
import { sendAttachment } from "./attachment.ts";

// Counts files that are being made, not those that are being sent.
const maxAtOnce = 3;

export interface DownloadRequest {
  viewer: CurrentUser | null;
  reply: FastifyReply;
  fileName: string;
  type: string;
}

export interface Downloads {
  /**
   * Makes a file, then sends it.
   * @throws busy
   */
  send(
    request: DownloadRequest,
    prepare: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
  ): Promise<FastifyReply>;
}

/** Opens the downloads of a node. */
export function openDownloads(): Downloads {
  let inProgress = 0;
  /** Users whose download is being made or sent. */
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
