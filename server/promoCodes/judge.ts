/** Whether a promo code can be used now, and which tickets it covers. Pure; the engine and the check before it agree. */
import { DomainError } from "../domainError.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { PromoCodeRow } from "./rows.ts";

/** How many more tickets can be bought with a code; null without a limit. */
export function usesLeft({ max_uses, held, sold }: PromoCodeRow): number | null {
  return max_uses === null ? null : Math.max(0, max_uses - held - sold);
}

/** Whether a code covers a ticket of its event: one that it names, or where it names none any that is listed. */
export function isCovered({ ticket_ids }: PromoCodeRow, ticket: TicketRow): boolean {
  return ticket_ids === null ? !ticket.is_hidden : ticket_ids.includes(ticket.id);
}

/** Why a code that is known cannot be used at an instant, however many tickets are left of it; null when it can. */
export function closedCode(row: PromoCodeRow, now: Date): DomainError | null {
  if (row.starts_at !== null && now < row.starts_at)
    return refused("salesClosed", "This code cannot be used yet.");
  if (row.ends_at !== null && now >= row.ends_at) return refused("salesClosed", "This code has ended.");
  return null;
}

/** The refusal of a code with which fewer tickets can be bought than are wanted. */
export function usedUp(left: number): DomainError {
  if (left === 0) return refused("soldOut", "This code is used up.", { promoCodeLeft: 0 });
  const tickets = left === 1 ? "1 more ticket" : `${left} more tickets`;
  return refused("notEnoughLeft", `Only ${tickets} can be bought with this code.`, { promoCodeLeft: left });
}

function refused(code: "salesClosed" | "soldOut" | "notEnoughLeft", message: string, more = {}): DomainError {
  return new DomainError(code, message, { ...more, fields: [{ path: "promoCode", message }] });
}
