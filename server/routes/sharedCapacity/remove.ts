import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { removeShared } from "../../tickets/saveShared.ts";
import { sharedById } from "../../tickets/sharedRows.ts";

export const removeSharedCapacity = route("sharedCapacity/remove", async ({ body, viewer }, { db }) => {
  const { row } = await ownRow(db, viewer, await sharedById(db, body.sharedCapacityId), "shared capacity");
  await inTransaction(db, (tx) => removeShared(tx, row, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.title} is deleted.` };
});
