// A node decides by the database's time whether holds have ended: with its own clock an hour ahead, it would end the
// holds of other nodes too early. Between two readings the time advances by a monotonic clock.
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "./pool.ts";

export type DatabaseClock = {
  now(): Date;
  /** A sentence about the error of the node's own clock; null if it is small. */
  trouble(): string | null;
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  log: Pick<Logger, "warn" | "info">;
  nodeMs?: () => number;
  /** A monotonic clock. */
  forwardMs?: () => number;
};

const everyMs = 60_000;
const maxErrorMs = 5_000;

/** Reads the database's clock now and every minute. */
export async function openDatabaseClock(db: Db, options: Options): Promise<DatabaseClock> {
  const { log, nodeMs = Date.now, forwardMs = () => performance.now() } = options;
  /** The database's time minus the monotonic clock. */
  let offset = Number.NaN;
  let errorMs = 0;
  let hadTrouble = false;

  const nowMs = () => forwardMs() + offset;
  const trouble = () =>
    Math.abs(errorMs) <= maxErrorMs
      ? null
      : `This node's clock is ${Math.round(Math.abs(errorMs) / 1000)} s ${errorMs > 0 ? "ahead of" : "behind"} the database's.`;

  async function refresh(): Promise<void> {
    const askedAt = forwardMs();
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const answeredAt = forwardMs();
    const measured = rows[0]!.now.getTime() - (askedAt + answeredAt) / 2;
    // A smaller difference may come from the round trip alone.
    if (Number.isNaN(offset) || Math.abs(measured - offset) > answeredAt - askedAt) offset = measured;
    errorMs = nodeMs() - nowMs();
    const message = trouble();
    if (message !== null && !hadTrouble)
      log.warn({ offMs: Math.round(errorMs) }, `${message} Synchronise it with NTP.`);
    if (message === null && hadTrouble) log.info("this node's clock is right again");
    hadTrouble = message !== null;
  }

  await refresh();
  const timer = setInterval(() => {
    // While the database is down the last offset stays in use.
    refresh().catch(() => {});
  }, everyMs);
  timer.unref();
  return { now: () => new Date(nowMs()), trouble, refresh, stop: async () => clearInterval(timer) };
}
