/** The tickets to which a promo code or a question is limited, as choices. */
import type { Ticket } from "../../../../contract/shapes/ticket.ts";

/**
 * The ids of the ticked tickets. Removed tickets are left out, unless all were removed: with none ticked, the code or
 * question would not be limited to tickets.
 */
export function shownTicketIds(
  savedIds: readonly number[] | null,
  tickets: readonly Pick<Ticket, "id">[],
): string[] {
  const ids = savedIds ?? [];
  const existingIds = ids.filter((savedId) => tickets.some(({ id }) => id === savedId));
  return (existingIds.length > 0 ? existingIds : ids).map(String);
}

/** The event's tickets, and removed ones that are ticked. */
export function ticketChoices(
  savedIds: readonly number[] | null,
  tickets: readonly Pick<Ticket, "id" | "title" | "isHidden">[],
): { value: string; label: string }[] {
  const choices = tickets.map(({ id, title, isHidden }) => ({
    value: String(id),
    label: isHidden ? `${title} (hidden)` : title,
  }));
  const removedIds = shownTicketIds(savedIds, tickets).filter((id) =>
    tickets.every((ticket) => String(ticket.id) !== id),
  );
  return [...choices, ...removedIds.map((value) => ({ value, label: "Removed ticket" }))];
}
