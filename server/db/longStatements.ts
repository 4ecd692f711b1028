/** A timeout outside a transaction would be a setting of the connection, which poolers do not keep. */
import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** Application names of the app's pools. */
const appNames = ["foyer", "foyer jobs", "foyer mails"];
const maxSeconds = 60;

/** Ends statements of the app that run for more than `seconds`; returns how many. */
export async function endLongStatements(
  db: Db,
  { names = appNames, seconds = maxSeconds }: { names?: readonly string[]; seconds?: number } = {},
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select count(*) filter (where pg_cancel_backend(pid))::int as ended from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state = 'active'
      and application_name = any(${[...names]}::text[]) and query_start < now() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return rows[0]!.ended;
}
