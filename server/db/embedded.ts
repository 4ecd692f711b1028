// The PostgreSQL of installations without DATABASE_URL. Invariant: one app per data folder (folderLock.ts).
import type { ChildProcess } from "node:child_process";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { StartProblem } from "../startProblem.ts";
import { prepareAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { clusterUser, prepareCluster } from "./embedded/cluster.ts";
import { lockFolder } from "./embedded/folderLock.ts";
import { guardServer } from "./embedded/guard.ts";
import { clusterName, endLeftovers } from "./embedded/leftovers.ts";
import { prepareOwner } from "./embedded/owner.ts";
import { PostmasterFailed, startPostmaster, stopOrphan, stopPostmaster } from "./embedded/postmaster.ts";

export type EmbeddedOptions = {
  /** False for tests: a crash may lose data. */
  durable?: boolean;
  /** For tests and benches. */
  createsDatabases?: boolean;
  log?: (line: string) => void;
};

export type Embedded = {
  /** Valid until stop(), also across restarts of the server. */
  url: string;
  /** The server's process, for tests that kill it. */
  pid(): number | undefined;
  /** Stops the server and releases the folder. May be called twice. */
  stop(): Promise<void>;
};

const databaseName = "foyer";
const maxLogBytes = 5_000_000;
const giveUpAfterMs = 20_000;

/**
 * Starts PostgreSQL under `dataDir`, which may be missing.
 * @throws StartProblem, also when another app runs on this folder.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const release = lockFolder(resolve(dataDir));
  try {
    return await start(join(resolve(dataDir), "postgres"), release, options);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The address of the database that another app has started under `dataDir`; still readable after that app has ended.
 * @throws StartProblem if it cannot be read.
 */
export function runningEmbedded(dataDir: string): string {
  try {
    return readFileSync(join(resolve(dataDir), "postgres", "url"), "utf8").trim();
  } catch {
    throw new StartProblem(`The Foyer on ${resolve(dataDir)} is not ready yet, or runs as another user.`);
  }
}

async function start(folder: string, release: () => void, options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true, createsDatabases = false, log = () => {} } = options;
  const binaries = findBinaries();
  const account = prepareAccount(folder, binaries.postgres);
  const { cluster, password } = await prepareCluster(folder, binaries.initdb, { account, durable });
  const name = clusterName(password);
  const logFile = join(folder, "server.log");
  keepOneOldLog(logFile);
  rmSync(join(folder, "url"), { force: true });
  await stopOrphan(cluster);

  let port = await freePort();
  let server: ChildProcess | undefined;
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;

  await launch();
  const addressOf = (user: string, secret: string, database: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;
  let url: string;
  try {
    const owner = await prepareOwner((database) => addressOf(clusterUser, password, database), {
      database: databaseName,
      createsDatabases,
    });
    url = addressOf(owner.user, owner.password, databaseName);
    writeFileSync(join(folder, "url"), `${url}\n`, { mode: 0o600 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: () => server?.pid, stop };

  /** Retries: after a crash, for example, the old server's children hold its memory until they end. */
  async function launch(): Promise<void> {
    const giveUpAt = Date.now() + giveUpAfterMs;
    for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        server = await startPostmaster({ ...binaries, account, cluster, port, logFile, name, durable });
        guardServer(server, account);
        server.once("exit", onExit);
        return;
      } catch (error) {
        if (stopping) return;
        if (!(error instanceof PostmasterFailed)) throw error;
        if (Date.now() > giveUpAt || !isTemporary(error)) throw new StartProblem(error.message);
        if (/pre-existing shared memory block/.test(error.message)) endLeftovers(name);
        // Before the first start nobody knows the address, so the port may change.
        if (server === undefined && /could not bind/.test(error.message)) port = await freePort();
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  function onExit(code: number | null, signal: string | null): void {
    if (stopping) return;
    log(`PostgreSQL ended (${signal ?? `code ${code}`}); starting it again.`);
    restarting = relaunch();
  }

  async function relaunch(): Promise<void> {
    while (!stopping) {
      try {
        await launch();
        if (!stopping) log("PostgreSQL is back.");
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  function stop(): Promise<void> {
    stopping ??= (async () => {
      // Continue only after `stopping` is set: `onExit` must not restart the server.
      await Promise.resolve();
      await restarting;
      if (server) await stopPostmaster(server, cluster, binaries.pgCtl);
      release();
    })();
    return stopping;
  }
}

function isTemporary(error: PostmasterFailed): boolean {
  return /pre-existing shared memory block|lock file "postmaster.pid"|could not bind/.test(error.message);
}

/**
 * A free port below 32768, where Linux's default range for outgoing connections begins: one of those could take the
 * port while the server is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function keepOneOldLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.old`);
}
