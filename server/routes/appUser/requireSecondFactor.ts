import { changeFactorRule } from "../../accounts/secondFactor/factorRule.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const requireSecondFactor = route(
  "appUser/requireSecondFactor",
  async ({ body, viewer }, services) => {
    await changeFactorRule(services, body, actorOf(viewer));
    return { payload: { clubId: body.clubId, isSecondFactorRequired: body.isRequired } };
  },
);
