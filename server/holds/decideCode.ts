import { priceWithCode, promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { type DomainError, invalidInput } from "../domainError.ts";
import { UnknownCode } from "../promoCodes/guesses.ts";
import { isCovered, refusalOfCode } from "../promoCodes/judge.ts";
import type { PromoCodeRow } from "../promoCodes/rows.ts";
import type { TicketRow } from "../tickets/rows.ts";

/** The entered code, null if there is none, or the refusal. Does not check how many uses are left. */
export function decideCode(
  codes: ReadonlyMap<number, PromoCodeRow>,
  { eventId, promoCode }: { eventId: number; promoCode?: string | null | undefined },
  now: Date,
): PromoCodeRow | null | DomainError {
  if (!promoCode) return null;
  const key = promoCodeKey(promoCode);
  for (const row of codes.values())
    if (row.event_id === eventId && row.code_key === key && row.is_active)
      return refusalOfCode(row, now) ?? row;
  const problem = invalidInput({ path: "promoCode", message: "is not known for this event" });
  return new UnknownCode(problem.code, problem.message, problem.payload);
}

/** The order line of a ticket. */
export function ticketLine(ticket: TicketRow, quantity: number, code: PromoCodeRow | null): OrderLine {
  const { id: refId, title, price, tax_rate: taxRate } = ticket;
  const usesCode = code !== null && isCovered(code, ticket);
  const unitPrice = usesCode ? priceWithCode(price, code) : price;
  return {
    kind: "ticket",
    refId,
    title,
    unitPrice,
    quantity,
    total: unitPrice * quantity,
    ...(taxRate !== null && { taxRate }),
    ...(usesCode && { withCode: true }),
  };
}

/** How many places of the lines use the promo code. */
export function codeUsesOfLines(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + (line.withCode === true ? line.quantity : 0), 0);
}
