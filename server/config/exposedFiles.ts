import { statSync } from "node:fs";
import { join } from "node:path";

/**
 * A sentence for each of DATA_DIR, its outbox and its secret that is open to other users. Group access is allowed, as on
 * a shared volume. Others may enter DATA_DIR, because PostgreSQL may run as another user in it (db/embedded/account.ts).
 */
export function findExposedFiles(dataDir: string): string[] {
  // Windows has no such modes.
  if (process.platform === "win32") return [];
  const outbox = join(dataDir, "outbox");
  const secret = join(dataDir, "server-secret");
  return [
    ...complaint(dataDir, 0o006, `chmod 711 ${dataDir}`),
    ...complaint(outbox, 0o007, `chmod -R o-rwx ${outbox}`),
    ...complaint(secret, 0o007, `chmod 600 ${secret}`),
  ];
}

function complaint(path: string, forbidden: number, remedy: string): string[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & forbidden) === 0) return [];
  return [`Other users of this machine may read or change ${path}. Close it: ${remedy}`];
}
