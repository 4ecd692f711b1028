import { ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packageById, presentPackage } from "../../sponsorships/rows.ts";

export const getPackageById = route(
  "sponsorship-package/getPackageById",
  async ({ query, viewer }, { db }) => {
    const row = ownOfClub(viewer, await packageById(db, query.packageId), "package");
    return { payload: presentPackage(row) };
  },
);
