/** Where a form shows a refused save: at which fields, and above the button. Pure. */
import type { Code } from "../../contract/endpoint.ts";
import { type ApiError, problemsByField } from "../api/apiError.ts";

/** What decides where a form shows a refusal. */
export interface RefusalPlaces {
  /** The form's values. A path that is not among them has no field. */
  values: object;
  /** The field at which a code is shown: `{ emailTaken: "email" }`. */
  fieldOfCode?: Partial<Record<Code, string>> | undefined;
  /** The form's path for a path of the request, if they differ: `{ startDatetime: "start" }`. */
  fieldOfPath?: Readonly<Record<string, string>> | undefined;
}

export interface Refusal {
  /** By the form's path. */
  fields: Record<string, string>;
  /** Above the button. */
  text: string;
}

/** Sorts a refusal into its places. */
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

/** The text of a refusal whose messages are all at fields. StaffForm replaces it with `checkFieldsWords`. */
export const checkFieldsText = "Please check the marked fields above.";

/** This text for a number of marked fields. */
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

/** "must be a date" from the server as a sentence. */
function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
