import { Logger, runOnce } from "graphile-worker";
import type { AppWithCheckout } from "../app.ts";
import { refundTask } from "../checkout/settle.ts";
import type { Tasks } from "../jobs/run.ts";
import type { MailTransport, OutgoingMail } from "../mail/transport.ts";
import { mailTasks } from "../mailer/mailTasks.ts";
import { removeImageTask } from "../media/keepImage.ts";
import { backgroundTasks } from "../tasks.ts";
import type { TestApp } from "./app.ts";
import { runQuery } from "./cluster.ts";

/** The tasks of a node with its mailer. */
export function allTasks(app: AppWithCheckout, transport: MailTransport): Tasks {
  return { ...backgroundTasks(app), ...mailTasks(app.services, transport) };
}

const silent = new Logger(() => () => undefined);

/** Runs the due refunds of late or double payments. */
export async function runDueRefunds(app: TestApp): Promise<void> {
  await runDue(app, {
    [refundTask]: (payload) => app.checkout.refundLate((payload as { paymentId: number }).paymentId),
  });
}

/** Runs the due removals of pictures. */
export async function runDueImageRemovals(app: TestApp): Promise<void> {
  await runDue(app, { [removeImageTask]: backgroundTasks(app)[removeImageTask]! });
}

/** Runs all due jobs of these tasks, and waits until their results are stored. */
export async function runDue(app: TestApp, tasks: Tasks): Promise<void> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
  );
  // graphile-worker waits only for results that it stores in batches.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  await runOnce({ pgPool: app.database.pool, taskList, preset, noHandleSignals: true, logger: silent });
}

/** The keys of the queued jobs, including failed ones. */
export async function waitingJobs(app: TestApp): Promise<(string | null)[]> {
  const rows = (await runQuery(app.database.url, "select key from graphile_worker.jobs order by id")) as {
    key: string | null;
  }[];
  return rows.map(({ key }) => key);
}

/** Runs all due jobs except mails. */
export async function runDueJobs(app: TestApp): Promise<void> {
  await runDue(app, backgroundTasks(app));
}

/** Runs all due jobs, and returns the mails that they sent. */
export async function runDueMails(app: TestApp): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  await runDue(app, allTasks(app, { kind: "outbox", send, close: () => {} }));
  return sent;
}
