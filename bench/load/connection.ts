/** This HTTP client has little overhead, because it shares the machine with the server under test. */
import { connect, type Socket } from "node:net";

/** Gets each reply. Returns the next request, or null to stop. */
export type OnReply = (status: number, latencyMs: number, reply: Buffer) => Buffer | null;

const endOfHead = Buffer.from("\r\n\r\n");
const lengthName = Buffer.from("content-length: ");

/** Sends requests until `onReply` returns null or the server closes the connection. The status 0 means no reply. */
export function exchangeRequests(port: number, first: Buffer, onReply: OnReply): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let sentAt = performance.now();
    let isWaiting = true;
    const send = (request: Buffer): void => {
      sentAt = performance.now();
      isWaiting = true;
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
      isWaiting = false;
      const next = onReply(status, performance.now() - sentAt, reply);
      if (next === null) socket.end();
      else send(next);
    });
    socket.once("error", () => {});
    socket.once("close", () => {
      if (isWaiting) onReply(0, performance.now() - sentAt, Buffer.alloc(0));
      resolve();
    });
  });
}

/** A connection with one request at a time. */
export interface Conversation {
  /** The status is 0 if the connection broke. */
  ask(request: Buffer): Promise<{ status: number; body: Buffer }>;
  end(): void;
}

export function openConversation(port: number): Conversation {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let pendingReply: ((reply: { status: number; body: Buffer }) => void) | null = null;
  let isBroken = false;
  const resolveReply = (status: number, body: Buffer): void => {
    const resolvePending = pendingReply;
    pendingReply = null;
    resolvePending?.({ status, body });
  };
  const onBroken = (): void => {
    isBroken = true;
    resolveReply(0, Buffer.alloc(0));
  };
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const size = sizeOf(received);
    if (size === null || received.length < size) return;
    const status = Number(received.toString("latin1", 9, 12));
    const body = received.subarray(received.indexOf(endOfHead) + endOfHead.length, size);
    received = received.subarray(size);
    resolveReply(status, body);
  });
  socket.once("error", onBroken);
  socket.once("close", onBroken);
  return {
    ask: (request) =>
      new Promise((resolve) => {
        pendingReply = resolve;
        if (isBroken) resolveReply(0, Buffer.alloc(0));
        else socket.write(request);
      }),
    end: () => socket.end(),
  };
}

export function postOf(path: string, body: string, headers: Record<string, string>): Buffer {
  let head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  return Buffer.from(`${head}\r\n${body}`);
}

/** Gives the length of the reply, or null before its head is complete. */
function sizeOf(received: Buffer): number | null {
  const head = received.indexOf(endOfHead);
  if (head === -1) return null;
  // Fastify writes header names in lower case.
  const lengthStart = received.indexOf(lengthName);
  if (lengthStart === -1 || lengthStart > head)
    throw new Error(`A reply without its length:\n${received.toString("latin1", 0, head)}`);
  return (
    head +
    endOfHead.length +
    Number.parseInt(received.toString("latin1", lengthStart + lengthName.length, lengthStart + 32), 10)
  );
}
