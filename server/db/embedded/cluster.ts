// Invariant: the cluster's folder exists whole or not at all.
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartProblem } from "../../startProblem.ts";
import { type Account, spawnAs } from "./account.ts";

/** The cluster's superuser. The app uses another user (owner.ts). */
export const clusterUser = "foyer";

/**
 * Creates the cluster in `folder` when there is none.
 * @returns the superuser's password and the folder for `postgres -D`.
 */
export async function prepareCluster(
  folder: string,
  initdb: string,
  options: { account: Account; durable: boolean },
): Promise<{ cluster: string; password: string }> {
  const cluster = join(folder, "cluster");
  const passwordFile = join(folder, "password");
  if (!existsSync(join(cluster, "PG_VERSION"))) await createCluster(folder, initdb, options);
  try {
    accessSync(cluster, constants.R_OK | constants.X_OK);
    return { cluster, password: readFileSync(passwordFile, "utf8").trim() };
  } catch {
    throw new StartProblem(
      `The database in ${folder} belongs to another user. Start Foyer as the user who made it, or name another folder with DATA_DIR.`,
    );
  }
}

async function createCluster(
  folder: string,
  initdb: string,
  { account, durable }: { account: Account; durable: boolean },
): Promise<void> {
  const temporaryFolder = join(folder, "cluster.new");
  const passwordFile = join(folder, "password");
  rmSync(temporaryFolder, { recursive: true, force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  // `mode` applies only to a new file.
  chmodSync(passwordFile, 0o600);
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const args = [
    `--pgdata=${temporaryFolder}`,
    `--username=${clusterUser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // PostgreSQL's own locale sorts texts in the same order on every system, and need not be installed.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const child = spawnAs(account, initdb, args, { stdio: ["ignore", "ignore", "pipe"] });
  let errorOutput = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) {
    rmSync(temporaryFolder, { recursive: true, force: true });
    throw new StartProblem(`The database could not be made in ${folder}:\n${errorOutput.trim()}`);
  }
  renameSync(temporaryFolder, join(folder, "cluster"));
}
