import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** A job that is locked this long counts as one of a dead node. */
export const deadAfterMinutes = 10;

/**
 * Finds each process that has held a job of one of `tasks` (null: of any) for `lockedForMinutes`, and returns all its
 * jobs to the queue; graphile-worker would wait four hours. The jobs must be safe to repeat. Pass 0 minutes only if no
 * other process runs jobs of these tasks.
 */
export async function unlockDeadJobs(
  db: Db,
  lockedForMinutes: number,
  tasks: readonly string[] | null = null,
): Promise<void> {
  // The lock's owner is the pool of a process.
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at <= now() - make_interval(mins => ${lockedForMinutes})
      and (${tasks}::text[] is null or task_identifier = any (${tasks}::text[]))
    having count(*) > 0`.execute(db);
}
