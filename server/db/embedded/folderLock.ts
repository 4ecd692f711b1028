// At most one living process owns a folder. SQLite takes a file lock of the kernel for us, because Node cannot. It ends
// with the process, so a stale lock cannot exist.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartProblem } from "../../startProblem.ts";

export class FolderTaken extends StartProblem {
  override name = "FolderTaken";
}

/**
 * Locks the folder for this process.
 * @returns a function that releases it, which may be called twice.
 * @throws FolderTaken, or another StartProblem if the folder is unusable.
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
    // No journal, because nothing is ever written.
    lock.exec("pragma journal_mode = off; begin exclusive");
  } catch (error) {
    lock.close();
    // SQLITE_BUSY: the folder is already locked.
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
  return () => {
    if (lock.isOpen) lock.close();
  };
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
