/** The test provider's card form. Pure. */
import type { TestCard } from "../../contract/shapes/money/payment.ts";

export interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export const emptyCard: CardFields = { number: "", expiry: "", cvc: "" };

export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 19);
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}

/** Formats as "MM / YY". A first digit of 2 to 9 is a whole month: "4" becomes "04". */
export function formatExpiry(typed: string, previous = ""): string {
  // Erasing the slash also erases the digit before it. Otherwise the slash would come back at each Backspace.
  const isErasing = previous.startsWith(typed) && previous.endsWith(" / ");
  // Autofill may give the year with four digits: "04/2029".
  const [month = "", year = ""] = typed.split("/").map((part) => part.replace(/\D/g, ""));
  const wholeYear =
    typed.includes("/") && year.length === 4 ? `${month.padStart(2, "0")}${year.slice(2)}` : null;
  const digits = (wholeYear ?? typed.replace(/\D/g, "")).slice(0, 4);
  if (isErasing) return digits.slice(0, -1);
  const padded = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2)}`;
}

export function formatCvc(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, 4);
}

export function cardProblems(card: CardFields, now: Date): Partial<Record<keyof CardFields, string>> {
  const problems: Partial<Record<keyof CardFields, string>> = {};
  const digits = card.number.replace(/\D/g, "");
  if (digits === "") problems.number = "Enter the card number.";
  else if (digits.length < 12) problems.number = "The card number is too short.";
  else if (!passesLuhn(digits)) problems.number = "The card number has a typing error.";

  const expiry = expiryOf(card.expiry);
  if (card.expiry.trim() === "") problems.expiry = "Enter the expiry date.";
  else if (expiry === null) problems.expiry = "Enter the expiry date as month and year, like 04 / 29.";
  else if (expiry.year * 12 + expiry.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
    problems.expiry = "This card has expired.";

  if (card.cvc === "") problems.cvc = "Enter the security code.";
  else if (card.cvc.length < 3) problems.cvc = "The security code has 3 or 4 digits.";
  return problems;
}

export function testCardOf(card: CardFields): TestCard | null {
  const expiry = expiryOf(card.expiry);
  if (expiry === null) return null;
  return {
    number: card.number.replace(/\D/g, ""),
    expMonth: expiry.month,
    expYear: expiry.year,
    cvc: card.cvc,
  };
}

function expiryOf(text: string): { month: number; year: number } | null {
  const digits = text.replace(/\D/g, "");
  const month = Number(digits.slice(0, 2));
  if (digits.length !== 4 || month < 1 || month > 12) return null;
  return { month, year: 2000 + Number(digits.slice(2)) };
}

/** Checks the last digit by the Luhn formula of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  const sum = digits
    .split("")
    .reverse()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
