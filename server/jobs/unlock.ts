// Unlocks the jobs of a node that died.
// graphile-worker keeps them locked for four hours. Ours take seconds, and each can safely be repeated: a mail is sent
// by the process that locks its row, and a refund has its own idempotency key with the provider.
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** Longer than any of our jobs runs. */
export const deadAfterMinutes = 10;

/**
 * Returns jobs that have been locked for this long to the queue: of these tasks, or of all. Pass 0 minutes only if no
 * other process runs them.
 */
export async function unlockDeadJobs(
  db: Db,
  lockedForMinutes: number,
  tasks: readonly string[] | null = null,
): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at <= now() - make_interval(mins => ${lockedForMinutes})
      and (${tasks}::text[] is null or task_identifier = any (${tasks}::text[]))
    having count(*) > 0`.execute(db);
}
