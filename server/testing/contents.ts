import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** A fingerprint of each table and of the job queue, without the columns `last_used_at`. */
export async function databaseContents(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or table_name = '_private_jobs')
    order by 1, 2`.execute(db);
  // One statement reads all tables at one moment.
  const fingerprints = tables.map(
    ({ schema, name }) => sql`
      select ${`${schema}.${name}`}::text as name,
        count(*) || ' rows, ' || coalesce(md5(string_agg(line, ',' order by line)), '-') as fingerprint
      from (select (to_jsonb(t) - 'last_used_at')::text as line from ${sql.id(schema, name)} t) lines`,
  );
  const { rows } = await sql<{
    name: string;
    fingerprint: string;
  }>`${sql.join(fingerprints, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}
