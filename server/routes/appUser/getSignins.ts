import { recentSignins } from "../../accounts/sessionRows.ts";
import { route } from "../../http/route.ts";

export const getSignins = route("appUser/getSignins", async ({ query }, { db }) => ({
  payload: await recentSignins(db, query.before),
}));
