import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById } from "../../sponsorships/rows.ts";
import { removePackage } from "../../sponsorships/savePackage.ts";

export const deletePackage = route("sponsorship-package/deletePackage", async ({ body, viewer }, { db }) => {
  const row = ownOfClub(viewer, await packageById(db, body.packageId), "package");
  await inTransaction(db, (tx) => removePackage(tx, row.id, actorOf(viewer)));
  return { payload: { id: row.id }, msg: `${row.name} is deleted.` };
});
