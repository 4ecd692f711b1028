import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../server/accounts/passwords.ts";
import { runQuery, temporaryFolder } from "../server/testing/cluster.ts";
import { emptyDatabase } from "../server/testing/database.ts";

let database: { url: string; drop(): Promise<void> };
let dataDir: string;
beforeAll(async () => {
  database = await emptyDatabase();
  dataDir = await temporaryFolder();
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

let shell: ChildProcess | undefined;
afterEach(() => {
  shell?.kill();
});

/**
 * Starts Foyer as npm does: in a shell, which gets the signal that npm gets. The second command keeps `sh` from
 * replacing itself.
 */
function npmStart(env: Record<string, string>): ChildProcess {
  const start = fileURLToPath(new URL("start.ts", import.meta.url));
  shell = spawn("sh", ["-c", `"${process.execPath}" "${start}"; exit $?`], {
    env: { PATH: process.env.PATH, npm_lifecycle_event: "start", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return shell;
}

async function textUntil(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    const found = pattern.exec(text);
    if (found) return found;
  }
  throw new Error(`Ended without ${pattern}:\n${text}`);
}

test("in production, the start makes an empty site, and the site ends when npm's shell gets a signal", async () => {
  const { stdout } = npmStart({
    NODE_ENV: "production",
    PAYMENT_PROVIDER: "test",
    HOST: "127.0.0.1",
    PUBLIC_URL: "http://localhost:0",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
  });
  const [, url] = await textUntil(stdout!, /Foyer is at (http:\S+)/);
  expect((await fetch(`${url}/`)).status).toBe(200);
  expect((await fetch(`${url}/dev/outbox`)).status).toBe(404);
  expect(
    await runQuery(
      database.url,
      "select (select count(*) from clubs)::int as clubs, (select count(*) from app_users)::int as users",
    ),
  ).toEqual([{ clubs: 0, users: 0 }]);

  shell!.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${url}/api/health/live`).then(
        (reply) => reply.status,
        () => "gone",
      ),
    )
    .toBe("gone");
  await expect.poll(() => connectionsOf(database.url)).toBe(0);
});

test("wrong settings end the start with a list of all problems", async () => {
  const { stderr } = npmStart({ PORT: "http", PAYMENT_PROVIDER: "stripe" });
  const exit = once(shell!, "exit");
  const [message] = await textUntil(stderr!, /Foyer cannot start[\s\S]*missing\./);
  expect(message).toBe(`Foyer cannot start with these settings:
  - PORT must be a port from 0 to 65535, not "http".
  - PAYMENT_PROVIDER is stripe, but STRIPE_SECRET_KEY is missing.`);
  expect(await exit).toEqual([1, null]);
});

test("in production, the start reports all open settings and how to fix them, and works once they are fixed", async () => {
  const site = await emptyDatabase();
  const folder = await temporaryFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: site.url, HOST: "127.0.0.1", PAYMENT_PROVIDER: "test" };
  try {
    const demo = npmStart(env);
    await textUntil(demo.stdout!, /Foyer is at/);
    const demoEnd = once(demo, "exit");
    demo.kill("SIGTERM");
    await demoEnd;
    await expect.poll(() => connectionsOf(site.url)).toBe(0);

    await chmod(folder, 0o755);
    await mkdir(join(folder, "outbox"));
    await chmod(join(folder, "outbox"), 0o755);
    const refused = npmStart({ ...env, NODE_ENV: "production" });
    const exit = once(refused, "exit");
    const [message] = await textUntil(refused.stderr!, /Foyer does not open[\s\S]*change its password/);
    expect(message.split("\n").map((line) => /^ {2}- (\S+ \S+ \S+ \S+)/.exec(line)?.[1])).toEqual([
      undefined,
      "PUBLIC_URL is missing: links",
      "Other users of this",
      "Other users of this",
      "Of the demo world",
    ]);
    for (const remedy of [`chmod 711 ${folder}`, `chmod -R o-rwx ${folder}/outbox`, "PUBLIC_URL=https://"])
      expect(message).toContain(remedy);
    expect(await exit).toEqual([1, null]);
    await chmod(folder, 0o711);
    await chmod(join(folder, "outbox"), 0o700);

    await runQuery(site.url, `update app_users set password_hash = '${await hashPassword("of our own 7")}'`);
    const { stdout } = npmStart({ ...env, NODE_ENV: "production", PUBLIC_URL: "http://localhost:0" });
    await textUntil(stdout!, /Foyer is at/);
    shell!.kill("SIGTERM");
    await expect.poll(() => connectionsOf(site.url)).toBe(0);
  } finally {
    await site.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a demo that others could reach does not start", async () => {
  const site = await emptyDatabase();
  const folder = await temporaryFolder();
  try {
    const { stderr } = npmStart({ DATA_DIR: folder, DATABASE_URL: site.url, HOST: "0.0.0.0" });
    const exit = once(shell!, "exit");
    await textUntil(stderr!, /HOST=0\.0\.0\.0 can be reached by others[^\n]*Set NODE_ENV=production/);
    expect(await exit).toEqual([1, null]);
  } finally {
    await site.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function connectionsOf(url: string): Promise<number> {
  const [row] = await runQuery(
    url,
    "select count(*)::int as connections from pg_stat_activity where application_name like 'foyer%' and datname = current_database()",
  );
  return (row as { connections: number }).connections;
}
