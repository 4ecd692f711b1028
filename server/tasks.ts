/**
 * What the house does after commit and as time passes: mails out, late money back, pictures that nothing shows gone,
 * ended holds swept.
 */
import { z } from "zod";
import { pruneLanes } from "./accounts/laneRows.ts";
import { openReset, resetMinutes } from "./accounts/passwordReset.ts";
import type { App } from "./app.ts";
import { mailComposer } from "./checkout/composeMail.ts";
import { catchUpTask } from "./checkout/followEvents.ts";
import { refundOrderTask } from "./checkout/makeRefunds.ts";
import { refundTask } from "./checkout/settle.ts";
import { isLogo } from "./clubs/rows.ts";
import { inTransaction } from "./db/pool.ts";
import { pruneChanges } from "./door/changes.ts";
import { isBanner } from "./events/ofClub.ts";
import type { Tasks } from "./jobs/run.ts";
import { pruneHourly } from "./limits/hourly.ts";
import { type Compose, type QueuedMail, sendQueuedMail } from "./mail/mail.ts";
import { sendMailTask } from "./mail/rows.ts";
import type { MailTransport, OutgoingMail } from "./mail/transport.ts";
import { removeImage, removeImageTask } from "./media/keepImage.ts";
import { cancelEventTask, refundCancelled, workOffCancellation } from "./people/cancelEvent.ts";
import { isSponsorLogo } from "./sponsorships/sponsorshipRows.ts";
import { closeOffers, offerPlaces, offerPlacesTask } from "./waiting/offers.ts";

const mailPayload = z.object({ mailId: z.number() });
const resetPayload = z.object({ email: z.string() });
const emailChangedPayload = z.object({ fullName: z.string() });
const imagePayload = z.object({
  kind: z.enum(["club-logo", "event-banner", "sponsor-logo"]),
  name: z.string(),
});
const cancelPayload = z.object({ eventId: z.number(), actor: z.string() });
const eventPayload = z.object({ eventId: z.number() });
const orderPayload = z.object({ orderId: z.number() });
const refundPayload = z.object({ paymentId: z.number() });

/** Whether a row names a picture. */
const isNamed = { "club-logo": isLogo, "event-banner": isBanner, "sponsor-logo": isSponsorLogo };

/** The tasks by name, for server/jobs/run.ts. */
export function houseTasks({ house, checkout }: App, transport: MailTransport): Tasks {
  const ofCheckout = mailComposer(house.db, house);
  const compose: Compose = (mail) => {
    if (mail.kind === "passwordReset") return passwordReset(house, mail);
    return mail.kind === "emailChanged" ? emailChanged(house, mail) : ofCheckout(mail);
  };
  return {
    [sendMailTask]: async (payload) => {
      const { mailId } = mailPayload.parse(payload);
      await sendQueuedMail(house.db, transport, compose, mailId, house.clock);
    },
    [removeImageTask]: async (payload) => {
      const { kind, name } = imagePayload.parse(payload);
      if (!(await isNamed[kind](house.db, name))) await removeImage(house.dataDir, kind, name);
    },
    [refundOrderTask]: (payload) => checkout.makeRefunds(orderPayload.parse(payload).orderId),
    [catchUpTask]: () => checkout.catchUp(),
    [refundTask]: (payload) => checkout.refundLate(refundPayload.parse(payload).paymentId),
    [cancelEventTask]: (payload) =>
      workOffCancellation(house.db, cancelPayload.parse(payload), house.clock()),
    [offerPlacesTask]: async (payload) => {
      const { eventId } = eventPayload.parse(payload);
      await inTransaction(house.db, (tx) => closeOffers(tx));
      await offerPlaces(house.db, eventId, { now: house.clock() });
    },
    sweep: async () => {
      await checkout.sweep();
      await refundCancelled(house.db, { actor: "sweeper" });
      await pruneChanges(house.db, house.clock());
      await pruneHourly(house.db, house.clock());
      await pruneLanes(house.db);
    },
  };
}

/** Null where there is no such account: nobody is mailed who has none. */
async function passwordReset(
  { db, clock, publicUrl }: App["house"],
  mail: QueuedMail,
): Promise<OutgoingMail | null> {
  const { email } = resetPayload.parse(mail.payload);
  const reset = await openReset(db, email, clock());
  if (reset === null) return null;
  const { composePasswordResetMail } = await import("./mail/passwordResetMail.ts");
  const composed = await composePasswordResetMail({
    recipientName: reset.fullName,
    // Behind the #, where neither logs nor other sites see it.
    url: `${publicUrl}/auth/Reset#${reset.token}`,
    minutes: resetMinutes,
  });
  return { to: { name: reset.fullName, address: reset.email }, ...composed };
}

async function emailChanged({ publicUrl }: App["house"], mail: QueuedMail): Promise<OutgoingMail> {
  const { fullName } = emailChangedPayload.parse(mail.payload);
  const { composeEmailChangedMail } = await import("./mail/emailChangedMail.ts");
  const composed = await composeEmailChangedMail({ recipientName: fullName, url: publicUrl });
  return { to: { name: fullName, address: mail.recipient }, ...composed };
}
