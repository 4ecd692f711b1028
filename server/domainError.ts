/** A refusal; server/http/errors.ts answers it with the status of its code. */
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

/** The refusal of invalid input. Its message is about the first field. */
export function invalidInput(...fields: readonly FieldProblem[]): DomainError {
  const first = fields[0] ?? { path: "body", message: "is not valid" };
  return new DomainError("invalidInput", sentenceOf(first), { fields });
}

/** A message is a whole sentence, or completes one that begins with the field. */
function sentenceOf({ path, message }: FieldProblem): string {
  return /^\p{Lu}.*[.!?]$/u.test(message) ? message : `${path} ${message}.`;
}

/** A missing row and a row of another club get the same refusal, so that ids reveal nothing. */
export function notFound(what: string): DomainError {
  return new DomainError("notFound", `There is no such ${what}.`);
}
