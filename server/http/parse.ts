import type { z } from "zod";
import type { FieldProblem } from "../../contract/endpoint.ts";
import { invalidInput } from "../domainError.ts";

/** Returns the input that its schema accepts. @throws DomainError `invalidInput` with up to 50 problems */
export function parse<S extends z.ZodType>(schema: S | undefined, input: unknown): z.output<S> {
  if (schema === undefined) return undefined as z.output<S>;
  // An issue needs its input to distinguish a missing value from a value of the wrong kind.
  const result = schema.safeParse(input ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw invalidInput(...problemsOf(result.error));
}

function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.slice(0, 50).map((issue) => ({ path: pathOf(issue), message: sentenceOf(issue) }));
}

function pathOf(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
}

const plural: Record<string, string> = { string: "characters", array: "entries" };

/** The words that follow the field's path in the message, or a whole sentence of the schema. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const hasRightType = issue.code !== "invalid_type" && issue.code !== "invalid_union";
  if (issue.input === undefined && !hasRightType) return "is required";
  if (issue.code === "invalid_union") {
    // Any other problem says more than a wrong type or value.
    const inner = issue.errors
      .flat()
      .find(({ code }) => code !== "invalid_type" && code !== "invalid_value" && code !== "invalid_union");
    if (inner !== undefined) return sentenceOf(inner);
  }
  // Messages of zod itself begin with these words.
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return issue.message;
  if (issue.code === "invalid_type") return `must be ${wordFor(issue.expected)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return `must be at least ${bound(issue.minimum, issue.origin)}`;
  if (issue.code === "too_big") return `must be at most ${bound(issue.maximum, issue.origin)}`;
  if (issue.code === "invalid_union") return kindsOf(issue.errors.flat());
  return "is not valid";
}

function bound(count: number | bigint, origin: string): string {
  return `${count} ${plural[origin] ?? ""}`.trim();
}

function kindsOf(issues: readonly z.core.$ZodIssue[]): string {
  const kinds = issues.flatMap((issue) => (issue.code === "invalid_type" ? [wordFor(issue.expected)] : []));
  return kinds.length === 0 ? "is not valid" : `must be ${[...new Set(kinds)].join(" or ")}`;
}

function wordFor(expected: string): string {
  const words: Record<string, string> = {
    array: "a list",
    object: "an object",
    string: "a text",
    number: "a number",
    boolean: "true or false",
    int: "a whole number",
    record: "an object",
    null: "null",
  };
  return words[expected] ?? `a ${expected}`;
}
