import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runQuery, temporaryFolder } from "../../testing/cluster.ts";
import { hangTimeoutMs, measure } from "../../testing/patience.ts";
import { prepareAccount } from "../embedded/account.ts";
import { findBinaries } from "../embedded/binaries.ts";
import { prepareCluster } from "../embedded/cluster.ts";
import { startPostmaster } from "../embedded/postmaster.ts";
import { type Embedded, startEmbedded } from "../embedded.ts";

/** A start after a crash may take this many times as long as an ordinary one. */
const maxRatio = 20;

let folder: string;
let running: Embedded | undefined;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function isServed(client: pg.Client): Promise<boolean> {
  return client.query("select count(*) from generate_series(1, 20000)").then(
    () => true,
    () => false,
  );
}

/** Starts an embedded database in a process of its own. */
async function startApp(): Promise<{ app: ChildProcess; url: string }> {
  const script = new URL("../../testing/embeddedApp.ts", import.meta.url).pathname;
  const app = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(app.stdout!, "data");
  return { app, url: String(line).trim() };
}

test("an app that was killed keeps its rows, and does not prevent the next start", async () => {
  const { app, url } = await startApp();
  await runQuery(url, "create table kept (n int); insert into kept values (1)");
  app.kill("SIGKILL");
  await once(app, "exit");

  const recovered = await measure(() => startEmbedded(folder));
  expect(await runQuery(recovered.value.url, "select n from kept")).toEqual([{ n: 1 }]);
  await recovered.value.stop();
  const ordinaryStart = await measure(() => startEmbedded(folder));
  running = ordinaryStart.value;
  // The start does not wait for processes of the dead server.
  expect(recovered.ms / ordinaryStart.ms).toBeLessThan(maxRatio);
  expect(await runQuery(running.url, "select n from kept")).toEqual([{ n: 1 }]);
});

test("a server whose app was killed stops by itself", async () => {
  await running!.stop();
  const { app } = await startApp();
  const pidFile = join(folder, "postgres", "cluster", "postmaster.pid");
  expect(existsSync(pidFile)).toBe(true);
  app.kill("SIGKILL");
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), { timeout: hangTimeoutMs, interval: 25 });
});

test("a server that still runs after its app has ended is replaced", async () => {
  const binaries = findBinaries();
  const account = prepareAccount(join(folder, "postgres"), binaries.postgres);
  const { cluster } = await prepareCluster(join(folder, "postgres"), binaries.initdb, {
    account,
    durable: true,
  });
  const logFile = join(folder, "postgres", "server.log");
  const leftServer = await startPostmaster({
    ...binaries,
    account,
    cluster,
    // freePort returns higher ports.
    port: 14_999,
    logFile,
    name: "left",
    durable: true,
  });

  running = await startEmbedded(folder);
  expect(leftServer.exitCode).toBe(0);
  expect(await runQuery(running.url, "select n from kept")).toEqual([{ n: 1 }]);
});

test("a killed server restarts at the same address with all committed rows, in at most 20 times the time of a start", async () => {
  await running!.stop();
  const ordinaryStart = await measure(() => startEmbedded(folder));
  running = ordinaryStart.value;
  const { url, pid } = running;
  const killed = pid()!;
  await runQuery(url, "insert into kept values (2)");
  // Under load, processes of the killed server continue and keep its memory.
  const clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) client.on("error", () => {});
  await Promise.all(clients.map((client) => client.connect()));
  const busy = clients.map(async (client) => {
    while (await isServed(client));
    await client.end().catch(() => {});
  });
  const recovery = await measure(async () => {
    process.kill(killed, "SIGKILL");
    await vi.waitFor(
      async () => expect(await runQuery(url, "select n from kept order by n")).toEqual([{ n: 1 }, { n: 2 }]),
      { timeout: hangTimeoutMs, interval: 25 },
    );
  });
  expect(recovery.ms / ordinaryStart.ms).toBeLessThan(maxRatio);
  expect(pid()).not.toBe(killed);
  await Promise.all(busy);
});

test("a second app on the same folder is refused with the reason, and the first app is not disturbed", async () => {
  const before = running!.pid();
  await expect(startEmbedded(folder)).rejects.toThrow(
    `Another Foyer is already running on ${folder} (process ${process.pid}). ` +
      "Stop it first, or give this one a folder of its own with DATA_DIR.",
  );
  expect(running!.pid()).toBe(before);
  expect(await runQuery(running!.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a stop waits until the server has ended, and the folder can be used again", async () => {
  const pid = running!.pid()!;
  await running!.stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(existsSync(join(folder, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  running = await startEmbedded(folder);
  await running.stop();
});

test("a pid that now belongs to another program does not prevent the start", async () => {
  const cluster = join(folder, "postgres", "cluster");
  const { uid, gid } = statSync(cluster);
  const stranger = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    writeFileSync(join(cluster, "postmaster.pid"), `${stranger.pid}\n${cluster}\n1\n5432\n\n\n0 0\nready\n`);
    running = await startEmbedded(folder);
    expect(await runQuery(running.url, "select count(*)::int as rows from kept")).toEqual([{ rows: 2 }]);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test.runIf(process.getuid?.() === 0)(
  "a database that root starts works in a folder that is closed to other users",
  async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    const rootServer = await startEmbedded(join(closed, "data"), { durable: false });
    try {
      expect(await runQuery(rootServer.url, "select 1 as one")).toEqual([{ one: 1 }]);
    } finally {
      await rootServer.stop();
    }
  },
);
