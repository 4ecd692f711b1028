import { sql } from "kysely";
import { failingPageSize } from "../../contract/rules/failingPage.ts";
import type { FailingJob } from "../../contract/shapes/failing.ts";
import type { Db } from "../db/pool.ts";

interface FailingJobRow {
  id: number;
  task: string;
  attempts: number;
  max_attempts: number;
  last_error: string;
  created_at: Date;
  run_at: Date;
}

/**
 * A page of the jobs whose latest attempt failed, newest first, without the task `otherThan`. `before` is the id of
 * the last job of the previous page.
 */
export async function failingJobs(
  db: Db,
  { otherThan, before }: { otherThan: string; before: number | undefined },
): Promise<FailingJob[]> {
  const { rows } = await sql<FailingJobRow>`
    select j.id, t.identifier as task, j.attempts, j.max_attempts, j.last_error, j.created_at, j.run_at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.last_error is not null and t.identifier <> ${otherThan}
        and (${before ?? null}::bigint is null or j.id < ${before ?? null})
      order by j.id desc limit ${failingPageSize}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    task: row.task,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.attempts < row.max_attempts ? row.run_at.toISOString() : null,
  }));
}

/**
 * Deletes a task's jobs that failed at their last attempt, so that only the latest failure of a repeated task is
 * listed. A job key would not do this: graphile-worker gives it to a second job and keeps the first (add_jobs in its
 * sql/000018.sql).
 */
export async function removeFailedRuns(db: Db, task: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${task} and j.attempts >= j.max_attempts and j.locked_at is null`.execute(
    db,
  );
}
