import { route } from "../../http/route.ts";
import { failingMails } from "../../mail/rows.ts";

export const getFailingMails = route("attention/getFailingMails", async ({ query }, { db }) => ({
  payload: await failingMails(db, query.before),
}));
