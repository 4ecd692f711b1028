import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { getPriority } from "node:os";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { hangTimeoutMs } from "../testing/patience.ts";
import { type Mailer, type MailerBounds, startMailer } from "./mailer.ts";

let database: TestDatabase;
let mailbox: Mailbox;
const logged: string[] = [];
const reasonOf = (fields: object) =>
  "err" in fields && fields.err instanceof Error ? fields.err.message : "";
const log = {
  error: (fields: object, message: string) => void logged.push(`${message}: ${reasonOf(fields)}`),
  warn: (_fields: object, message: string) => void logged.push(message),
};
beforeAll(async () => {
  [database, mailbox] = await Promise.all([testDatabase(), startMailbox()]);
});
afterAll(() => Promise.all([mailbox.close(), database.close()]));
const started: Mailer[] = [];
beforeEach(() => {
  logged.length = 0;
});
afterEach(() => Promise.all(started.splice(0).map((mailer) => mailer.stop())));

const settings = (databaseUrl = database.url) => ({
  databaseUrl,
  publicUrl: "http://foyer.test",
  dataDir: "/nonexistent",
  outboxDir: "/nonexistent",
  smtpUrl: mailbox.url,
  mailFrom: "tickets@foyer.test",
  deadAfterMinutes: 0,
});

function start(bounds: MailerBounds = {}, databaseUrl = database.url): Mailer {
  const mailer = startMailer(settings(databaseUrl), { log, ...bounds });
  started.push(mailer);
  return mailer;
}

const queueFor = (...names: string[]) =>
  inTransaction(database.db, (tx) =>
    queueMails(
      tx,
      names.map((name) => ({
        key: `test:${name}`,
        kind: "emailChanged",
        recipient: `${name}@example.org`,
        payload: { fullName: name },
      })),
    ),
  );

const received = () => mailbox.mails().map(({ to }) => to?.[0]?.address?.split("@")[0]);

const waitForMail = (name: string) => expect.poll(received).toContain(name);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "every thread of the mailer has a lower priority than the server",
  async () => {
    const mailer = start();
    await queueFor("patient");
    await waitForMail("patient");
    const threads = (await readdir(`/proc/${mailer.pid}/task`)).map(Number);
    expect(threads.length).toBeGreaterThan(2);
    for (const thread of threads) expect(getPriority(thread)).toBeGreaterThan(getPriority());
  },
);

const connections = async () =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'foyer mails'`.execute(database.db)
  ).rows.length;

test("mails are sent by a separate process, which ends when the mailer is stopped", async () => {
  const mailer = start();
  await queueFor("anna");
  await waitForMail("anna");
  expect(mailer.pid).toEqual(expect.any(Number));
  expect(mailer.pid).not.toBe(process.pid);
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
  expect(logged).toEqual([]);
});

test("the mailer is told to give way while the shop is busy, also if it is restarted meanwhile", async () => {
  let isBusy = false;
  const mailer = start({ isBusy: () => isBusy });
  await queueFor("abe");
  await waitForMail("abe");
  expect(mailer.givesWay).toBe(false);
  isBusy = true;
  await expect.poll(() => mailer.givesWay).toBe(true);
  process.kill(mailer.pid!, "SIGKILL");
  await expect.poll(() => mailer.givesWay).toBe(false);
  await expect.poll(() => mailer.givesWay, { timeout: hangTimeoutMs }).toBe(true);
  await queueFor("bea");
  await waitForMail("bea");
  isBusy = false;
  await expect.poll(() => mailer.givesWay).toBe(false);
  await mailer.stop();
});

test("the shop counts as busy while its event loop has no idle time, and not afterwards", async () => {
  const mailer = start();
  await queueFor("cai");
  await waitForMail("cai");
  let isOver = false;
  const work = () => {
    for (const end = performance.now() + 20; performance.now() < end; );
    if (!isOver) setImmediate(work);
  };
  work();
  await expect.poll(() => mailer.givesWay, { timeout: hangTimeoutMs }).toBe(true);
  isOver = true;
  await expect.poll(() => mailer.givesWay, { timeout: hangTimeoutMs }).toBe(false);
  await mailer.stop();
});

test("a mailer that is killed is replaced, and the next one sends the queued mails", async () => {
  const mailer = start();
  await queueFor("bo");
  await waitForMail("bo");
  process.kill(mailer.pid!, "SIGKILL");
  await queueFor("cleo");
  await waitForMail("cleo");
  expect(logged).toEqual(["the process that sends mails has ended, and is started again"]);
  await mailer.stop();
});

test("a mailer that hangs is killed and replaced", async () => {
  const mailer = start({ mostSilentMs: 5_000 });
  await queueFor("dana");
  await waitForMail("dana");
  process.kill(mailer.pid!, "SIGSTOP");
  await queueFor("emil");
  await waitForMail("emil");
  expect(logged).toContain("the process that sends mails hangs, and is replaced");
  await mailer.stop();
});

test("a mailer that uses too much memory is replaced without a warning, and the next one sends mails", async () => {
  const mailer = start({ mostMemoryMb: 1, mostSilentMs: 60_000 });
  const first = mailer.pid;
  await expect
    .poll(() => mailer.pid !== undefined && mailer.pid !== first, { timeout: hangTimeoutMs })
    .toBe(true);
  await queueFor("fay", "gus", "hal");
  for (const name of ["fay", "gus", "hal"]) await waitForMail(name);
  await mailer.stop();
  expect(received().filter((name) => name === "gus")).toHaveLength(1);
  expect(logged).toEqual([]);
});

test("the mailer ends when its server is killed", async () => {
  const module = new URL("./mailer.ts", import.meta.url).href;
  const site = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { startMailer } = await import(${JSON.stringify(module)});
       const mailer = startMailer(${JSON.stringify(settings())}, { log: console });
       console.log(mailer.pid);
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(site.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  await queueFor("ivo");
  await waitForMail("ivo");
  site.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("a mailer that hangs does not keep its server from stopping", async () => {
  const mailer = start();
  await queueFor("jo");
  await waitForMail("jo");
  process.kill(mailer.pid!, "SIGSTOP");
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
});

test("a mailer that is stopped puts the mails that it has not started back into the queue", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `kim${index}`);
  // A mail of a killed mailer in an earlier test may arrive a second time.
  const arrived = () => received().filter((name) => name !== undefined && names.includes(name));
  const mailer = start({ mostStopMs: hangTimeoutMs });
  await queueFor("kim");
  await waitForMail("kim");
  await queueFor(...names);
  await expect.poll(() => arrived().length).toBeGreaterThan(0);
  await mailer.stop();
  expect(arrived().length).toBeLessThan(names.length);
  const locked = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(
    database.db,
  );
  expect([locked.rows.length, logged]).toEqual([0, []]);
  const next = start();
  await waitForMail("kim299");
  await expect.poll(() => arrived().length, { timeout: hangTimeoutMs }).toBe(names.length);
  await next.stop();
});

test("a stop right after the start leaves nothing behind", async () => {
  const mailer = start();
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
});

test("a mailer without its database logs the error", async () => {
  const unreachable = start({}, "postgres://nobody@127.0.0.1:1/nothing");
  await expect.poll(() => logged).toContain("mails cannot be sent: connect ECONNREFUSED 127.0.0.1:1");
  await unreachable.stop();
  expect(unreachable.pid).toBeUndefined();
});
