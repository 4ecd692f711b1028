/** Reads the person of an imported row, with all its problems. Pure. */
import { emailPattern } from "../../contract/rules/email.ts";
import type { ColumnMeaning, ImportColumn } from "../../contract/shapes/people.ts";
import { answersReader } from "./importAnswers.ts";
import { type ColumnRule, isFieldHeading, type OpenFields } from "./importColumns.ts";
import type { StateVerdict } from "./importStates.ts";

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
  /** JSON: an object of stored answers by question id. */
  answers: string;
  /** The cells of the row, to be given back if it is not imported; empty unless good rows alone are imported. */
  cells: readonly string[];
}

/** The rule for columns and rows: tickets by lower-case name, and the ticket for rows that name none. */
export interface RowRule extends ColumnRule {
  ticketsByTitle: ReadonlyMap<string, number>;
  defaultTicketId: number | null;
  /** What staff decided about states, by text. */
  states: Readonly<Record<string, StateVerdict>>;
  /** Whether rows with errors are left out, and given back with their cells. */
  goodRowsOnly: boolean;
}

/** Returns a function that reads the person of a row, or all its problems. `fields` has seen the row before. */
export function personReader(
  { columns, fields }: { columns: readonly ImportColumn[]; fields: OpenFields },
  rule: RowRule,
): (cells: readonly string[], row: number) => ImportedPerson | string[] {
  const readAnswers = answersReader(columns, rule.questions);
  return (cells, row) => {
    const problems: string[] = [];
    const cell = (meaning: ColumnMeaning): string => {
      const index = columns.findIndex((column) => column.meaning === meaning);
      return index === -1 ? "" : (cells[index] ?? "");
    };
    const fullName = cell("name");
    const lastSpace = fullName.lastIndexOf(" ");
    const firstName =
      cell("firstName") || (lastSpace === -1 ? fullName : fullName.slice(0, lastSpace).trim());
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
    const answers = readAnswers(cells, ticketId ?? null);
    problems.push(...answers.problems);
    const additionalFields: Record<string, string> = {};
    const keep = (heading: string, text: string) => {
      if (text.length > 1000) problems.push(`“${heading}” is longer than 1,000 characters`);
      additionalFields[heading] = text.replaceAll("\0", "").toWellFormed();
    };
    for (let index = 0; index < columns.length; index++) {
      const name = fields.nameOf(index);
      const text = cells[index] ?? "";
      if (name !== null && text !== "") keep(name, text);
    }
    // What this person is not asked is kept beside the answers, and stops no file.
    for (const { heading, text } of answers.notAsked) {
      if (isFieldHeading(heading) && !Object.hasOwn(additionalFields, heading)) keep(heading, text);
      else problems.push(`“${heading.slice(0, 80)}” is not asked of this person`);
    }
    if (problems.length > 0) return problems;
    return {
      row,
      firstName,
      lastName,
      email,
      phone: phone || null,
      ticketId: ticketId!,
      additionalFields: JSON.stringify(additionalFields),
      answers: answers.json,
      cells: rule.goodRowsOnly ? cells : [],
    };
  };
}
