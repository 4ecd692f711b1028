import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { failingPageSize } from "../../../contract/rules/failingPage.ts";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { inTransaction } from "../../db/pool.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { queueMails } from "../../mail/mail.ts";
import { markSent, recordFailure } from "../../mail/rows.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser } from "../../testing/builders.ts";
import { runDueJobs } from "../../testing/jobs.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  token = await openSession(db, (await buildUser(db, SUDO, null)).id, app.time.now);
});
afterAll(() => app.close());

const queueMailTo = async (recipient: string): Promise<number> => {
  const kind = "passwordReset" as const;
  const mail = { key: `failing: ${recipient}`, kind, recipient, payload: { email: recipient } };
  const [id] = await inTransaction(app.database.db, (tx) => queueMails(tx, [mail]));
  return id!;
};

test("a mail is listed as failing from its first failure until it is sent", async () => {
  const { db } = app.database;
  const [ok, slow, dead] = [
    await queueMailTo("ok@example.org"),
    await queueMailTo("slow@example.org"),
    await queueMailTo("dead@example.org"),
  ];
  await recordFailure(db, slow, { reason: "421 try later", isFinal: false, now: app.time.now });
  await recordFailure(db, dead, { reason: "550 no such user", isFinal: true, now: app.time.now });
  const list = async () => (await app.ask("attention/getFailingMails", { token })).payload;
  expect(await list()).toMatchObject([
    { id: dead, recipient: "dead@example.org", attempts: 1, isGivenUp: true, lastError: "550 no such user" },
    { id: slow, recipient: "slow@example.org", attempts: 1, isGivenUp: false, lastError: "421 try later" },
  ]);
  expect((await list()).map(({ id }) => id)).not.toContain(ok);
  const { payload: older } = await app.ask("attention/getFailingMails", { token, query: { before: dead } });
  expect(older.map(({ id }) => id)).toEqual([slow]);
  await inTransaction(db, (tx) => markSent(tx, [slow], app.time.now));
  expect((await list()).map(({ id }) => id)).toEqual([dead]);
});

test("a job is listed as failing after an attempt failed, unless it sends a mail", async () => {
  const { db } = app.database;
  await queueMailTo("waiting@example.org");
  await inTransaction(db, (tx) => enqueue(tx, "refund", { refundId: 1 }, { jobKey: "failing refund" }));
  const list = async () => (await app.ask("attention/getFailingJobs", { token })).payload;
  expect(await list()).toEqual([]);
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'provider is down'`.execute(
    db,
  );
  expect(await list()).toMatchObject([{ task: "refund", attempts: 3, lastError: "provider is down" }]);
  expect((await list())[0]!.nextAttemptAt).not.toBeNull();
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db);
  expect((await list())[0]!.nextAttemptAt).toBeNull();
});

test.each(["sweep", "catchUp"] as const)(
  "of the failed runs of %s only the latest is listed, until one succeeds",
  async (task) => {
    await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
    const run = vi.spyOn(app.checkout, task);
    const failuresAfterRun = async () => {
      await sql`select graphile_worker.add_job(${task}, max_attempts => 1)`.execute(app.database.db);
      await runDueJobs(app);
      const { payload } = await app.ask("attention/getFailingJobs", { token });
      return payload.map((job) => [job.task, job.nextAttemptAt]);
    };
    run.mockRejectedValue(new Error("no database"));
    for (let time = 0; time < 2; time++) expect(await failuresAfterRun()).toEqual([[task, null]]);
    await inTransaction(app.database.db, (tx) => enqueue(tx, "other", {}, { jobKey: "other" }));
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no'`.execute(
      app.database.db,
    );
    run.mockResolvedValue(undefined as never);
    expect(await failuresAfterRun()).toEqual([["other", null]]);
    run.mockRestore();
  },
);

test("sign-ins are listed in pages of 50, each with its account, its club and whether the session has ended", async () => {
  const { db } = app.database;
  const club = await buildClub(db, "Harbour Rowers");
  const user = await buildUser(db, ADMIN, club.id);
  for (let nth = 0; nth < failingPageSize; nth++) await openSession(db, user.id, app.time.now);
  await openSession(db, user.id, app.time.now, "revoked");
  const { payload: first } = await app.ask("appUser/getSignins", { token });
  expect(first).toHaveLength(failingPageSize);
  const account = { email: user.email, clubName: "Harbour Rowers" };
  expect(first.slice(0, 2)).toMatchObject([
    { ...account, hasEnded: true },
    { ...account, hasEnded: false },
  ]);
  const before = first.at(-1)!.id;
  const { payload: older } = await app.ask("appUser/getSignins", { token, query: { before } });
  expect(older[0]!.email).toBe(user.email);
  expect(older.every(({ id }) => id < before)).toBe(true);
});
