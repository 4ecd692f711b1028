/**
 * A database of a simulation: PostgreSQL itself, but that its clock is a row which the simulation moves, so that what the
 * database calls "now" is what the app calls "now".
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { dropDatabase, inSameCluster, runQuery } from "../../server/testing/cluster.ts";

/** Where the databases of simulations are made: a cluster, and the migrated template in it. */
export interface Cluster {
  url: string;
  template: string;
}

/** A database with the whole schema, for one history after the other. */
export interface SimulatedDatabase {
  url: string;
  /** Runs what is not part of the history. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** Makes it empty, with ids that begin at 1 again. */
  empty(): Promise<void>;
  /** Says what time it is. */
  setClock(now: Date): Promise<void>;
  close(): Promise<void>;
}

const clockOfOurs = `
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

/** Makes a database in which time is told by the simulation. */
export async function simulatedDatabase({ url, template }: Cluster): Promise<SimulatedDatabase> {
  const name = `simulated_${randomBytes(8).toString("hex")}`;
  await runQuery(url, `create database ${name} template ${template}`);
  const own = inSameCluster(url, name);
  await runQuery(own, clockOfOurs);
  // Named first, ours are found before PostgreSQL's own. Who waits for each other is not to wait for long.
  await runQuery(url, `alter database ${name} set search_path = simulated, pg_catalog, public`);
  await runQuery(url, `alter database ${name} set deadlock_timeout = '20ms'`);
  const client = new pg.Client({ connectionString: own, application_name: "simulation" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'installation')",
  );
  const tables = rows.map((row) => `public.${row.name}`).join(", ");
  return {
    url: own,
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
