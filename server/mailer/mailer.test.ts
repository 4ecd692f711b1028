import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { patienceMs } from "../testing/patience.ts";
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

/** Queues a mail to each of these addresses. */
const owe = (...names: string[]) =>
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

/** Waits until a mail to this name has arrived. */
const comes = (name: string) => expect.poll(received).toContain(name);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const connections = async () =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'foyer mails'`.execute(database.db)
  ).rows.length;

test("mails leave by a process of its own, which gives way, and which a stop ends", async () => {
  const mailer = start();
  await owe("anna");
  await comes("anna");
  expect(mailer.pid).toEqual(expect.any(Number));
  expect(mailer.pid).not.toBe(process.pid);
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
  expect(logged).toEqual([]);
});

test("it gives way while the shop is busy, also when it was started meanwhile", async () => {
  let isBusy = false;
  const mailer = start({ isBusy: () => isBusy });
  await owe("abe");
  await comes("abe");
  expect(mailer.givesWay).toBe(false);
  isBusy = true;
  await expect.poll(() => mailer.givesWay).toBe(true);
  process.kill(mailer.pid!, "SIGKILL");
  await expect.poll(() => mailer.givesWay).toBe(false);
  await expect.poll(() => mailer.givesWay, { timeout: patienceMs }).toBe(true);
  await owe("bea");
  await comes("bea");
  isBusy = false;
  await expect.poll(() => mailer.givesWay).toBe(false);
  await mailer.stop();
});

test("a shop is busy whose loop has work for more than half of the time", async () => {
  const mailer = start();
  await owe("cai");
  await comes("cai");
  let isOver = false;
  const work = () => {
    for (const end = performance.now() + 20; performance.now() < end; );
    if (!isOver) setImmediate(work);
  };
  work();
  await expect.poll(() => mailer.givesWay, { timeout: patienceMs }).toBe(true);
  isOver = true;
  await expect.poll(() => mailer.givesWay, { timeout: patienceMs }).toBe(false);
  await mailer.stop();
});

test("when it is killed another takes its place, and sends what is owed", async () => {
  const mailer = start();
  await owe("bo");
  await comes("bo");
  process.kill(mailer.pid!, "SIGKILL");
  await owe("cleo");
  await comes("cleo");
  expect(logged).toEqual(["the process that sends mails has ended, and is started again"]);
  await mailer.stop();
});

test("when it hangs it is killed, and another takes its place", async () => {
  const mailer = start({ mostSilentMs: 5_000 });
  await owe("dana");
  await comes("dana");
  process.kill(mailer.pid!, "SIGSTOP");
  await owe("emil");
  await comes("emil");
  expect(logged).toContain("the process that sends mails hangs, and is replaced");
  await mailer.stop();
});

test("when it has too much memory it ends what it is at, and another takes its place", async () => {
  const mailer = start({ mostMemoryMb: 1, mostSilentMs: 60_000 });
  const first = mailer.pid;
  await expect
    .poll(() => mailer.pid !== undefined && mailer.pid !== first, { timeout: patienceMs })
    .toBe(true);
  await owe("fay", "gus", "hal");
  for (const name of ["fay", "gus", "hal"]) await comes(name);
  await mailer.stop();
  expect(received().filter((name) => name === "gus")).toHaveLength(1);
  expect(logged).toEqual([]);
});

test("it ends with a site that was killed", async () => {
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
  await owe("ivo");
  await comes("ivo");
  site.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("one that hangs keeps no site from stopping", async () => {
  const mailer = start();
  await owe("jo");
  await comes("jo");
  process.kill(mailer.pid!, "SIGSTOP");
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
});

test("one that is stopped with much to do gives back what it has not begun", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `kim${index}`);
  const mailer = start({ mostStopMs: patienceMs });
  await owe("kim");
  await comes("kim");
  const before = received().length;
  await owe(...names);
  await expect.poll(() => received().length).toBeGreaterThan(before);
  await mailer.stop();
  expect(received().length - before).toBeLessThan(names.length);
  const locked = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(
    database.db,
  );
  expect([locked.rows.length, logged]).toEqual([0, []]);
  const next = start();
  await comes("kim299");
  await expect.poll(() => received().length, { timeout: patienceMs }).toBe(before + names.length);
  await next.stop();
});

test("a stop right after the start leaves nothing behind", async () => {
  const mailer = start();
  await mailer.stop();
  expect(mailer.pid).toBeUndefined();
  await expect.poll(connections).toBe(0);
});

test("without its database it says so, and tries again", async () => {
  const unreachable = start({}, "postgres://nobody@127.0.0.1:1/nothing");
  await expect.poll(() => logged).toContain("mails cannot be sent: connect ECONNREFUSED 127.0.0.1:1");
  await unreachable.stop();
  expect(unreachable.pid).toBeUndefined();
});
