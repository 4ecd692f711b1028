// The time according to the database.
// Holds, links and sessions end at moments that all nodes judge. A node whose own clock runs an hour ahead would end
// the holds of the others, and its own would last an hour longer. So a node uses the database's time.
// Invariant: between two readings the time advances by a monotonic clock; jumps of the node's own clock have no effect.
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "./pool.ts";

export type DatabaseClock = {
  /** The database's time. */
  now(): Date;
  /** Null, or a sentence on how far the node's own clock is off: more than five seconds. */
  trouble(): string | null;
  /** Reads the database's clock again. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  log: Pick<Logger, "warn" | "info">;
  /** The node's own clock, and a monotonic one; tests pass theirs. */
  nodeMs?: () => number;
  forwardMs?: () => number;
};

const everyMs = 60_000;
const mostOffMs = 5_000;

/** Reads the database's clock now, and every minute until it is stopped. */
export async function openDatabaseClock(db: Db, options: Options): Promise<DatabaseClock> {
  const { log, nodeMs = Date.now, forwardMs = () => performance.now() } = options;
  /** Added to the monotonic clock. */
  let offset = Number.NaN;
  let offMs = 0;
  let wasOff = false;

  const nowMs = () => forwardMs() + offset;
  const trouble = () =>
    Math.abs(offMs) <= mostOffMs
      ? null
      : `This node's clock is ${Math.round(Math.abs(offMs) / 1000)} s ${offMs > 0 ? "ahead of" : "behind"} the database's.`;

  async function look(): Promise<void> {
    const askedAt = forwardMs();
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const answered = forwardMs();
    const found = rows[0]!.now.getTime() - (askedAt + answered) / 2;
    // A difference smaller than the round trip means nothing.
    if (Number.isNaN(offset) || Math.abs(found - offset) > answered - askedAt) offset = found;
    offMs = nodeMs() - nowMs();
    const words = trouble();
    if (words !== null && !wasOff) log.warn({ offMs: Math.round(offMs) }, `${words} Set it right, by NTP.`);
    if (words === null && wasOff) log.info("this node's clock is right again");
    wasOff = words !== null;
  }

  await look();
  const timer = setInterval(() => {
    // While the database is down the last offset stays in use.
    look().catch(() => {});
  }, everyMs);
  timer.unref();
  return { now: () => new Date(nowMs()), trouble, look, stop: async () => clearInterval(timer) };
}
