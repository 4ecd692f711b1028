import { presentExtras } from "../../extras/present.ts";
import { activeExtrasByIds } from "../../extras/rows.ts";
import { route } from "../../http/route.ts";

export const getExtrasByIds = route("extras/getExtrasByIds", async ({ query }, { db }) => {
  return { payload: (await activeExtrasByIds(db, query.extrasIds)).map(presentExtras) };
});
