import { removeTaxRate as remove } from "../../clubs/saveTaxRate.ts";
import { taxRateById } from "../../clubs/taxRateRows.ts";
import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const removeTaxRate = route("taxRate/remove", async ({ body, viewer }, { db }) => {
  const row = ownOfClub(viewer, await taxRateById(db, body.taxRateId), "tax rate");
  await inTransaction(db, (tx) => remove(tx, row.id, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.name} is deleted.` };
});
