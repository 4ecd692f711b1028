/** Runs enqueued jobs, such as mails and refunds, the sweep once a minute, and `catchUp` once an hour. */
import { EventEmitter } from "node:events";
import { Logger, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { isUnavailable } from "../db/unavailable.ts";

/** Tasks by name; a task throws to be retried. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/** The part of the log that jobs need. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A running worker. */
export interface Jobs {
  /** Stops fetching jobs, and lets running jobs finish. */
  stop(): Promise<void>;
}

/**
 * Starts the worker on a pool.
 * @param options.inBulk fetches and completes jobs in batches: for jobs that come in thousands and can safely be
 * repeated when this process dies.
 */
export async function startJobs(
  pool: pg.Pool,
  tasks: Tasks,
  { log, concurrency = 4, inBulk = false }: { log: JobLog; concurrency?: number; inBulk?: boolean },
): Promise<Jobs> {
  const stopListening = surviveLostDatabase(log);
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    ...(inBulk && {
      preset: { worker: { completeJobBatchDelay: 50, localQueue: { size: 2 * concurrency } } },
      events: withOrderlyRelease(),
    }),
    taskList: tasks,
    crontab: "* * * * * sweep ?max=1&fill=1m\n17 * * * * catchUp ?max=3&fill=1h",
    logger: new Logger(() => (level, message, meta) => {
      if (level === "error") log.error({ meta }, message);
      else if (level === "warning") log.warn({ meta }, message);
    }),
  });
  return { stop: () => runner.stop().finally(stopListening) };
}

/**
 * A local queue that is stopped while it has jobs should release them for other workers. It throws instead, unless a
 * background promise is pending (graphile-worker 0.18.0, localQueue.js: `background` refuses after the release). So a
 * promise stays pending until the release.
 */
function withOrderlyRelease(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on("localQueue:init", ({ localQueue }) => {
    const released = Promise.withResolvers<void>();
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and no public method marks work as pending.
    localQueue["background"](released.promise);
    events.on("localQueue:setMode", ({ newMode }) => {
      if (newMode === "RELEASED") released.resolve();
    });
  });
  return events;
}

/**
 * graphile-worker does not await the statements that mark a job as done or failed (its worker.js). If such a statement
 * loses the database, the rejection is unhandled and would end the process. The job stays locked, and `unlockDeadJobs`
 * returns it to the queue.
 */
function surviveLostDatabase(log: JobLog): () => void {
  const listener = (reason: unknown) => {
    if (!isUnavailable(reason)) throw reason;
    log.warn({ err: reason }, "the outcome of a job could not be stored");
  };
  process.on("unhandledRejection", listener);
  return () => process.off("unhandledRejection", listener);
}
