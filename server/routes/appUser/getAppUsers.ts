import { adminRows } from "../../accounts/rows.ts";
import { presentAdmin } from "../../accounts/saveAdmin.ts";
import { factorRule } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { route } from "../../http/route.ts";

export const getAppUsers = route("appUser/getAppUsers", async ({ query }, { db }) => {
  const { clubId } = query;
  const rule = await factorRule(db, clubId);
  if (rule === undefined) throw notFound("club");
  const appUsers = (await adminRows(db, { clubId })).map(presentAdmin);
  return { payload: { appUsers, isSecondFactorRequired: rule.requires_second_factor } };
});
