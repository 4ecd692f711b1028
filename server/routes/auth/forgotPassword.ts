import { inTransaction } from "../../db/pool.ts";
import { route } from "../../http/route.ts";
import { queueAskedMail } from "../../mail/asked.ts";

/** One mail an address in this time, however often it is asked for: nobody's mailbox is filled by a stranger. */
const slotMs = 2 * 60_000;

export const forgotPassword = route("auth/forgotPassword", async ({ body }, { db, clock }) => {
  const email = body.email.toLowerCase();
  const key = `passwordReset:${email}:${Math.floor(clock().getTime() / slotMs)}`;
  // Whether there is an account is found out by the job, so that the reply takes the same time either way.
  const mail = { key, kind: "passwordReset" as const, recipient: body.email, payload: { email } };
  await inTransaction(db, (tx) => queueAskedMail(tx, mail, clock()));
  return { payload: { sent: true } };
});
