/** Does the jobs that transactions have left, as a node would, and tells which there were. */
import { Logger, runOnce } from "graphile-worker";
import { refundTask } from "../checkout/settle.ts";
import type { TestApp } from "./app.ts";
import { runQuery } from "./cluster.ts";

const silent = new Logger(() => () => undefined);

/** Does every refund that is due now. A refund that fails stays in the queue, to be tried again later. */
export async function workOffRefunds(app: TestApp): Promise<void> {
  const taskList = {
    [refundTask]: (payload: unknown) => app.checkout.refundLate((payload as { paymentId: number }).paymentId),
  };
  await runOnce({ pgPool: app.database.pool, taskList, noHandleSignals: true, logger: silent });
}

/** The keys of the jobs that wait, those that failed before included. */
export async function waitingJobs(app: TestApp): Promise<(string | null)[]> {
  const rows = (await runQuery(app.database.url, "select key from graphile_worker.jobs order by id")) as {
    key: string | null;
  }[];
  return rows.map(({ key }) => key);
}
