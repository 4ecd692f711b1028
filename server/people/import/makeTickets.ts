import type { Tx } from "../../db/pool.ts";
import { type TicketRow, ticketsOfEvent } from "../../tickets/rows.ts";
import { createTicket } from "../../tickets/saveTicket.ts";
import { placesNeeded } from "./importGroups.ts";
import type { PeopleFile } from "./readPeople.ts";

/**
 * Makes tickets that are not active, so that they are not on sale, and returns them by their ids in the file. An
 * existing ticket with the same title is used instead.
 */
export async function makeTickets(
  tx: Tx,
  file: Pick<PeopleFile, "newTickets" | "registrations">,
  { eventId, actor }: { eventId: number; actor: string },
): Promise<ReadonlyMap<number, TicketRow>> {
  const made = new Map<number, TicketRow>();
  if (file.newTickets.length === 0) return made;
  const wanted = placesNeeded(file.registrations);
  const existing = await ticketsOfEvent(tx, eventId, { onlyActive: false });
  for (const { id, title } of file.newTickets) {
    const maxStock = wanted.get(id);
    // All rows with this ticket have errors.
    if (maxStock === undefined) continue;
    const same = existing.find((ticket) => ticket.title.toLowerCase() === title.toLowerCase());
    const input = { title, price: 0, maxStock, isActive: false };
    made.set(id, same ?? (await createTicket(tx, eventId, input, actor)));
  }
  return made;
}
