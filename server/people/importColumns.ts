/** Interprets the headings of an import and checks its rows. Pure. */
import type { PayloadOf } from "../../contract/all.ts";
import { emailPattern } from "../../contract/rules/email.ts";
import { type StateVerdict, stateColumnsOf } from "./importStates.ts";

/** The meaning of a column; `additional` and `state` become an additional field with its heading. */
export type ColumnMeaning = PayloadOf<"registration/bulkImportAttendee">["columns"][number]["meaning"];

/** A heading and its meaning. */
export interface ImportColumn {
  heading: string;
  meaning: ColumnMeaning;
}

/** A person of a file, ready to register. `row` counts like a spreadsheet: the headings are row 1. */
export interface ImportedPerson {
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  ticketId: number;
  /** The stored JSON: an object of texts by heading. */
  additionalFields: string;
}

const words: Readonly<Record<string, ColumnMeaning>> = {
  name: "name",
  fullname: "name",
  attendee: "name",
  attendeename: "name",
  firstname: "firstName",
  givenname: "firstName",
  forename: "firstName",
  vorname: "firstName",
  lastname: "lastName",
  surname: "lastName",
  familyname: "lastName",
  nachname: "lastName",
  email: "email",
  emailaddress: "email",
  mail: "email",
  phone: "phone",
  phonenumber: "phone",
  telephone: "phone",
  tel: "phone",
  mobile: "phone",
  ticket: "ticket",
  ticketname: "ticket",
  tickettype: "ticket",
};

/**
 * The meaning of each heading. A second column with the same meaning is an additional field, except that a file may
 * have several states.
 */
export function columnsOf(headings: readonly string[]): ImportColumn[] {
  const usedMeanings = new Set<ColumnMeaning>();
  const stateColumns = new Set(stateColumnsOf(headings));
  return headings.map((heading, index) => {
    if (stateColumns.has(index)) return { heading, meaning: "state" };
    const meaning = words[heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")];
    if (meaning === undefined || usedMeanings.has(meaning)) return { heading, meaning: "additional" };
    usedMeanings.add(meaning);
    return { heading, meaning };
  });
}

const maxFields = 50;

/** The problem of the headings as a sentence, or null. */
export function headingProblem(columns: readonly ImportColumn[]): string | null {
  const has = (meaning: ColumnMeaning) => columns.some((column) => column.meaning === meaning);
  if (!has("email")) return "There is no column “email” in the first row.";
  if (!has("name") && !has("firstName")) return "There is no column “name” or “first name” in the first row.";
  const additional = additionalHeadings(columns);
  if (additional.length > maxFields) return `There are more than ${maxFields} additional columns.`;
  if (new Set(additional).size < additional.length) return "Two columns have the same heading.";
  if (additional.some((heading) => heading.length > 100 || heading === "__proto__"))
    return "A heading is longer than 100 characters.";
  return null;
}

/** The headings of the columns that become additional fields. */
export function additionalHeadings(columns: readonly ImportColumn[]): string[] {
  return columns.filter(isAdditional).map(({ heading }) => heading);
}

function isAdditional({ heading, meaning }: ImportColumn): boolean {
  return heading !== "" && (meaning === "additional" || meaning === "state");
}

/** The rule for rows: tickets by lower-case name, and the ticket for rows that name none. */
export interface RowRule {
  ticketsByTitle: ReadonlyMap<string, number>;
  defaultTicketId: number | null;
  /** What staff decided about states, by text. */
  states: Readonly<Record<string, StateVerdict>>;
}

/** The person of a row, or all its problems. */
export function readPerson(
  columns: readonly ImportColumn[],
  cells: readonly string[],
  row: number,
  rule: RowRule,
): ImportedPerson | string {
  const problems: string[] = [];
  const cell = (meaning: ColumnMeaning): string => {
    const index = columns.findIndex((column) => column.meaning === meaning);
    return index === -1 ? "" : (cells[index] ?? "");
  };
  const fullName = cell("name");
  const lastSpace = fullName.lastIndexOf(" ");
  const firstName = cell("firstName") || (lastSpace === -1 ? fullName : fullName.slice(0, lastSpace).trim());
  const lastName =
    cell("lastName") || (cell("firstName") !== "" || lastSpace === -1 ? "" : fullName.slice(lastSpace + 1));
  const email = cell("email");
  const phone = cell("phone");
  if (firstName === "") problems.push("has no name");
  for (const [field, text, maxLength] of [
    ["first name", firstName, 100],
    ["last name", lastName, 100],
    ["phone", phone, 40],
  ] as const) {
    if (text.length > maxLength) problems.push(`${field} is longer than ${maxLength} characters`);
    if (/\p{Cc}/u.test(text) || !text.isWellFormed()) problems.push(`${field} is not one line of text`);
  }
  if (email === "") problems.push("has no e-mail address");
  else if (email.length > 254 || !emailPattern.test(email) || /\p{Cc}/u.test(email))
    problems.push(`“${email.slice(0, 80)}” is not an e-mail address`);
  const title = cell("ticket");
  const ticketId = title === "" ? rule.defaultTicketId : rule.ticketsByTitle.get(title.toLowerCase());
  if (ticketId === null) problems.push("names no ticket");
  else if (ticketId === undefined) problems.push(`“${title.slice(0, 80)}” is not a ticket of this event`);
  const additionalFields: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? "";
    if (!isAdditional(column) || text === "") continue;
    const { heading } = column;
    if (text.length > 1000) problems.push(`“${heading}” is longer than 1,000 characters`);
    additionalFields[heading] = text.replaceAll("\0", "").toWellFormed();
  }
  if (problems.length > 0) return problems.join("; ");
  return {
    row,
    firstName,
    lastName,
    email,
    phone: phone || null,
    ticketId: ticketId!,
    additionalFields: JSON.stringify(additionalFields),
  };
}
