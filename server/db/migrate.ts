// How does a database get the schema that this code expects?
// Invariant: each numbered file of migrations/ is applied once, in order, for ever; files are never edited once
// released. Any number of nodes may start at once: an advisory lock lets one of them work while the others wait.
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";

const folder = new URL("./migrations/", import.meta.url);

/** Any constant, as long as nothing else in this database uses it. */
const lockKey = 4_067_321;

export type Migration = { name: string; sql: string };

/** The migrations of this version, in order. */
export async function ourMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })),
  );
}

/**
 * Brings the database at `url` to this version's schema, the job queue's own tables included.
 * @returns the names applied by this call; empty when there was nothing to do.
 */
export async function migrate(url: string, migrations?: Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "foyer migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    const applied: string[] = [];
    for (const migration of migrations ?? (await ourMigrations())) {
      if (await applyOnce(client, migration)) applied.push(migration.name);
    }
    await migrateJobs(client, url);
    return applied;
  } finally {
    await client.end();
  }
}

async function applyOnce(client: pg.Client, { name, sql }: Migration): Promise<boolean> {
  await beginLocked(client);
  try {
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    const inserted = await client.query(
      "insert into migrations (name) values ($1) on conflict do nothing returning name",
      [name],
    );
    if (inserted.rowCount === 1) await client.query(sql);
    await client.query("commit");
    return inserted.rowCount === 1;
  } catch (error) {
    await client.query("rollback");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error });
  }
}

/** graphile-worker migrates on a connection of its own; ours only holds the lock meanwhile. */
async function migrateJobs(client: pg.Client, url: string): Promise<void> {
  await beginLocked(client);
  try {
    await runMigrations({ connectionString: url });
  } finally {
    await client.query("commit");
  }
}

/** Within a transaction, not a session: behind PgBouncer a session is not ours to keep. */
async function beginLocked(client: pg.Client): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${lockKey})`);
}
