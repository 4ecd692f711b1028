/** What the house does after commit and as time passes: mails out, late money back, ended holds swept. */
import { z } from "zod";
import type { App } from "./app.ts";
import { mailComposer } from "./checkout/composeMail.ts";
import { refundTask } from "./checkout/settle.ts";
import type { Tasks } from "./jobs/run.ts";
import { sendQueuedMail } from "./mail/mail.ts";
import { sendMailTask } from "./mail/rows.ts";
import type { MailTransport } from "./mail/transport.ts";

const mailPayload = z.object({ mailId: z.number() });
const refundPayload = z.object({ paymentId: z.number() });

/** The tasks by name, for server/jobs/run.ts. */
export function houseTasks({ house, checkout }: App, transport: MailTransport): Tasks {
  const compose = mailComposer(house.db, house);
  return {
    [sendMailTask]: async (payload) => {
      await sendQueuedMail(house.db, transport, compose, mailPayload.parse(payload).mailId);
    },
    [refundTask]: (payload) => checkout.refundLate(refundPayload.parse(payload).paymentId),
    sweep: async () => {
      await checkout.sweep();
    },
  };
}
