import type { KeptSale, NoAnswerReason, SaleOutcome, UndoOutcome } from "../../../door/sale.ts";
import { clockText, type DoorClocks } from "../scanner/verdict/verdictWords.ts";

export function saleWords(
  { what, sum, paidBy, at }: Pick<KeptSale, "what" | "sum" | "paidBy" | "at">,
  clocks: DoorClocks,
): string {
  return `${what}, ${paidWords({ sum, paidBy })}, at ${clockText(at, clocks)}.`;
}

export function paidWords({ sum, paidBy }: Pick<KeptSale, "sum" | "paidBy">): string {
  return `${sum} ${paidBy === "cash" ? "in cash" : "by card"}`;
}

export function handedWords({
  extras = [],
  handsOverExtras = false,
}: Pick<KeptSale, "extras" | "handsOverExtras">): string {
  if (extras.length === 0) return "";
  return handsOverExtras
    ? " The extras are handed over."
    : " The extras are handed over later: find the buyer under Search.";
}

export function noAnswerWords(why: NoAnswerReason): string {
  switch (why) {
    case "noAnswer":
      return "The server did not answer, so we do not know if the sale was made. Check again when you are online: if it was not made, it is made then, and never twice.";
    case "busy":
      return "The server is busy. Check again in a moment: the sale is never made twice.";
    case "unknownDevice":
      return "The server does not know this device any more. Sign in again, or show this to the event's staff: their list of orders shows whether the sale was made.";
  }
}

export function undoWords(outcome: UndoOutcome): { title: string; detail: string } {
  const { sale } = outcome;
  switch (outcome.kind) {
    case "undone":
      return {
        title: "The sale was undone",
        detail: `Its buyers are no longer checked in. ${handBackWords(sale)}`,
      };
    case "notUndone":
      return { title: "The sale was not undone", detail: outcome.refusal.msg };
    case "undoUnanswered":
      return {
        title: "We do not know if the sale was undone",
        detail: "The server did not answer. Check again when you are online, before you hand money back.",
      };
  }
}

function handBackWords({
  sum,
  paidBy,
  totalAmount,
  extras = [],
}: Pick<KeptSale, "sum" | "paidBy" | "totalAmount" | "extras">): string {
  const money =
    totalAmount === 0
      ? "No money was taken."
      : paidBy === "cash"
        ? `Hand the ${sum} back in cash.`
        : `Refund the ${sum} on the card terminal.`;
  return extras.length === 0 ? money : `${money} Take the extras back.`;
}

export function doorSaleWords(outcome: Extract<SaleOutcome, { kind: "sold" | "notSold" }>): {
  title: string;
  detail: string;
} {
  if (outcome.kind === "sold")
    return {
      title: "The sale was made",
      detail:
        "The buyers are checked in. If you gave the money back, ask staff to cancel the tickets under Attendees.",
    };
  const { refusal, sale } = outcome;
  const why = refusal === null || isAboutKeyOrDevice(refusal.code) ? "" : `${refusal.msg} `;
  return { title: "The sale was not made", detail: `${why}Nobody was let in. Give the ${sale.sum} back.` };
}

function isAboutKeyOrDevice(code: string): boolean {
  return code === "idempotencyMismatch" || code === "tokenExpired" || code === "notSignedIn";
}
