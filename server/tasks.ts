import { z } from "zod";
import { pruneLanes } from "./accounts/laneRows.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { catchUpTask } from "./checkout/followEvents.ts";
import { refundTask } from "./checkout/settle.ts";
import { isLogo } from "./clubs/rows.ts";
import { endLongStatements } from "./db/longStatements.ts";
import { type Db, inTransaction } from "./db/pool.ts";
import { cancelEventTask, processCancellation, refundCancelled } from "./desk/cancelEvent.ts";
import { pruneChanges } from "./door/changes.ts";
import { isBanner } from "./events/ofClub.ts";
import { removeFailedRuns } from "./jobs/failing.ts";
import type { Tasks } from "./jobs/run.ts";
import { pruneHourly } from "./limits/hourly.ts";
import { giveUpMails } from "./mail/rows.ts";
import { removeImage, removeImageTask } from "./media/keepImage.ts";
import { pruneIntentClients } from "./payments/intentClients.ts";
import { refundOrderTask } from "./refunds/refundOrder.ts";
import { remindDetails } from "./selfService/remindDetails.ts";
import { isSponsorLogo } from "./sponsorships/sponsorshipRows.ts";
import { closeEndedOffers, offerPlaces, offerPlacesTask } from "./waiting/offers.ts";

const imagePayload = z.object({
  kind: z.enum(["club-logo", "event-banner", "sponsor-logo"]),
  name: z.string(),
});
const cancelPayload = z.object({ eventId: z.number(), actor: z.string() });
const eventPayload = z.object({ eventId: z.number() });
const orderPayload = z.object({ orderId: z.number() });
const refundPayload = z.object({ paymentId: z.number() });

const isPictureUsed = { "club-logo": isLogo, "event-banner": isBanner, "sponsor-logo": isSponsorLogo };

export interface TaskParts {
  services: { db: Db; clock: () => Date; dataDir: string };
  checkout: Checkout;
}

/** The tasks by name; those of mails are in mailer/mailTasks.ts. */
export function backgroundTasks({ services, checkout }: TaskParts): Tasks {
  return {
    [removeImageTask]: async (payload) => {
      const { kind, name } = imagePayload.parse(payload);
      if (!(await isPictureUsed[kind](services.db, name))) await removeImage(services.dataDir, kind, name);
    },
    [refundOrderTask]: (payload) => checkout.makeRefunds(orderPayload.parse(payload).orderId),
    [catchUpTask]: async () => {
      await removeFailedRuns(services.db, catchUpTask);
      await checkout.catchUp();
    },
    [refundTask]: (payload) => checkout.refundLate(refundPayload.parse(payload).paymentId),
    [cancelEventTask]: (payload) =>
      processCancellation(services.db, cancelPayload.parse(payload), services.clock()),
    [offerPlacesTask]: async (payload) => {
      const { eventId } = eventPayload.parse(payload);
      await inTransaction(services.db, (tx) => closeEndedOffers(tx));
      await offerPlaces(services.db, eventId, { now: services.clock() });
    },
    sweep: () => runInOrder(sweepSteps({ services, checkout })),
  };
}

/** The steps of the sweep, in order. */
export function sweepSteps({
  services,
  checkout,
}: TaskParts): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    removeFailedRuns: () => removeFailedRuns(services.db, "sweep"),
    endLongStatements: () => endLongStatements(services.db),
    checkout: () => checkout.sweep(),
    refundCancelled: () => refundCancelled(services.db, { actor: "sweeper" }),
    pruneChanges: () => pruneChanges(services.db, services.clock()),
    pruneIntentClients: () => pruneIntentClients(services.db, services.clock()),
    pruneHourly: () => pruneHourly(services.db, services.clock()),
    remindDetails: () => remindDetails(services.db, services.clock()),
    pruneLanes: () => pruneLanes(services.db),
    giveUpMails: () => giveUpMails(services.db, services.clock()),
  };
}

const listFormat = new Intl.ListFormat("en");

/** Runs every step, and then throws the failures. */
async function runInOrder(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const [name, step] of Object.entries(steps))
    try {
      await step();
    } catch (error) {
      failures.set(name, error);
    }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `${listFormat.format(failures.keys())} failed`);
}
