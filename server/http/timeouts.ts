/**
 * How long anything may take that depends on whoever is at the other end: headers, a body, a reply and a stop. Time that
 * our own work takes is bounded elsewhere. Invariant: who sends or reads nothing holds a connection for as long as is said
 * here, and nothing else.
 */
import { IncomingMessage, type Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from "fastify";
import { answerUnreadable } from "./unreadable.ts";

/** What tests make shorter. */
export interface Timeouts {
  /** A body has this long, and a second more for every 16 KB of it that has come. */
  bodyMs: number;
  /** A reply of which nothing is taken for so long ends. */
  replyMs: number;
  /** A refusal that needs no body waits so long for the body, then its connection ends with it. */
  lateBodyMs: number;
}

/** What holds in a running house. */
export const usualTimeouts: Timeouts = { bodyMs: 30_000, replyMs: 30_000, lateBodyMs: 2_000 };

/** How long connections that are still open may hold up a stop. */
export const stopMs = 5000;

export const bodyBytesAMs = 16;

/** What Node looks at by itself: headers in 15 s, a whole request in 10 min, and no connection idle for longer than 5 min. */
export const serverTimeouts = {
  requestTimeout: 600_000,
  connectionTimeout: 300_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
} as const satisfies FastifyHttpOptions<Server>;

/**
 * Ends bodies that are too slow and replies that nobody reads. A body that was announced comes before its answer leaves, or
 * the connection ends: a proxy that hears the answer first may never send it, and send another visitor's request in its
 * place, which would be read as the body.
 */
export function boundTimes(app: FastifyInstance, timeouts: Timeouts = usualTimeouts): void {
  const { bodyMs, replyMs, lateBodyMs } = timeouts;
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.raw instanceof IncomingMessage && hasBody(request)) boundBody(request.raw, bodyMs);
    done();
  });
  app.addHook("onSend", async ({ raw }, reply) => {
    if (!(raw instanceof IncomingMessage)) return;
    if (!(await hasCome(raw, lateBodyMs))) reply.header("connection", "close");
    // Node begins anew whenever something was taken, and gives the next request of the connection its own time.
    raw.socket.setTimeout(replyMs);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether the whole request has come, after a short wait in which the rest of it is thrown away. */
async function hasCome(raw: IncomingMessage, withinMs: number): Promise<boolean> {
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
  const begun = performance.now();
  const before = socket.bytesRead;
  const look = () => {
    if (raw.complete || raw.destroyed) return;
    const allowedMs = bodyMs + (socket.bytesRead - before) / bodyBytesAMs;
    const leftMs = begun + allowedMs - performance.now();
    if (leftMs > 0) timer = setTimeout(look, leftMs).unref();
    else
      answerUnreadable(Object.assign(new Error("slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  };
  let timer = setTimeout(look, bodyMs).unref();
  raw.once("close", () => clearTimeout(timer));
}

/**
 * Lets requests under way end, then closes. A connection that is kept for a next request would be waited for until it times
 * out, a minute later, and one whose request never comes to its end for ever.
 */
export async function closeHttp(http: FastifyInstance, mostMs: number = stopMs): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50);
  const end = setTimeout(() => http.server.closeAllConnections(), mostMs);
  await http.close().finally(() => {
    clearInterval(sweep);
    clearTimeout(end);
  });
}
