/** Where a form shows a refused save. */
import type { Code } from "../../contract/endpoint.ts";
import { type ApiError, problemsByField } from "../api/apiError.ts";

export interface RefusalPlaces {
  /** A path that is not among them has no field. */
  values: object;
  fieldOfCode?: Partial<Record<Code, string>> | undefined;
  fieldOfPath?: Readonly<Record<string, string>> | undefined;
}

export interface Refusal {
  /** By the form's path. */
  fields: Record<string, string>;
  /** Above the button. */
  text: string;
}

export function refusalOf(error: ApiError, { values, fieldOfCode, fieldOfPath }: RefusalPlaces): Refusal {
  const fields: Record<string, string> = {};
  const otherMessages: string[] = [];
  for (const [path, message] of Object.entries(problemsByField(error))) {
    const field = fieldOfPath?.[path] ?? path;
    if (hasField(values, field)) fields[field] = sentence(message);
    else otherMessages.push(`${path} ${message}`);
  }
  const codeField = error.code === "noAnswer" ? undefined : fieldOfCode?.[error.code];
  if (codeField !== undefined) fields[codeField] = error.msg;

  if (otherMessages.length > 0) return { fields, text: `${error.msg} (${otherMessages.join("; ")})` };
  return { fields, text: Object.keys(fields).length > 0 ? checkFieldsText : error.msg };
}

/** The text of a refusal whose messages are all at fields. StaffForm shows `checkFieldsWords` instead. */
export const checkFieldsText = "Please check the marked fields above.";

export function checkFieldsWords(count: number): string {
  if (count === 1) return "Please check the marked field above.";
  return `Please check the ${count.toLocaleString("en-US")} marked fields above.`;
}

function hasField(values: object, path: string): boolean {
  let value: unknown = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
