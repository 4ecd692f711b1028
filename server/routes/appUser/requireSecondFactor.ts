import { requireSecondFactor as setRequirement } from "../../accounts/secondFactor/factorRule.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const requireSecondFactor = route(
  "appUser/requireSecondFactor",
  async ({ body, viewer }, services) => {
    await setRequirement(services, body, actorOf(viewer));
    return { payload: { clubId: body.clubId, isSecondFactorRequired: body.isRequired } };
  },
);
