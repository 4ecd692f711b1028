// The lock of a data folder.
// Invariant: at most one living process owns a folder. Its lock is a file lock of the kernel, which SQLite requests for
// us, because Node cannot. The lock ends with the process, even if the process crashes, so a stale lock cannot exist.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartProblem } from "../../startProblem.ts";

/** Another process owns the folder. */
export class FolderTaken extends StartProblem {
  override name = "FolderTaken";
}

/**
 * Locks the folder for this process, creating it when missing.
 * @returns a function that releases it.
 * @throws FolderTaken, or another StartProblem if the folder cannot be used.
 */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, "foyer.pid");
  let lock: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true });
    lock = new DatabaseSync(join(folder, "foyer.lock"));
  } catch (error) {
    throw unusableFolder(folder, error);
  }
  try {
    // No journal file: nothing is ever written, only the lock matters.
    lock.exec("pragma journal_mode = off; begin exclusive");
  } catch (error) {
    lock.close();
    // SQLITE_BUSY: another process has the lock.
    if ((error as { errcode?: number }).errcode !== 5) throw unusableFolder(folder, error);
    throw new FolderTaken(
      `Another Foyer is already running on ${folder}${ownerOf(pidFile)}. ` +
        "Stop it first, or give this one a folder of its own with DATA_DIR.",
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw unusableFolder(folder, error);
  }
  return () => lock.close();
}

function unusableFolder(folder: string, error: unknown): StartProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartProblem(
    `The data folder ${folder} cannot be used: ${reason}. ` +
      "Let this user write to it, or name another one with DATA_DIR.",
  );
}

function ownerOf(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
