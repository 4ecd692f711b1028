import { DomainError } from "../domainError.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { PromoCodeRow } from "./rows.ts";

/** How many more tickets can be bought with a code; null if unlimited. */
export function usesLeft({ max_uses, held, sold }: PromoCodeRow): number | null {
  return max_uses === null ? null : Math.max(0, max_uses - held - sold);
}

/** Whether a code covers a ticket. Without a list of tickets, it covers all that are not hidden. */
export function isCovered({ ticket_ids }: PromoCodeRow, ticket: TicketRow): boolean {
  return ticket_ids === null ? !ticket.is_hidden : ticket_ids.includes(ticket.id);
}

/** The refusal of a code outside its time window, or null. Does not check whether it is active or used up. */
export function refusalOfCode(row: PromoCodeRow, now: Date): DomainError | null {
  if (row.starts_at !== null && now < row.starts_at)
    return codeRefusal("salesClosed", "This code cannot be used yet.");
  if (row.ends_at !== null && now >= row.ends_at) return codeRefusal("salesClosed", "This code has ended.");
  return null;
}

/** The refusal if a code has fewer uses left than the request needs. */
export function codeUsedUpRefusal(left: number): DomainError {
  if (left === 0) return codeRefusal("soldOut", "This code is used up.", { promoCodeLeft: 0 });
  const tickets = left === 1 ? "1 more ticket" : `${left} more tickets`;
  return codeRefusal("notEnoughLeft", `Only ${tickets} can be bought with this code.`, {
    promoCodeLeft: left,
  });
}

function codeRefusal(
  code: "salesClosed" | "soldOut" | "notEnoughLeft",
  message: string,
  details = {},
): DomainError {
  return new DomainError(code, message, { ...details, fields: [{ path: "promoCode", message }] });
}
