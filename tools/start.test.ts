import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../server/accounts/passwords/passwords.ts";
import { runQuery, temporaryFolder } from "../server/testing/cluster.ts";
import { emptyDatabase } from "../server/testing/database.ts";
import { buildIfStale } from "./build.ts";
import { demoAccounts } from "./demo/seed.ts";

let database: { url: string; drop(): Promise<void> };
let dataDir: string;
beforeAll(async () => {
  // Otherwise a start could build and print a line about it.
  await buildIfStale();
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

const startFile = fileURLToPath(new URL("start.ts", import.meta.url));

/** Starts Foyer in a shell, as npm does. Without a second command, `sh` would replace itself by the first one. */
function npmStart(env: Record<string, string>): ChildProcess {
  shell = spawn("sh", ["-c", `"${process.execPath}" "${startFile}"; exit $?`], {
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

function outputOf(start: ChildProcess): { text: () => string; ended: Promise<unknown> } {
  let text = "";
  for (const stream of [start.stdout!, start.stderr!]) stream.on("data", (chunk) => (text += String(chunk)));
  return { text: () => text, ended: once(start.stdout!, "close") };
}

/** Lists the lines for the operator, without those of the log. */
const wordsOf = (output: string): string[] =>
  output.split("\n").filter((line) => line !== "" && !line.startsWith("{"));

test("in production, the start makes an empty site, and the site ends when npm's shell gets a signal", async () => {
  const site = npmStart({
    NODE_ENV: "production",
    PAYMENT_PROVIDER: "test",
    HOST: "127.0.0.1",
    PUBLIC_URL: "http://localhost:0",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
  });
  const output = outputOf(site);
  await expect.poll(output.text).toContain("Ctrl-C stops it.");
  const [, url] = /Foyer is at (http:\S+)/.exec(output.text())!;
  expect(wordsOf(output.text())).toEqual([
    `Foyer is at ${url}`,
    "Payments are tests: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.",
    `Mails become files in ${dataDir}/outbox`,
    "Ctrl-C stops it.",
  ]);
  const home = await fetch(`${url}/`);
  expect([home.status, await home.text()]).toEqual([
    200,
    expect.stringMatching(/src="\/assets\/start-[^"]+\.js"/),
  ]);
  expect((await fetch(`${url}/dev/outbox`)).status).toBe(404);
  expect(
    await runQuery(
      database.url,
      "select (select count(*) from clubs)::int as clubs, (select count(*) from app_users)::int as users",
    ),
  ).toEqual([{ clubs: 0, users: 0 }]);

  // A request under way: its query waits for a lock.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin; lock table clubs in access exclusive mode");
  const slow = fetch(`${url}/api/club/getClub?clubId=1`);
  await expect.poll(() => waitingStatements(database.url)).toBe(1);
  shell!.kill("SIGTERM");
  await expect
    .poll(() =>
      fetch(`${url}/api/health/live`).then(
        (reply) => reply.status,
        () => "gone",
      ),
    )
    .toBe("gone");
  await client.query("commit");
  await client.end();
  expect((await slow).status).toBe(404);
  await expect.poll(() => connectionsOf(database.url)).toBe(0);
  await output.ended;
  expect(output.text()).not.toMatch(/"level":[56]0|second SIGTERM/);
});

test("a start without npm prints the demo's accounts, and keeps running when its shell has ended", async () => {
  const ownDatabase = await emptyDatabase();
  const folder = await temporaryFolder();
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: ownDatabase.url,
    HOST: "127.0.0.1",
    PORT: "0",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "tickets@foyer.test",
  };
  const start = spawn("sh", ["-c", `"${process.execPath}" "${startFile}" & echo "pid $!"; read line`], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = outputOf(start);
  await expect.poll(output.text).toContain("Ctrl-C stops it.");
  const pid = Number(/pid (\d+)/.exec(output.text())![1]);
  try {
    const [, url] = /Foyer is at (http:\S+)/.exec(output.text())!;
    expect(wordsOf(output.text()).filter((line) => !line.startsWith("pid "))).toEqual([
      `Foyer is at ${url}`,
      "It shows a demo world. Sign in at /auth/Signin as",
      ...demoAccounts.map(({ email }) => expect.stringContaining(email)),
      expect.stringContaining("Payments are tests"),
      "Ctrl-C stops it.",
    ]);
    start.stdin!.end();
    await once(start, "exit");
    // This start fails and serves as a wait: a site under npm notices the end of its shell sooner.
    await once(npmStart({ PORT: "http" }), "exit");
    const health = await fetch(`${url}/api/health/live`);
    expect(health.status).toBe(200);
  } finally {
    process.kill(pid, "SIGTERM");
    await output.ended;
    await ownDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("an unexpected error of the start is logged with its place in the code, also with unsafe settings", async () => {
  const ownDatabase = await emptyDatabase();
  try {
    await runQuery(ownDatabase.url, "create table clubs ()");
    const { stdout } = npmStart({ DATA_DIR: dataDir, DATABASE_URL: ownDatabase.url, HOST: "0.0.0.0" });
    const exit = once(shell!, "exit");
    await textUntil(stdout!, /relation \\"clubs\\" already exists.*migrate\.ts:\d+.*an uncaught error/);
    expect(await exit).toEqual([1, null]);
  } finally {
    await ownDatabase.drop();
  }
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

test("in production, the start reports all unsafe settings and how to fix them, and works once they are fixed", async () => {
  const ownDatabase = await emptyDatabase();
  const folder = await temporaryFolder();
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: ownDatabase.url,
    HOST: "127.0.0.1",
    PAYMENT_PROVIDER: "test",
  };
  try {
    const demo = npmStart(env);
    await textUntil(demo.stdout!, /Foyer is at/);
    const demoEnd = once(demo, "exit");
    demo.kill("SIGTERM");
    await demoEnd;
    await expect.poll(() => connectionsOf(ownDatabase.url)).toBe(0);

    await chmod(folder, 0o755);
    await mkdir(join(folder, "outbox"));
    await chmod(join(folder, "outbox"), 0o755);
    const refused = npmStart({ ...env, NODE_ENV: "production" });
    const exit = once(refused, "exit");
    const [message] = await textUntil(
      refused.stderr!,
      /Foyer does not start, because[\s\S]*change its password/,
    );
    expect(message.split("\n").map((line) => /^ {2}- (\S+ \S+ \S+ \S+)/.exec(line)?.[1])).toEqual([
      undefined,
      "PUBLIC_URL is missing: links",
      "Other users of this",
      "Other users of this",
      "These accounts of the",
    ]);
    for (const remedy of [`chmod 711 ${folder}`, `chmod -R o-rwx ${folder}/outbox`, "PUBLIC_URL=https://"])
      expect(message).toContain(remedy);
    expect(await exit).toEqual([1, null]);
    await chmod(folder, 0o711);
    await chmod(join(folder, "outbox"), 0o700);

    await runQuery(
      ownDatabase.url,
      `update app_users set password_hash = '${await hashPassword("of our own 7")}'`,
    );
    const { stdout } = npmStart({ ...env, NODE_ENV: "production", PUBLIC_URL: "http://localhost:0" });
    await textUntil(stdout!, /Foyer is at/);
    shell!.kill("SIGTERM");
    await expect.poll(() => connectionsOf(ownDatabase.url)).toBe(0);
  } finally {
    await ownDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a database that does not answer is reported once, together with the unsafe settings", async () => {
  const { stderr } = npmStart({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/foyer",
    HOST: "0.0.0.0",
  });
  let text = "";
  for await (const chunk of stderr!) text += String(chunk);
  expect(text.split("\n")).toEqual([
    expect.stringMatching(/^The database at DATABASE_URL does not answer/),
    "Foyer does not start, because it is not ready for the public:",
    expect.stringMatching(/^ {2}- HOST=0\.0\.0\.0 can be reached by others/),
    "",
  ]);
});

test("a demo that other machines could reach does not start", async () => {
  const ownDatabase = await emptyDatabase();
  const folder = await temporaryFolder();
  try {
    const { stderr } = npmStart({ DATA_DIR: folder, DATABASE_URL: ownDatabase.url, HOST: "0.0.0.0" });
    const exit = once(shell!, "exit");
    await textUntil(stderr!, /HOST=0\.0\.0\.0 can be reached by others[^\n]*Set NODE_ENV=production/);
    expect(await exit).toEqual([1, null]);
  } finally {
    await ownDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function waitingStatements(url: string): Promise<number> {
  const rows = await runQuery(
    url,
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

async function connectionsOf(url: string): Promise<number> {
  const [row] = await runQuery(
    url,
    "select count(*)::int as connections from pg_stat_activity where application_name like 'foyer%' and datname = current_database()",
  );
  return (row as { connections: number }).connections;
}
