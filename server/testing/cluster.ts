import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { lockFolder } from "../db/embedded/folderLock.ts";
import { stopOrphan } from "../db/embedded/postmaster.ts";
import { type Embedded, startEmbedded } from "../db/embedded.ts";
import { migrate, ourMigrations } from "../db/migrate.ts";
import { hangTimeoutMs } from "./patience.ts";

const prefix = "foyer-test-";
/** A folder without a cluster may be in use until it is this old. */
const longestRunMs = 6 * 3_600_000;

/** A temporary folder that PostgreSQL's user can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

/** Starts a PostgreSQL with a migrated template, fast instead of durable. */
export async function startTestCluster(): Promise<{ url: string; template: string; stop(): Promise<void> }> {
  await removeAbandoned();
  const folder = await temporaryFolder();
  const cluster = await startEmbedded(folder, { durable: false, createsDatabases: true });
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: cluster.url, template: await makeTemplate(cluster), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function inSameCluster(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs `sql` on its own connection. */
export async function runQuery(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // Without a handler, the error event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a copy of a database, which nobody may be connected to. */
export async function cloneDatabase(
  url: string,
  { name, source }: { name: string; source: string },
): Promise<void> {
  // The default strategy would also write the copy to the WAL.
  await runQuery(url, `create database ${name} template ${source} strategy file_copy`);
}

/** Ends the current user's connections to a database, and drops it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await disconnect(url, name);
  await runQuery(url, `drop database if exists ${name}`);
}

/** Ends the current user's connections to a database. It may not end those of others, such as autovacuum. */
export async function disconnect(url: string, name: string): Promise<void> {
  await runQuery(
    url,
    `select pg_terminate_backend(pid, ${hangTimeoutMs}) from pg_stat_activity
     where datname = '${name}' and usename = current_user`,
  );
}

async function makeTemplate({ url }: Embedded): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, sql } of await ourMigrations()) hash.update(name).update(sql);
  const template = `template_${hash.digest("hex").slice(0, 16)}`;
  await runQuery(url, `create database ${template}`);
  await migrate(inSameCluster(url, template));
  await runQuery(inSameCluster(url, template), startIdsApart);
  return template;
}

/** Starts the ids of each table at another number, so that tests notice code that confuses them. */
const startIdsApart = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000 * row_number() over (order by sequencename))
  from pg_sequences`;

/** Removes what killed runs left. Young folders stay, because a new run has no lock for a moment. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    try {
      const ageMs = Date.now() - (await stat(folder)).mtimeMs;
      // A folder without a cluster may be in use without a lock.
      const hasCluster = (await readdir(folder)).includes("postgres");
      if (ageMs < (hasCluster ? 60_000 : longestRunMs)) continue;
      const release = lockFolder(folder);
      await stopOrphan(join(folder, "postgres", "cluster"));
      await rm(folder, { recursive: true, force: true });
      release();
    } catch {
      // For example, another run uses the folder.
    }
  }
}
