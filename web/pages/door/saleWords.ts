/** What is said of the last sale and of what became of it. Pure. */
import type { KeptSale, SaleOutcome, Silence } from "../../door/sale.ts";
import { clockText } from "./verdictWords.ts";

/** "2 × Standard, €50 in cash, at 19:42". */
export function saleWords(
  { what, sum, paidBy, at }: Pick<KeptSale, "what" | "sum" | "paidBy" | "at">,
  timeZone: string,
): string {
  return `${what}, ${paidWords({ sum, paidBy })}, at ${clockText(at, timeZone)}.`;
}

/** "€50 in cash". */
export function paidWords({ sum, paidBy }: Pick<KeptSale, "sum" | "paidBy">): string {
  return `${sum} ${paidBy === "cash" ? "in cash" : "by card"}`;
}

/** What to do while nobody knows. */
export function silenceWords(why: Silence): string {
  switch (why) {
    case "noAnswer":
      return "No answer came, so it may be sold or not. Ask again where there is a signal: it is never sold twice.";
    case "busy":
      return "The server could not say just now. Ask again in a moment: it is never sold twice.";
    case "unknownDevice":
      return "The server does not know this device any more. Sign in again, or show this to the event's staff: their list of orders says whether it was sold.";
  }
}

/** What became of it. */
export function outcomeWords(outcome: Extract<SaleOutcome, { kind: "sold" | "notSold" }>): {
  title: string;
  detail: string;
} {
  if (outcome.kind === "sold")
    return {
      title: "It was sold",
      detail: "They are in. If the money was given back, staff cancel it in the list of attendees.",
    };
  const { refusal, sale } = outcome;
  const why = refusal === null || isOfKey(refusal.code) ? "" : `${refusal.msg} `;
  return { title: "It was not sold", detail: `${why}Nobody was let in by it. Give the ${sale.sum} back.` };
}

/** Says something of this device or of the sale's key, not of its tickets. */
function isOfKey(code: string): boolean {
  return code === "idempotencyMismatch" || code === "tokenExpired" || code === "notSignedIn";
}
