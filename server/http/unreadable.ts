import type { Socket } from "node:net";
import { type Code, type Failure, statusByCode } from "../../contract/endpoint.ts";

/** How long a client has to read the answer. */
const answerMs = 2000;

/**
 * Answers a request that cannot be read or is too slow with the API's error body, and ends the connection. An unused
 * connection gets no answer: a browser that opened it in advance would read it as the reply to its next request.
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
