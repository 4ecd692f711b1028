// Invariant: missing migrations are applied in order, each once: an advisory lock lets one node work while the others
// wait. Requests wait behind a migration that waits for a table, so it gives up and tries again (`lockTimeout`).
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { StartProblem } from "../startProblem.ts";
import { sqlState } from "./pool.ts";

const folder = new URL("./migrations/", import.meta.url);

/** No other advisory lock of this database may have this number. */
const lockKey = 4_067_321;

export type Migration = { name: string; sql: string };

export type MigrateOptions = {
  allowNewer?: boolean;
  lockTimeoutMs?: number;
  lockTries?: number;
};

/** All tries together take at least as long as the longest statement of a transaction may (pool.ts). */
const lockTimeout = { lockTimeoutMs: 2_000, lockTries: 30 };
const lockNotAvailable = "55P03";

/** The migrations of this version, in order. */
export async function ourMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })),
  );
}

/**
 * Brings the database to this version's schema, with the tables of the job queue.
 * @returns the names applied by this call.
 * @throws StartProblem if a newer version has changed the database (unless `allowNewer`), or a table cannot be locked.
 */
export async function migrate(
  url: string,
  migrations?: Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "foyer migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    const applied: string[] = [];
    const ours = migrations ?? (await ourMigrations());
    if (options.allowNewer !== true) await refuseNewer(client, ours);
    for (const migration of ours) {
      if (await apply(client, migration, { ...lockTimeout, ...options })) applied.push(migration.name);
    }
    await migrateJobs(client, url);
    return applied;
  } finally {
    await client.end();
  }
}

/** This version may misread changes of a newer one, or write rows that the newer one refuses. */
async function refuseNewer(client: pg.Client, ours: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    "select to_regclass('migrations') is not null as \"isThere\"",
  );
  if (!rows[0]!.isThere) return;
  const known = ours.map(({ name }) => name);
  const { rows: newer } = await client.query<{ name: string }>(
    "select name from migrations where name <> all ($1) order by name",
    [known],
  );
  if (newer.length === 0) return;
  throw new StartProblem(
    `A newer version of Foyer has changed this database (${newer.map(({ name }) => name).join(", ")}). ` +
      "Start that version, or restore a copy from before. To start this one all the same, as while nodes are replaced one by one, set ALLOW_NEWER_DATABASE=yes.",
  );
}

async function apply(
  client: pg.Client,
  migration: Migration,
  { lockTimeoutMs, lockTries }: Required<Pick<MigrateOptions, "lockTimeoutMs" | "lockTries">>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration, lockTimeoutMs);
    } catch (error) {
      if (!(error instanceof Error) || sqlState(error.cause) !== lockNotAvailable) throw error;
      if (attempt >= lockTries)
        throw new StartProblem(
          `Migration ${migration.name} could not lock its tables in ${lockTries} tries: another transaction holds them. ` +
            "Look for it in pg_stat_activity, end it, and start Foyer again.",
        );
    }
  }
}

async function applyOnce(
  client: pg.Client,
  { name, sql }: Migration,
  lockTimeoutMs: number,
): Promise<boolean> {
  await beginLocked(client);
  try {
    // Not before `beginLocked`, which may wait longer for another node.
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
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

/** graphile-worker migrates on its own connection; `client` only holds the lock. */
async function migrateJobs(client: pg.Client, url: string): Promise<void> {
  await beginLocked(client);
  try {
    await runMigrations({ connectionString: url });
  } finally {
    await client.query("commit");
  }
}

/** The lock ends with the connection at the latest. */
async function beginLocked(client: pg.Client): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${lockKey})`);
}
