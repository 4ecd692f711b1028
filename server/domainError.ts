/** A refusal that a module throws: a throw rolls the transaction back, and server/http/errors.ts gives it its status. */
import type { Code, FieldProblem } from "../contract/endpoint.ts";

export class DomainError extends Error {
  readonly code: Code;
  readonly payload: unknown;

  constructor(code: Code, message: string, payload?: unknown) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.payload = payload;
  }
}

/** Bad input, with each field that was refused; the message names the first. */
export function invalidInput(fields: readonly FieldProblem[]): DomainError {
  const first = fields[0] ?? { path: "body", message: "is not valid" };
  return new DomainError("invalidInput", `${first.path} ${first.message}.`, { fields });
}

/** "Not there" and "not yours" are one answer, so that ids of other clubs tell nothing. */
export function notFound(what: string): DomainError {
  return new DomainError("notFound", `There is no such ${what}.`);
}
