import type { Code, FieldProblem } from "../../contract/endpoint.ts";

/** A failed call; without an answer, the status is 0 and the code `noAnswer`. `msg` is for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Code | "noAnswer";
  readonly msg: string;
  readonly payload: unknown;

  constructor(failure: { status: number; code: Code | "noAnswer"; msg: string; payload?: unknown }) {
    super(failure.msg);
    this.name = "ApiError";
    this.status = failure.status;
    this.code = failure.code;
    this.msg = failure.msg;
    this.payload = failure.payload ?? null;
  }
}

export function noAnswerError(): ApiError {
  const msg = "We could not reach the server. Check your connection and try again.";
  return new ApiError({ status: 0, code: "noAnswer", msg });
}

export function requireApiError(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error;
}

export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the status is 4xx. After a fault of the server or without an answer, the call may have been done. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** The statuses of temporary refusals: timeout, too early, too many requests. */
const notYetStatuses = [408, 425, 429];

export function isFinalRefusal(error: unknown): boolean {
  return error instanceof ApiError && isRefusal(error) && !notYetStatuses.includes(error.status);
}

/** Messages by path: `{ "attendees.0.email": "must be an e-mail address" }`. */
export function problemsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const fields = isObject(error.payload) ? error.payload.fields : undefined;
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(fields.filter(isFieldProblem).map(({ path, message }) => [path, message]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value.path === "string" && typeof value.message === "string";
}
