import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

/** Adds a job that runs after the commit, or at `runAt`. It replaces a waiting job with the same `jobKey`. */
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
