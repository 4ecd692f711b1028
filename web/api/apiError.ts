/** How a call fails: a refusal of the server with its code, or no answer at all (status 0, code `noAnswer`). */
import type { Code, FieldProblem } from "../../contract/endpoint.ts";

/** A call that failed. `msg` is for the user to read; `payload` is what the refusal carries (docs/wire.md §1). */
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

/** The fields that a refusal names, by path: `{ "attendees.0.email": "must be an e-mail address" }`. */
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
