import { inTransaction } from "../../db/pool.ts";
import { route } from "../../http/route.ts";
import { queueRequestedMail } from "../../mail/asked.ts";

/** An address gets at most one mail in each slot of time, so that a stranger cannot flood a mailbox. */
const slotMs = 2 * 60_000;

export const forgotPassword = route("auth/forgotPassword", async ({ body }, { db, clock }) => {
  const email = body.email.toLowerCase();
  const key = `passwordReset:${email}:${Math.floor(clock().getTime() / slotMs)}`;
  // The job looks the account up, so that the reply takes the same time with and without one.
  const mail = { key, kind: "passwordReset" as const, recipient: body.email, payload: { email } };
  await inTransaction(db, (tx) => queueRequestedMail(tx, mail, clock()));
  return { payload: { sent: true } };
});
