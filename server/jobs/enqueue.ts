/** Work to be done after commit. A job is written in the transaction that causes it, so a rollback leaves none. */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

/** Adds one job, to run after the commit, or at `runAt`. It replaces a job with the same `jobKey` that still waits. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { jobKey, runAt }: { jobKey: string; runAt?: Date },
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${jobKey}, run_at => ${runAt ?? null}::timestamptz, max_attempts => 25)`.execute(
    tx,
  );
}
