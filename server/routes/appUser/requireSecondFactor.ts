import { setFactorRule } from "../../accounts/rows.ts";
import { notFound } from "../../domainError.ts";
import { route } from "../../http/route.ts";

export const requireSecondFactor = route(
  "appUser/requireSecondFactor",
  async ({ body }, { db, sessions }) => {
    const { clubId, isRequired } = body;
    if (!(await setFactorRule(db, clubId, isRequired))) throw notFound("club");
    sessions.forget();
    return { payload: { clubId, isSecondFactorRequired: isRequired } };
  },
);
