import { inTransaction } from "../../db/pool.ts";
import { notFound } from "../../domainError.ts";
import { extrasById } from "../../extras/rows.ts";
import { removeExtras as remove } from "../../extras/saveExtras.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const removeExtras = route("event/removeExtras", async ({ query, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await extrasById(db, query.extrasId), "extra");
  if (row.event_id !== query.eventId) throw notFound("extra");
  await inTransaction(db, (tx) => remove(tx, row.id, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.name} is deleted.` };
});
