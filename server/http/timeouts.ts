import { IncomingMessage, type Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from "fastify";
import { answerUnreadable } from "./unreadable.ts";

export interface Timeouts {
  /** A body may take this long, and a second more for every 16 KB of it that have arrived. */
  bodyMs: number;
  /** The connection of a reply ends if nothing is sent or received for this long. */
  replyMs: number;
  /** A reply waits this long for the rest of the request. If that is missing, the connection ends after the reply. */
  lateBodyMs: number;
  /** Delays refusals `tooMany`, to slow down a program that asks again immediately. */
  tooManyMs: number;
}

export const defaultTimeouts: Timeouts = {
  bodyMs: 30_000,
  replyMs: 30_000,
  lateBodyMs: 2_000,
  tooManyMs: 1_000,
};

/** How long open connections may delay a stop. */
export const stopMs = 5000;

export const bodyBytesPerMs = 16;

/** How many refusals are delayed at a time, and the largest body of a request whose refusal is delayed. */
export const mostDelayed = { refusals: 200, bodyBytes: 16 * 1024 };

/** `connectionTimeout` ends idle connections. */
export const serverTimeouts = {
  requestTimeout: 600_000,
  connectionTimeout: 300_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
} as const satisfies FastifyHttpOptions<Server>;

/**
 * Enforces `timeouts`, but only `bodyMs` if a reply is written past Fastify (`hijack`). Else a body must arrive before its
 * answer, or the connection ends: a proxy that has the answer could send another visitor's request in place of the rest
 * of the body.
 */
export function boundTimes(app: FastifyInstance, timeouts: Timeouts = defaultTimeouts): void {
  const { bodyMs, replyMs, lateBodyMs, tooManyMs } = timeouts;
  let delayedRefusals = 0;
  app.addHook("onRequest", (request, _reply, done) => {
    // Requests by `inject`, which page rendering makes, are no IncomingMessage.
    if (request.raw instanceof IncomingMessage && hasBody(request)) boundBody(request.raw, bodyMs);
    done();
  });
  app.addHook("onSend", async ({ raw }, reply) => {
    if (!(raw instanceof IncomingMessage)) return;
    if (!(await hasArrived(raw, lateBodyMs))) reply.header("connection", "close");
    if (reply.statusCode === 429 && delayedRefusals < mostDelayed.refusals && hasSmallBody(raw)) {
      delayedRefusals += 1;
      await waitWhileConnected(raw, tooManyMs);
      delayedRefusals -= 1;
    }
    // Node restarts this timer with each transfer.
    raw.socket.setTimeout(replyMs);
  });
}

/**
 * Whether a part of the request's body has not arrived. A reply that is written past Fastify (`hijack`) must then end
 * the connection, because `boundTimes` does not.
 */
export function lacksBody(request: FastifyRequest): boolean {
  return hasBody(request) && !request.raw.complete;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The body stays in memory during the delay. A body of unknown length is not small. */
function hasSmallBody({ headers }: IncomingMessage): boolean {
  return (
    headers["transfer-encoding"] === undefined &&
    Number(headers["content-length"] ?? 0) <= mostDelayed.bodyBytes
  );
}

async function waitWhileConnected({ socket }: IncomingMessage, ms: number): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.off("close", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    socket.once("close", end);
  });
}

/** Waits for the rest of the request, and discards it. Returns false if it is still missing after `withinMs`. */
async function hasArrived(raw: IncomingMessage, withinMs: number): Promise<boolean> {
  if (raw.complete || raw.destroyed) return true;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, withinMs).unref();
    raw.once("end", resolve).once("close", resolve);
    raw.unpipe();
    raw.resume();
  });
  return raw.complete;
}

function boundBody(raw: IncomingMessage, bodyMs: number): void {
  const { socket } = raw;
  const startedAt = performance.now();
  const bytesBefore = socket.bytesRead;
  const check = () => {
    if (raw.complete || raw.destroyed) return;
    const allowedMs = bodyMs + (socket.bytesRead - bytesBefore) / bodyBytesPerMs;
    const leftMs = startedAt + allowedMs - performance.now();
    if (leftMs > 0) timer = setTimeout(check, leftMs).unref();
    else
      answerUnreadable(Object.assign(new Error("slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  };
  let timer = setTimeout(check, bodyMs).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** Stops the server. Running requests have `maxMs` to end. */
export async function closeHttp(http: FastifyInstance, maxMs: number = stopMs): Promise<void> {
  const idleTimer = setInterval(() => http.server.closeIdleConnections(), 50);
  const end = setTimeout(() => http.server.closeAllConnections(), maxMs);
  await http.close().finally(() => {
    clearInterval(idleTimer);
    clearTimeout(end);
  });
}
