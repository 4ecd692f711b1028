/** Checks input against its schema and says, field by field, what is wrong in words a person can act on. */
import type { z } from "zod";
import type { FieldProblem } from "../../contract/endpoint.ts";
import { invalidInput } from "../domainError.ts";

/** The checked input, or a refusal that names every field. Unknown keys are dropped by the schema. */
export function parse<S extends z.ZodType>(schema: S | undefined, given: unknown): z.output<S> {
  if (schema === undefined) return undefined as z.output<S>;
  const result = schema.safeParse(given ?? {});
  if (result.success) return result.data;
  throw invalidInput(problemsOf(result.error));
}

function problemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.slice(0, 50).map((issue) => ({ path: pathOf(issue), message: sentenceOf(issue) }));
}

function pathOf(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
}

const plural: Record<string, string> = { string: "characters", array: "entries" };

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return issue.message.startsWith("Invalid input") ? `must be ${wordFor(issue.expected)}` : issue.message;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.message.startsWith("Too small")
        ? `must be at least ${issue.minimum} ${plural[issue.origin] ?? ""}`.trim()
        : issue.message;
    case "too_big":
      return issue.message.startsWith("Too big")
        ? `must be at most ${issue.maximum} ${plural[issue.origin] ?? ""}`.trim()
        : issue.message;
    case "invalid_union": {
      // The variant that got furthest says best what is wrong.
      const inner = issue.errors.flat().find((one) => one.code !== "invalid_type");
      if (inner !== undefined) return sentenceOf(inner);
      return issue.message.startsWith("Invalid input")
        ? issue.input === undefined
          ? "is required"
          : "is not valid"
        : issue.message;
    }
    default:
      return issue.message.startsWith("Invalid") ? "is not valid" : issue.message;
  }
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
  };
  return words[expected] ?? `a ${expected}`;
}
