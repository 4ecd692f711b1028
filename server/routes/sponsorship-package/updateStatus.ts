import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById, presentPackage } from "../../sponsorships/rows.ts";
import { changePackage } from "../../sponsorships/savePackage.ts";

export const updatePackageStatus = route(
  "sponsorship-package/updateStatus",
  async ({ body, viewer }, { db }) => {
    const row = ownOfClub(viewer, await packageById(db, body.packageId), "package");
    const { isActive } = body;
    const changed = await inTransaction(db, (tx) => changePackage(tx, row.id, { isActive }, actorOf(viewer)));
    return {
      payload: presentPackage(changed),
      msg: isActive ? "The package is offered." : "The package is not offered any more.",
    };
  },
);
