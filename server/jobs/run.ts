/** Works off what transactions have left to be done: mails, refunds, and once a minute the sweep. */
import { Logger, run } from "graphile-worker";
import type pg from "pg";
import { isUnavailable } from "../db/unavailable.ts";

/** A task by its name; it throws to be tried again. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/** The log of the house, as far as jobs need it. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Work that goes on until it is stopped. */
export interface Jobs {
  /** Lets the jobs under way finish. */
  stop(): Promise<void>;
}

/**
 * Starts the worker on a pool. `sweep` runs every minute on one of the nodes, `catchUp` every hour.
 * @param options.inBulk says of jobs together that they are done, 50 ms after the first: for those that come by the
 * thousand, and that may be done again when this process dies.
 */
export async function startJobs(
  pool: pg.Pool,
  tasks: Tasks,
  { log, concurrency = 4, inBulk = false }: { log: JobLog; concurrency?: number; inBulk?: boolean },
): Promise<Jobs> {
  const endCare = outliveLostDatabase(log);
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    ...(inBulk && { preset: { worker: { completeJobBatchDelay: 50 } } }),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
    ),
    crontab: "* * * * * sweep ?max=1&fill=1m\n17 * * * * catchUp ?max=3&fill=1h",
    logger: new Logger(() => (level, message, meta) => {
      if (level === "error") log.error({ meta }, message);
      else if (level === "warning") log.warn({ meta }, message);
    }),
  });
  return { stop: () => runner.stop().finally(endCare) };
}

/**
 * graphile-worker awaits neither "this job is done" nor "this job has failed" (its worker.js): when the database goes
 * in the middle of one, nobody hears of it but the process, and would end. The job stays locked, and is given back to
 * the queue by `unlockDeadJobs`.
 */
function outliveLostDatabase(log: JobLog): () => void {
  const listener = (reason: unknown) => {
    if (!isUnavailable(reason)) throw reason;
    log.warn({ err: reason }, "what became of a job could not be written");
  };
  process.on("unhandledRejection", listener);
  return () => process.off("unhandledRejection", listener);
}
