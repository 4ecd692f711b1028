import { route } from "../../http/route.ts";
import { failingJobs } from "../../jobs/failing.ts";
import { sendMailTask } from "../../mail/rows.ts";

/** Failing jobs, except those that send mails. */
export const getFailingJobs = route("attention/getFailingJobs", async ({ query }, { db }) => ({
  payload: await failingJobs(db, { otherThan: sendMailTask, before: query.before }),
}));
