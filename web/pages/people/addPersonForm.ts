import type { BodyInput } from "../../../contract/all.ts";
import { isEmail } from "../../../contract/rules/email.ts";
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { linesAtPrice } from "../../../contract/rules/money/staffPrice.ts";
import { type PricedLine, type Tax, totalsOf } from "../../../contract/rules/money/tax.ts";
import { type Answer, answerText } from "../../../contract/rules/questions/questions.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { Extras } from "../../../contract/shapes/extras.ts";
import type { AddedPaid } from "../../../contract/shapes/order.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import { minorUnitsOf, wholeNumberOf } from "../../forms/amounts.ts";

export const addedPaidWords: Readonly<Record<AddedPaid, string>> = {
  free: "Free",
  cash: "Cash",
  transfer: "Bank transfer or cheque",
  later: "Later",
};

export interface AddPersonValues extends Record<string, unknown> {
  ticketId: string;
  quantity: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** How many of each extra, by id. */
  extras: Record<string, string>;
  /** Empty until it is chosen. Ignored if the list price is 0. */
  paid: AddedPaid | "";
  /** Empty: the list price. */
  price: string;
  reason: string;
  mail: boolean;
  answers: Record<string, Answer>;
}

export interface AddPersonEvent extends Tax {
  eventId: number;
  currency: Currency;
  /** Whether each ticket has its own person. */
  saveAll: boolean;
  tickets: readonly Pick<Ticket, "id" | "price" | "taxRate">[];
  extras: readonly Pick<Extras, "id" | "price" | "taxRate">[];
}

/** The chosen ticket and extras at list prices, in minor units. */
function linesOf(values: AddPersonValues, { tickets, extras }: AddPersonEvent): PricedLine[] {
  const line = ({ price, taxRate }: Pick<Ticket, "price" | "taxRate">, quantity: string | undefined) => ({
    unitPrice: price,
    quantity: wholeNumberOf(quantity ?? "") ?? 0,
    taxRate,
  });
  const chosenTickets = tickets.filter(({ id }) => String(id) === values.ticketId);
  return [
    ...chosenTickets.map((ticket) => line(ticket, values.quantity)),
    ...extras.map((extra) => line(extra, values.extras[extra.id])),
  ].filter(({ quantity }) => quantity > 0);
}

/** In minor units, without added tax. */
export function listPriceOf(values: AddPersonValues, event: AddPersonEvent): number {
  return linesOf(values, event).reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
}

/** Empty for a price that is invalid or cannot be divided over the tickets and extras. */
export function toPayText(values: AddPersonValues, event: AddPersonEvent): string {
  const linesAtListPrice = linesOf(values, event);
  const price = minorUnitsOf(values.price, event.currency);
  const lines =
    values.price.trim() === ""
      ? linesAtListPrice
      : price === null
        ? null
        : linesAtPrice(linesAtListPrice, price);
  if (lines === null) return "";
  const { totalAmount, tax } = totalsOf(lines, event);
  const amount = formatMoney(totalAmount, event.currency);
  return tax === 0 ? `${amount} is to pay.` : `${amount} is to pay, with tax.`;
}

/** Messages by field. */
export function addPersonProblems(values: AddPersonValues, event: AddPersonEvent): Record<string, string> {
  const { firstName, email, quantity, paid, price } = values;
  const count = wholeNumberOf(quantity);
  const listPrice = listPriceOf(values, event);
  return {
    ...(firstName.trim() === "" && { firstName: "A first name is required." }),
    ...(email.trim() !== "" && !isEmail(email.trim()) && { email: "This is not an e-mail address." }),
    ...((count === null || count < 1 || count > holdLimits.quantity) && {
      quantity: `Enter a number from 1 to ${holdLimits.quantity.toLocaleString("en-US")}.`,
    }),
    ...Object.fromEntries(
      event.extras
        .filter(
          ({ id }) => (values.extras[id] ?? "").trim() !== "" && wholeNumberOf(values.extras[id]!) === null,
        )
        .map(({ id }) => [`extras.${id}`, "Enter a whole number, or leave it empty."]),
    ),
    ...(listPrice > 0 && paid === "" && { paid: "Choose how it is paid." }),
    ...(listPrice > 0 &&
      paid !== "free" &&
      price.trim() !== "" &&
      minorUnitsOf(price, event.currency) === null && { price: "This is not an amount." }),
  };
}

/** If each ticket has its own person, the others are named after the first: "Keller (2)". */
export function addPersonBody(values: AddPersonValues, event: AddPersonEvent): BodyInput<"registration/add"> {
  const { firstName, lastName, email, phone, reason, mail, answers } = values;
  const quantity = wholeNumberOf(values.quantity) ?? 1;
  const ticketId = Number(values.ticketId);
  const isFree = listPriceOf(values, event) === 0 || values.paid === "free" || values.paid === "";
  const price = isFree || values.price.trim() === "" ? null : minorUnitsOf(values.price, event.currency);
  const firstPerson = {
    ticketId,
    firstName,
    lastName,
    isPrimary: true,
    ...(email.trim() !== "" && { email: email.trim() }),
    ...(phone.trim() !== "" && { phone }),
    answers: Object.entries(answers).flatMap(([id, answer]) =>
      answerText(answer) === null
        ? []
        : [{ questionId: Number(id), answer: typeof answer === "string" ? answer : [...answer] }],
    ),
  };
  const otherPeople = Array.from({ length: event.saveAll ? quantity - 1 : 0 }, (_, index) =>
    lastName.trim() === ""
      ? { ticketId, firstName: `${firstName} (${index + 2})`, lastName: "" }
      : { ticketId, firstName, lastName: `${lastName} (${index + 2})` },
  );
  return {
    eventId: event.eventId,
    tickets: [{ ticketId, quantity }],
    extras: event.extras.flatMap(({ id }) => {
      const count = wholeNumberOf(values.extras[id] ?? "") ?? 0;
      return count === 0 ? [] : [{ extrasId: id, quantity: count }];
    }),
    attendees: [firstPerson, ...otherPeople],
    ...(price !== null && { price }),
    paid: isFree ? "free" : (values.paid as AddedPaid),
    reason,
    mail: mail && email.trim() !== "",
  };
}
