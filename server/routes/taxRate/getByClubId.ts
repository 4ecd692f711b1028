import { clubById } from "../../clubs/rows.ts";
import { presentTaxRate, taxRatesOfClub } from "../../clubs/taxRateRows.ts";
import { notFound } from "../../domainError.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getTaxRates = route("taxRate/getByClubId", async ({ query: { clubId }, viewer }, { db }) => {
  if (!isStaffOf(viewer, clubId) || (await clubById(db, clubId)) === undefined) throw notFound("club");
  return { payload: (await taxRatesOfClub(db, clubId)).map(presentTaxRate) };
});
