import { type ChildProcess, execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartProblem } from "../../startProblem.ts";
import { type Account, spawnAs } from "./account.ts";

export type PostmasterOptions = {
  postgres: string;
  account: Account;
  cluster: string;
  port: number;
  logFile: string;
  name: string;
  /** False for tests: a crash may lose data. */
  durable: boolean;
};

/** The server ended before it was ready. The message has the lines that it logged. */
export class PostmasterFailed extends Error {
  override name = "PostmasterFailed";
}

const pollMs = 20;
/** How long an orphan may take to end after each signal. */
const signalPatienceMs = 5_000;

/**
 * Starts the server and waits until it accepts connections.
 * @throws PostmasterFailed if it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { postgres, account, cluster, port, logFile } = options;
  const log = openSync(logFile, "a", 0o600);
  const logStart = statSync(logFile).size;
  const args = ["-D", cluster, "-p", `${port}`, "-c", `cluster_name=${options.name}`];
  for (const [name, value] of Object.entries(serverSettings(options.durable)))
    args.push("-c", `${name}=${value}`);
  // `detached`, because Ctrl-C is for the app, which stops the server later.
  const child = spawnAs(account, postgres, args, { stdio: ["ignore", log, log], detached: true });
  closeSync(log);

  let ended = false;
  const onEnd = () => {
    ended = true;
  };
  child.once("error", onEnd).once("exit", onEnd);
  while (!isReady(cluster, child.pid)) {
    if (ended) throw new PostmasterFailed(`PostgreSQL did not start:\n${logSince(logFile, logStart)}`);
    await delay(pollMs);
  }
  return child;
}

/** Stops the server without waiting for its clients. */
export async function stopPostmaster(child: ChildProcess, cluster: string, pgCtl: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (process.platform === "win32") execFileSync(pgCtl, ["stop", "-m", "fast", "-D", cluster]);
  else child.kill("SIGINT");
  // SIGQUIT skips the last checkpoint: the next start replays the log.
  const forceTimer = setTimeout(() => child.kill("SIGQUIT"), 10_000);
  await ended;
  clearTimeout(forceTimer);
}

/** Stops the server that a killed app left running. Only the owner of the folder's lock may call this. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = runningPid(cluster);
  if (pid === null) return;
  if (!isServerOf(pid, cluster)) {
    // PostgreSQL would mistake the program that now has the pid for a server on this folder.
    rmSync(join(cluster, "postmaster.pid"), { force: true });
    return;
  }
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < signalPatienceMs; waitedMs += pollMs) {
      if (!isServerOf(pid, cluster)) return;
      await delay(pollMs);
    }
  }
  throw new StartProblem(
    `An old PostgreSQL (process ${pid}) still runs on ${cluster}. Stop it, then start again.`,
  );
}

/** Described at https://www.postgresql.org/docs/18/runtime-config.html. */
function serverSettings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: durable ? "256MB" : "64MB",
    max_wal_size: "2GB",
    random_page_cost: "1.1",
    // Parallel workers need /dev/shm, which containers keep small.
    max_parallel_workers_per_gather: "0",
    jit: "off",
    // Before a replay PostgreSQL syncs its files: with syncfs (only on Linux) by one call, otherwise file by file.
    ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
    timezone: "UTC",
    log_timezone: "UTC",
    // Leaves out the errors of statements, which the app reports.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
}

/** First line: pid, eighth: state (src/include/utils/pidfile.h of PostgreSQL). */
function pidFileLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const lines = pidFileLines(cluster);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

function runningPid(cluster: string): number | null {
  const pid = Number(pidFileLines(cluster)[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM" ? pid : null;
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
    return command.includes(cluster);
  } catch {
    return false;
  }
}

function logSince(logFile: string, start: number): string {
  return readFileSync(logFile).subarray(start).toString("utf8").trim();
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
