/** Does the jobs that transactions have left, as a node would, and tells which there were. */
import { Logger, runOnce } from "graphile-worker";
import type { AppWithCheckout } from "../app.ts";
import { refundTask } from "../checkout/settle.ts";
import type { Tasks } from "../jobs/run.ts";
import type { MailTransport, OutgoingMail } from "../mail/transport.ts";
import { mailTasks } from "../mailer/mailTasks.ts";
import { removeImageTask } from "../media/keepImage.ts";
import { houseTasks } from "../tasks.ts";
import type { TestApp } from "./app.ts";
import { runQuery } from "./cluster.ts";

/** The tasks of a node with its mailer. */
export function allTasks(app: AppWithCheckout, transport: MailTransport): Tasks {
  return { ...houseTasks(app), ...mailTasks(app.house, transport) };
}

const silent = new Logger(() => () => undefined);

/** Does every refund that is due now. A refund that fails stays in the queue, to be tried again later. */
export async function workOffRefunds(app: TestApp): Promise<void> {
  await workOff(app, {
    [refundTask]: (payload) => app.checkout.refundLate((payload as { paymentId: number }).paymentId),
  });
}

/** Does every removal of a picture that is due now, by the database's clock. */
export async function workOffImages(app: TestApp): Promise<void> {
  await workOff(app, { [removeImageTask]: houseTasks(app)[removeImageTask]! });
}

async function workOff(app: TestApp, tasks: Tasks): Promise<void> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
  );
  await runOnce({ pgPool: app.database.pool, taskList, noHandleSignals: true, logger: silent });
}

/** The keys of the jobs that wait, those that failed before included. */
export async function waitingJobs(app: TestApp): Promise<(string | null)[]> {
  const rows = (await runQuery(app.database.url, "select key from graphile_worker.jobs order by id")) as {
    key: string | null;
  }[];
  return rows.map(({ key }) => key);
}

/** Does everything that is due now but mails, which go nowhere. */
export async function workOffAll(app: TestApp): Promise<void> {
  await workOff(app, houseTasks(app));
}

/** The same with the mails, and what they were. */
export async function workOffMails(app: TestApp): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  await workOff(app, allTasks(app, { kind: "outbox", send, close: () => {} }));
  return sent;
}
