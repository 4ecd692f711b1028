import type { WaitingEntry } from "../../contract/shapes/waitingList.ts";
import type { EntryWithState } from "./rows.ts";

/** Presents an entry to its owner and to staff. */
export function presentEntry(row: EntryWithState): WaitingEntry {
  return {
    id: row.id,
    eventId: row.event_id,
    ticketId: row.ticket_id,
    ticketTitle: row.ticket_title,
    places: row.places,
    name: row.name,
    email: row.email,
    state: row.state_now,
    offeredUntil: row.offered_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
