import { EventEmitter } from "node:events";
import { Logger, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { isUnavailable } from "../db/unavailable.ts";

/** Tasks by name; a task throws to be retried. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface Jobs {
  /** Stops fetching jobs, and lets running jobs finish. */
  stop(): Promise<void>;
}

/** Starts the worker. `inBulk` is for thousands of jobs that can safely be repeated if this process dies. */
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
 * A stopped local queue should release its jobs for other workers. It throws instead unless a background promise is
 * pending (graphile-worker 0.18.0, localQueue.js), so one stays pending until the release.
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
 * graphile-worker does not await the statements that store a job's outcome (its worker.js). If one of them loses the
 * database, the unhandled rejection would end the process. The job stays locked until `unlockDeadJobs`.
 */
function surviveLostDatabase(log: JobLog): () => void {
  const listener = (reason: unknown) => {
    if (!isUnavailable(reason)) throw reason;
    log.warn({ err: reason }, "the outcome of a job could not be stored");
  };
  process.on("unhandledRejection", listener);
  return () => process.off("unhandledRejection", listener);
}
