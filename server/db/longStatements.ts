/**
 * A statement of a transaction ends by itself after a minute (pool.ts). Outside of one that would be a setting of the
 * connection, which no pooler in front of PostgreSQL keeps: so the sweeper ends those statements, once a minute.
 */
import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** The connections of a house; tools of its operator may take as long as they need. */
const ofHouses = ["foyer", "foyer jobs", "foyer mails"];
const longestSeconds = 60;

/** Ends what a house has asked the database for more than a minute ago: it is refused as busy. Gives how many there were. */
export async function endLongStatements(
  db: Db,
  { names = ofHouses, seconds = longestSeconds }: { names?: readonly string[]; seconds?: number } = {},
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select count(*) filter (where pg_cancel_backend(pid))::int as ended from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state = 'active'
      and application_name = any(${[...names]}::text[]) and query_start < now() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return rows[0]!.ended;
}
