import type { Config } from "../config.ts";
import { FolderTaken } from "./embedded/folderLock.ts";
import { runningEmbedded, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./pool.ts";

/** Migrates the database of `config` and runs `work` on it, even while Foyer runs. */
export async function withDatabase<T>(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { url, stop } = await openAccess(config);
  try {
    await migrate(url);
    const database = openDatabase(url, { max: 4, applicationName: "foyer tool" });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await stop();
  }
}

async function openAccess({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<{ url: string; stop(): Promise<void> }> {
  const doNothing = async () => {};
  if (databaseUrl !== null) return { url: databaseUrl, stop: doNothing };
  try {
    return await startEmbedded(dataDir);
  } catch (error) {
    if (error instanceof FolderTaken) return { url: runningEmbedded(dataDir), stop: doNothing };
    throw error;
  }
}
