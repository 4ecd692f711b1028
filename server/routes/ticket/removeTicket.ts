import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { ticketById } from "../../tickets/rows.ts";
import { removeTicket as remove } from "../../tickets/saveTicket.ts";

export const removeTicket = route("ticket/removeTicket", async ({ body, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await ticketById(db, body.ticketId), "ticket");
  await inTransaction(db, (tx) => remove(tx, row.id, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.title} is deleted.` };
});
