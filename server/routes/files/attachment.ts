import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Sends a file that the browser saves and nothing caches. `fileName` is ASCII without quotation marks. */
export function sendAttachment(
  reply: FastifyReply,
  { type, fileName }: { type: string; fileName: string },
  body: Buffer | Readable,
): FastifyReply {
  return reply
    .header("content-type", type)
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "no-store")
    .send(body);
}
