import { priceWithCode } from "../../contract/rules/money/promoCode.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { PromoCode, PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { presentTicket } from "../tickets/present.ts";
import type { TicketWithSharedLeft } from "../tickets/rows.ts";
import { isCovered, usesLeft } from "./judge.ts";
import type { PromoCodeRow } from "./rows.ts";

/** Presents a stored code to staff. */
export function presentPromoCode(row: PromoCodeRow): PromoCode {
  return {
    id: row.id,
    eventId: row.event_id,
    code: row.code,
    kind: row.kind,
    value: row.value,
    ticketIds: row.ticket_ids,
    maxUses: row.max_uses,
    held: row.held,
    sold: row.sold,
    left: usesLeft(row),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    isActive: row.is_active,
  };
}

/** Presents a code to visitors, with those of `tickets` that it covers. */
export function presentOffer(
  row: PromoCodeRow,
  tickets: readonly TicketWithSharedLeft[],
  currency: Currency,
): PromoCodeOffer {
  return {
    code: row.code,
    kind: row.kind,
    value: row.value,
    left: usesLeft(row),
    endsAt: row.ends_at?.toISOString() ?? null,
    tickets: tickets
      .filter((ticket) => isCovered(row, ticket))
      .map((ticket) => ({
        ...presentTicket(ticket, currency),
        priceWithCode: priceWithCode(ticket.price, row),
      })),
  };
}
