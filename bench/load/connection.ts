/**
 * A keep-alive HTTP/1.1 client that costs next to nothing, for it shares two cores with what it measures: the request
 * is bytes made beforehand, and of the reply only status and length are read.
 */
import { connect, type Socket } from "node:net";

/** Told of each reply; gives the next request to send, or null to stop. */
export type OnReply = (status: number, latencyMs: number, reply: Buffer) => Buffer | null;

const endOfHead = Buffer.from("\r\n\r\n");
const lengthName = Buffer.from("content-length: ");

/** Sends requests one after another until `onReply` gives none; resolves then. A broken connection is status 0. */
export function converse(port: number, first: Buffer, onReply: OnReply): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (request: Buffer): void => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.once("connect", () => send(first));
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const size = sizeOf(received);
      if (size === null || received.length < size) return;
      const status = Number(received.toString("latin1", 9, 12));
      const reply = received.subarray(0, size);
      received = received.subarray(size);
      const next = onReply(status, performance.now() - sentAt, reply);
      if (next === null) socket.end();
      else send(next);
    });
    socket.once("error", () => onReply(0, performance.now() - sentAt, Buffer.alloc(0)));
    socket.once("close", () => resolve());
  });
}

/** The length of the reply at the start of `received`; null before its head is there. */
function sizeOf(received: Buffer): number | null {
  const head = received.indexOf(endOfHead);
  if (head === -1) return null;
  // Fastify writes the names of its headers in lower case.
  const at = received.indexOf(lengthName);
  if (at === -1 || at > head)
    throw new Error(`A reply without its length:\n${received.toString("latin1", 0, head)}`);
  return (
    head +
    endOfHead.length +
    Number.parseInt(received.toString("latin1", at + lengthName.length, at + 32), 10)
  );
}
