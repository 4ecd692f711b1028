import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Database, openDatabase } from "../db/pool.ts";
import { cloneDatabase, disconnect, dropDatabase, inSameCluster, runQuery } from "./cluster.ts";
import { watchLockOrder } from "./lockOrder.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
    template: string;
  }
}

export type TestDatabase = Database & { url: string };

/** Clones the template database. With `watchesLocks`, `close()` throws if tables were locked in a wrong order. */
export async function testDatabase({
  max = 10,
  watchesLocks = false,
}: {
  max?: number;
  watchesLocks?: boolean;
} = {}): Promise<TestDatabase> {
  const cluster = inject("clusterUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await cloneDatabase(cluster, { name, source: inject("template") });
  const url = inSameCluster(cluster, name);
  const database = openDatabase(url, { applicationName: "foyer test", max });
  const lockProblems = watchesLocks ? watchLockOrder(database.pool) : [];
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await dropDatabase(cluster, name);
      if (lockProblems.length > 0)
        throw new Error(`Against the lock order of ARCHITECTURE.md:\n${lockProblems.join("\n")}`);
    },
  };
}

/** Copies `database` as it is now. Closes its open connections. */
export async function backupOf(database: TestDatabase): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject("clusterUrl");
  const source = new URL(database.url).pathname.slice(1);
  const name = `backup_${randomBytes(8).toString("hex")}`;
  await disconnect(cluster, source);
  await cloneDatabase(cluster, { name, source });
  return { url: inSameCluster(cluster, name), drop: () => dropDatabase(cluster, name) };
}

/** A database without any table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject("clusterUrl");
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await runQuery(cluster, `create database ${name}`);
  return {
    url: inSameCluster(cluster, name),
    drop: () => dropDatabase(cluster, name),
  };
}
