import type { SharedCapacity } from "../../contract/shapes/sharedCapacity.ts";
import type { SharedWithTickets } from "./sharedRows.ts";

/** Presents a shared capacity for the API. */
export function presentShared(row: SharedWithTickets): SharedCapacity {
  return {
    id: row.id,
    eventId: row.event_id,
    title: row.title,
    maxPlaces: row.max_places,
    held: row.held,
    sold: row.sold,
    left: row.max_places - row.held - row.sold,
    ticketIds: row.ticket_ids,
  };
}
