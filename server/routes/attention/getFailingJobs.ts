import { route } from "../../http/route.ts";
import { failingJobs } from "../../jobs/failing.ts";
import { sendMailTask } from "../../mail/rows.ts";

/** Jobs of mails are in the list of mails. */
export const getFailingJobs = route("attention/getFailingJobs", async ({ query }, { db }) => ({
  payload: await failingJobs(db, { otherThan: sendMailTask, before: query.before }),
}));
