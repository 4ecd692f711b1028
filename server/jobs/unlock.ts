// Unlocks the jobs of a node that died.
// graphile-worker keeps them locked for four hours. Ours can safely be repeated: for example, a refund has its own
// idempotency key with the provider.
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** A job that is locked this long counts as one of a dead node. */
export const deadAfterMinutes = 10;

/**
 * Puts jobs that have been locked for this many minutes or longer back into the queue. `tasks` are the names of their
 * tasks; null means all. Pass 0 minutes only if no other process runs these tasks.
 */
export async function unlockDeadJobs(
  db: Db,
  lockedForMinutes: number,
  tasks: readonly string[] | null = null,
): Promise<void> {
  // The jobs of a process are locked by its pool, so this also unlocks the pool's younger jobs, which run again.
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at <= now() - make_interval(mins => ${lockedForMinutes})
      and (${tasks}::text[] is null or task_identifier = any (${tasks}::text[]))
    having count(*) > 0`.execute(db);
}
