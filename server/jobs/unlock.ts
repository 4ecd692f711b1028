// What becomes of the jobs that a node was at when it died?
// graphile-worker gives them to nobody else for four hours. Ours take seconds, and each may be done twice: a mail is
// sent by whoever locks its row, a refund has its own key with the provider.
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** Longer than any job of ours runs. */
export const deadAfterMinutes = 10;

/**
 * Gives jobs that have been locked for so long back to the queue: of these tasks, or of all. 0 minutes are for who knows
 * that nobody else works at them.
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
