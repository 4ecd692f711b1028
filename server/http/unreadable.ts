/** Answers input that is not an HTTP request, too long or too slow, in the JSON shape of the API's refusals. */
import type { Socket } from "node:net";
import { type Code, type Failure, statusByCode } from "../../contract/endpoint.ts";

/** How long a client has to read the answer; it may still send data meanwhile. */
const answerMs = 2000;

/**
 * For Fastify's `clientErrorHandler`, where there is no request yet, and for slow bodies (timeouts.ts). The connection
 * ends after the answer. A connection that was never used ends without an answer. Browsers open connections in advance,
 * and would read the answer as the reply to their next request.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || socket.destroyed || error.code === "ECONNRESET") return;
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const isTooSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  if (isTooSlow && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code: Code = isTooLarge ? "tooLarge" : "invalidInput";
  const problem = isTooSlow ? "was not finished in time" : "is not readable HTTP";
  const fields = [{ path: "request", message: problem }];
  const failure: Failure = isTooLarge
    ? { msg: "The request is too large.", code }
    : { msg: `request ${problem}.`, code, payload: { fields } };
  const body = JSON.stringify(failure);
  const status = statusByCode[code];
  socket.end(
    `HTTP/1.1 ${status} ${status === 413 ? "Content Too Large" : "Bad Request"}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), answerMs).unref();
}
