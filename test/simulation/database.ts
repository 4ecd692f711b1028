import { randomBytes } from "node:crypto";
import pg from "pg";
import { cloneDatabase, dropDatabase, inSameCluster, runQuery } from "../../server/testing/cluster.ts";

export interface Cluster {
  url: string;
  template: string;
}

export interface SimulatedDatabase {
  url: string;
  /** Runs a statement that is not part of the history. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** Deletes the rows of a history, and restarts ids at 1. */
  empty(): Promise<void>;
  setClock(now: Date): Promise<void>;
  close(): Promise<void>;
}

const simulatedClock = `
  create schema simulated;
  create table simulated.clock (instant timestamptz not null);
  insert into simulated.clock values (now());
  create function simulated.now() returns timestamptz language sql stable as 'select instant from simulated.clock';
  create function simulated.clock_timestamp() returns timestamptz language sql stable as 'select instant from simulated.clock';
  do $$ declare one record; begin
    for one in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()'
    loop
      execute format('alter table public.%I alter column %I set default simulated.now()', one.table_name, one.column_name);
    end loop;
  end $$;`;

/** Makes a database whose `now()` reads a row that the simulation sets, so that database and app have the same time. */
export async function simulatedDatabase({ url, template }: Cluster): Promise<SimulatedDatabase> {
  const name = `simulated_${randomBytes(8).toString("hex")}`;
  await cloneDatabase(url, { name, source: template });
  const ownUrl = inSameCluster(url, name);
  await runQuery(ownUrl, simulatedClock);
  // The schema `simulated` comes first, so its functions replace PostgreSQL's own.
  await runQuery(url, `alter database ${name} set search_path = simulated, pg_catalog, public`);
  await runQuery(url, `alter database ${name} set deadlock_timeout = '20ms'`);
  const client = new pg.Client({ connectionString: ownUrl, application_name: "simulation" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'installation')",
  );
  const tables = rows.map((row) => `public.${row.name}`).join(", ");
  return {
    url: ownUrl,
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<R>(text, values)).rows,
    async empty() {
      await client.query(
        `truncate ${tables} restart identity cascade; delete from graphile_worker._private_jobs;
        update public.installation set caught_up_at = null`,
      );
    },
    async setClock(now) {
      await client.query("update simulated.clock set instant = $1", [now]);
    },
    async close() {
      await client.end();
      await dropDatabase(url, name);
    },
  };
}
