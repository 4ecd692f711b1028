import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById, presentPackage } from "../../sponsorships/rows.ts";

export const getPackageById = route(
  "sponsorship-package/getPackageById",
  async ({ query, viewer }, { db }) => {
    const row = owned(await packageById(db, query.packageId), viewer, ({ club_id }) => club_id, "package");
    return { payload: presentPackage(row) };
  },
);
