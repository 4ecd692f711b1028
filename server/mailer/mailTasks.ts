/** The task that sends a mail, of any kind: those about purchases, and those about accounts. */
import { z } from "zod";
import { openReset, resetMinutes } from "../accounts/passwordReset.ts";
import { type MailSurroundings, mailComposer } from "../checkout/composeMail.ts";
import type { Db } from "../db/pool.ts";
import type { Tasks } from "../jobs/run.ts";
import { type Compose, type QueuedMail, sendQueuedMail } from "../mail/mail.ts";
import { sendMailTask } from "../mail/rows.ts";
import type { MailTransport, OutgoingMail } from "../mail/transport.ts";

const mailPayload = z.object({ mailId: z.number() });
const resetPayload = z.object({ email: z.string() });
const emailChangedPayload = z.object({ fullName: z.string() });

/** What mails are made from. */
export interface MailParts extends MailSurroundings {
  db: Db;
  clock: () => Date;
}

/** The task by its name, for server/jobs/run.ts. */
export function mailTasks(parts: MailParts, transport: MailTransport): Tasks {
  const ofCheckout = mailComposer(parts.db, parts);
  const compose: Compose = (mail) => {
    if (mail.kind === "passwordReset") return passwordReset(parts, mail);
    return mail.kind === "emailChanged" ? emailChanged(parts, mail) : ofCheckout(mail);
  };
  return {
    [sendMailTask]: async (payload) => {
      await sendQueuedMail(parts.db, transport, compose, mailPayload.parse(payload).mailId, parts.clock);
    },
  };
}

/** Null where there is no such account: nobody is mailed who has none. */
async function passwordReset(
  { db, clock, publicUrl }: MailParts,
  mail: QueuedMail,
): Promise<OutgoingMail | null> {
  const { email } = resetPayload.parse(mail.payload);
  const reset = await openReset(db, email, clock());
  if (reset === null) return null;
  const { composePasswordResetMail } = await import("../mail/passwordResetMail.ts");
  const composed = await composePasswordResetMail({
    recipientName: reset.fullName,
    // Behind the #, where neither logs nor other sites see it.
    url: `${publicUrl}/auth/Reset#${reset.token}`,
    minutes: resetMinutes,
  });
  return { to: { name: reset.fullName, address: reset.email }, ...composed };
}

async function emailChanged({ publicUrl }: MailParts, mail: QueuedMail): Promise<OutgoingMail> {
  const { fullName } = emailChangedPayload.parse(mail.payload);
  const { composeEmailChangedMail } = await import("../mail/emailChangedMail.ts");
  const composed = await composeEmailChangedMail({ recipientName: fullName, url: publicUrl });
  return { to: { name: fullName, address: mail.recipient }, ...composed };
}
