/** Works off what transactions have left to be done: mails, refunds, and once a minute the sweep. */
import { Logger, type Runner, run } from "graphile-worker";
import type pg from "pg";

/** A task by its name; it throws to be tried again. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/** The log of the house, as far as jobs need it. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Starts the worker on a pool. `sweep` runs every minute on one of the nodes. */
export function startJobs(
  pool: pg.Pool,
  tasks: Tasks,
  { log, concurrency = 4 }: { log: JobLog; concurrency?: number },
): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [name, (payload: unknown) => work(payload)]),
    ),
    crontab: "* * * * * sweep ?max=1&fill=1m",
    logger: new Logger(() => (level, message, meta) => {
      if (level === "error") log.error({ meta }, message);
      else if (level === "warning") log.warn({ meta }, message);
    }),
  });
}
