/** What a promo code does to a wish: whether it can be used, which tickets it covers and at what price. Pure. */
import { priceWithCode, promoCodeKey } from "../../contract/rules/promoCode.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { type DomainError, invalidInput } from "../domainError.ts";
import { UnknownCode } from "../promoCodes/guesses.ts";
import { closedCode, isCovered } from "../promoCodes/judge.ts";
import type { PromoCodeRow } from "../promoCodes/rows.ts";
import type { TicketRow } from "../tickets/rows.ts";

/** The code that is named, null where none is, or why it cannot be used. How many are left of it is not asked here. */
export function decideCode(
  codes: ReadonlyMap<number, PromoCodeRow>,
  { eventId, promoCode }: { eventId: number; promoCode?: string | null | undefined },
  now: Date,
): PromoCodeRow | null | DomainError {
  if (!promoCode) return null;
  const key = promoCodeKey(promoCode);
  for (const row of codes.values())
    if (row.event_id === eventId && row.code_key === key && row.is_active) return closedCode(row, now) ?? row;
  const problem = invalidInput([{ path: "promoCode", message: "is not known for this event" }]);
  return new UnknownCode(problem.code, problem.message, problem.payload);
}

/** The refusal of a code at its field. */
export function badCode(message: string): DomainError {
  return invalidInput([{ path: "promoCode", message }]);
}

/** The line of a ticket, at its price with the code where that covers it. */
export function ticketLine(ticket: TicketRow, quantity: number, code: PromoCodeRow | null): OrderLine {
  const { id: refId, title, price } = ticket;
  if (code === null || !isCovered(code, ticket))
    return { kind: "ticket", refId, title, unitPrice: price, quantity, total: price * quantity };
  const unitPrice = priceWithCode(price, code);
  return { kind: "ticket", refId, title, unitPrice, quantity, total: unitPrice * quantity, withCode: true };
}

/** How often the lines of a registration use its code. */
export function codeUsesOfLines(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + (line.withCode === true ? line.quantity : 0), 0);
}
