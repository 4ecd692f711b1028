import { maxQrTextLength, readQrText } from "../../../contract/rules/door/qr.ts";
import { isEmail } from "../../../contract/rules/email.ts";
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import { boughtByField } from "../../../contract/rules/nameParts.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type {
  AnswerMeaning,
  ColumnMeaning,
  ImportColumn,
  StateVerdict,
  TicketUse,
} from "../../../contract/shapes/people.ts";
import { oldCodeHash } from "../../registrations/oldCodes.ts";
import { buyerNameOf } from "../../registrations/people.ts";
import { answersReader } from "./importAnswers.ts";
import { cellTime, checkInOf, priceOf } from "./importCells.ts";
import { type ColumnRule, isFieldHeading, type OpenFields } from "./importColumns.ts";

/** `row` counts like a spreadsheet: the headings are row 1. */
export interface ImportedPerson {
  row: number;
  /** Empty for a person who is named later. */
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  ticketId: number;
  /** Only the first of these people gets the name. */
  quantity: number;
  buyerEmail: string | null;
  buyerName: string | null;
  orderNumber: string | null;
  /** What was paid elsewhere for the row, in minor units. */
  price: number | null;
  registeredAt: Date | null;
  checkedInAt: Date | null;
  /** True makes the whole registration wait (`isWaitingGroup`). */
  isWaiting: boolean;
  /** The hash of the code in the previous system, for the first person of the row. */
  oldCodeHash: string | null;
  /** The company and the note. */
  searchTexts: readonly string[];
  /** JSON: texts by heading. */
  additionalFields: string;
  /** JSON: stored answers by question id. */
  answers: string;
  /** Given back if the row is not imported. Empty without `goodRowsOnly`. */
  cells: readonly string[];
}

export interface RowRule extends ColumnRule {
  tickets: readonly { id: number; title: string }[];
  /** The ticket for rows that have none. */
  defaultTicketId: number | null;
  currency: Currency;
  /** The time zone of times without an offset. */
  timeZone: string;
  now: Date;
  /** What staff decided about tickets, by their text in the file. */
  ticketUses: Readonly<Record<string, TicketUse>>;
  answers: readonly AnswerMeaning[];
  /** What staff decided about states, by their text in the file. */
  states: Readonly<Record<string, StateVerdict>>;
  /** Whether everybody of the file is registered but not active yet. */
  everybodyWaits: boolean;
  /** `isEmail` by default. */
  isAddress?: (cell: string) => boolean;
  /** Whether rows with errors are left out, instead of stopping the import. */
  goodRowsOnly: boolean;
}

/** Makes the function that reads a row's cell in the first column of a meaning; "" if no column has it. */
export function cellReader(
  columns: readonly ImportColumn[],
): (cells: readonly string[], meaning: ColumnMeaning) => string {
  const indexes = new Map(columns.map(({ meaning }, index) => [meaning, index] as const).reverse());
  return (cells, meaning) => {
    const index = indexes.get(meaning);
    return index === undefined ? "" : (cells[index] ?? "");
  };
}

/** The names in the cells of a row. */
export function nameIn(cell: (meaning: ColumnMeaning) => string): { firstName: string; lastName: string } {
  const given = cell("firstName");
  const family = cell("lastName");
  const fullName = cell("name");
  if (given !== "") return { firstName: given, lastName: family };
  if (fullName === "") return { firstName: family, lastName: "" };
  const lastSpace = fullName.lastIndexOf(" ");
  return lastSpace === -1
    ? { firstName: fullName, lastName: family }
    : { firstName: fullName.slice(0, lastSpace).trim(), lastName: family || fullName.slice(lastSpace + 1) };
}

export interface RowContext {
  /** Null if it is not known. Below 0 for a ticket to make. */
  ticketId: number | null;
  ticketText: string;
  /** The first row of a registration has the buyer's answers too. */
  isFirst: boolean;
  /** Whether the name may follow later, because the row belongs to a group or an order. */
  mayBeUnnamed: boolean;
  isWaiting: boolean;
}

/** Makes the function that returns the person of a row, or its problems. Call `fields.note` with the row first. */
export function personReader(
  { columns, fields }: { columns: readonly ImportColumn[]; fields: OpenFields },
  rule: RowRule,
): (cells: readonly string[], row: number, context: RowContext) => ImportedPerson | string[] {
  const readAnswers = answersReader(columns, rule);
  const read = cellReader(columns);
  const readFacts = factsReader(columns, rule);
  const { isAddress = isEmail } = rule;
  return (cells, row, { ticketId, ticketText, isFirst, mayBeUnnamed, isWaiting }) => {
    const problems: string[] = [];
    const cell = (meaning: ColumnMeaning) => read(cells, meaning);
    const { firstName, lastName } = nameIn(cell);
    const phone = cell("phone");
    const quantity = quantityOf(cell("quantity"));
    if (firstName === "" && !mayBeUnnamed) problems.push("has no name");
    for (const [field, text, maxLength] of [
      ["first name", firstName, 100],
      ["last name", lastName, 100],
      ["phone", phone, 40],
      ["order number", cell("orderNumber"), 100],
    ] as const) {
      if (text.length > maxLength) problems.push(`${field} is longer than ${maxLength} characters`);
      if (/\p{Cc}/u.test(text) || !text.isWellFormed()) problems.push(`${field} is not one line of text`);
    }
    for (const address of new Set([cell("email"), cell("buyerEmail")]))
      if (address !== "" && (address.length > 254 || !isAddress(address) || /\p{Cc}/u.test(address)))
        problems.push(`${quoted(address)} is not an e-mail address`);
    if (ticketId === null)
      problems.push(
        ticketText === "" ? "has no ticket" : `${quoted(ticketText)} is not a ticket of this event`,
      );
    if (quantity === null)
      problems.push(
        `${quoted(cell("quantity"))} is not a number of people from 1 to ${holdLimits.quantity.toLocaleString("en-US")}`,
      );
    const facts = readFacts(cells);
    problems.push(...facts.problems);
    const code = cell("code");
    if (code.length > maxQrTextLength) problems.push(`code is longer than ${maxQrTextLength} characters`);
    else if (code !== "" && readQrText(code) !== null)
      problems.push("has a code of Foyer, which only its own event can check");
    const answers = readAnswers(cells, { ticketId, isBuyer: isFirst });
    problems.push(...answers.problems);
    const additionalFields: Record<string, string> = {};
    const keep = (heading: string, text: string) => {
      additionalFields[heading] = text.replaceAll("\0", "").toWellFormed();
    };
    for (let index = 0; index < columns.length; index++) {
      const name = fields.nameOf(index);
      const text = cells[index] ?? "";
      if (name !== null && text !== "") keep(name, text);
    }
    // An answer to a question that this person is not asked becomes an additional field, if possible.
    for (const { heading, text } of answers.notAsked) {
      if (isFieldHeading(heading) && !Object.hasOwn(additionalFields, heading)) keep(heading, text);
      else problems.push(`${quoted(heading)} is not asked of this person`);
    }
    if (problems.length > 0) return problems;
    return {
      row,
      firstName,
      lastName,
      email: cell("email") || null,
      phone: phone || null,
      ticketId: ticketId!,
      quantity: quantity!,
      buyerEmail: cell("buyerEmail") || null,
      // Foyer's lists of attendees have the name of a buyer who does not attend among the additional fields.
      buyerName: buyerNameOf(cell("buyerName") || additionalFields[boughtByField]),
      orderNumber: cell("orderNumber") || null,
      price: facts.price,
      registeredAt: facts.registeredAt,
      checkedInAt: facts.checkedInAt,
      isWaiting,
      oldCodeHash: code === "" ? null : oldCodeHash(code),
      searchTexts: [cell("company"), cell("note")].filter((text) => text !== ""),
      additionalFields: JSON.stringify(additionalFields),
      answers: answers.json,
      cells: rule.goodRowsOnly ? cells : [],
    };
  };
}

type RowFacts = Pick<ImportedPerson, "price" | "registeredAt" | "checkedInAt"> & { problems: string[] };

function factsReader(
  columns: readonly ImportColumn[],
  { currency, timeZone, now }: Pick<RowRule, "currency" | "timeZone" | "now">,
): (cells: readonly string[]) => RowFacts {
  const read = cellReader(columns);
  // A date and a time may be in two columns.
  const timeColumns = columns.flatMap(({ meaning }, index) => (meaning === "registeredAt" ? [index] : []));
  return (cells) => {
    const problems: string[] = [];
    const refuseFuture = (text: string, time: Date | null) => {
      if (time === null || time <= now) return time;
      problems.push(`${quoted(text)} is in the future`);
      return null;
    };
    const priceText = read(cells, "price");
    const price = priceText === "" ? null : priceOf(priceText, currency);
    if (priceText !== "" && price === null)
      problems.push(`${quoted(priceText)} is not a price in ${currency.toUpperCase()}`);
    const timeText = timeColumns
      .map((index) => cells[index] ?? "")
      .join(" ")
      .trim();
    const time = timeText === "" ? null : cellTime(timeText, timeZone);
    if (timeText !== "" && time === null)
      problems.push(`${quoted(timeText)} is not a time with a clear day and month`);
    const checkInText = read(cells, "checkedIn");
    const checkIn = checkInOf(checkInText, timeZone);
    if (checkIn === null)
      problems.push(`${quoted(checkInText)} does not say whether the person was checked in`);
    // A check-in without a time gets the time of the import.
    return {
      price,
      registeredAt: refuseFuture(timeText, time),
      checkedInAt: checkIn === true ? now : refuseFuture(checkInText, checkIn === false ? null : checkIn),
      problems,
    };
  };
}

function quoted(text: string): string {
  return `“${text.slice(0, 80)}”`;
}

function quantityOf(text: string): number | null {
  if (text === "") return 1;
  // "1,000" is refused, because it may be one or a thousand.
  const count = /^\d{1,4}(?:[.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : 0;
  return count >= 1 && count <= holdLimits.quantity ? count : null;
}
