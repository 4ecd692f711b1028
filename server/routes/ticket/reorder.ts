import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentTicket } from "../../tickets/present.ts";
import { reorderTickets } from "../../tickets/saveTicket.ts";

export const reorder = route("ticket/reorder", async ({ body, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, body.eventId);
  const rows = await inTransaction(db, (tx) => reorderTickets(tx, event.id, body.ticketIds, actorOf(viewer)));
  return { payload: rows.map((row) => presentTicket(row, event.currency)) };
});
