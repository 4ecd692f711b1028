// Database access for a tool, whether or not Foyer runs.
import type { Config } from "../config.ts";
import { FolderTaken } from "./embedded/folderLock.ts";
import { runningEmbedded, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./pool.ts";

/**
 * Runs `work` on the database of `config`, brought to this version's schema. The embedded database is
 * started and stopped for this work, or shared with the process that runs it.
 */
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
