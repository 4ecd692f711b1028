import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../contract/rules/roles.ts";
import { runningEmbedded } from "../server/db/embedded.ts";
import { type Database, openDatabase } from "../server/db/pool.ts";
import { auditCounters } from "../server/holds/auditCounters.ts";
import { auditFigures } from "../server/stats/auditFigures.ts";
import { buildEvent, buildTicket, buildUser } from "../server/testing/builders.ts";
import { temporaryFolder } from "../server/testing/cluster.ts";
import { hangTimeoutMs, measure } from "../server/testing/patience.ts";
import { openSession } from "../server/testing/tokens.ts";
import { startSite, stopSite } from "../tools/judges/runningSite.ts";
import { type Crowd, sendCrowd } from "./crash/buyers.ts";

/**
 * A restart may take this many times an ordinary start, which is measured in the same run, so the machine's speed does
 * not matter.
 */
const maxSlowdown = 4;

let folder: string;
let site: ChildProcess;
let url: string;
let database: Database;
let sale: { eventId: number; paidId: number; freeId: number };
/** From the start of the process to the first answer, in milliseconds, after an orderly stop. */
let ordinaryStartMs: number;
beforeAll(async () => {
  folder = await temporaryFolder();
  await start("0");
  await stopSite(site);
  const started = await measure(async () => {
    const address = await start("0");
    await fetch(`${address}/api/health/ready`);
    return address;
  });
  url = started.value;
  ordinaryStartMs = started.ms;
  database = openDatabase(runningEmbedded(folder), { max: 2 });
  const event = await buildEvent(database.db, { slug: "on-sale" });
  const paid = await buildTicket(database.db, event.id, { title: "Paid", maxStock: 1_000_000 });
  const free = await buildTicket(database.db, event.id, { title: "Free", price: 0, maxStock: 1_000_000 });
  sale = { eventId: event.id, paidId: paid.id, freeId: free.id };
});
afterAll(async () => {
  await database?.close();
  await stopSite(site);
  await rm(folder, { recursive: true, force: true });
});

/** TRUST_PROXY lets each request have its own IP address. */
async function start(port: string): Promise<string> {
  const started = await startSite({ DATA_DIR: folder, PORT: port, TRUST_PROXY: "1" });
  site = started.app;
  return started.url;
}

/** Checks that every acknowledged reservation exists and is complete, and that there are no more than requested. */
async function judge(crowd: Crowd, before: number): Promise<void> {
  const { db } = database;
  expect(crowd.wrong).toEqual([]);
  const held = crowd.acknowledged.filter(({ isExpress }) => !isExpress);
  const registered = crowd.acknowledged.filter(({ isExpress }) => isExpress);
  expect([held.length > 0, registered.length > 0]).toEqual([true, true]);
  const { rows: found } = await sql<{ held: number; registered: number }>`
    with acknowledged as (select * from json_to_recordset(${JSON.stringify(crowd.acknowledged)}::json)
      as p ("registrationId" bigint, "accessKey" text, "isExpress" boolean))
    select
      count(*) filter (where not "isExpress" and r.state = 'held')::int as held,
      count(*) filter (where "isExpress" and r.state = 'active'
        and exists (select from attendees where registration_id = r.id)
        and exists (select from orders where registration_id = r.id and payment_status = 'free')
        and exists (select from mails where key like 'tickets:' || r.id || ':%'))::int as registered
    from acknowledged join registrations r on r.id = "registrationId" and r.access_key = "accessKey"`.execute(
    db,
  );
  expect(found[0]).toEqual({ held: held.length, registered: registered.length });

  const { rows: incomplete } = await sql<{ what: string; id: number }>`
    select 'registration without history' as what, r.id from registrations r
      where not exists (select from audit_log where entity = 'registration' and entity_id = r.id)
    union all select 'order without items', o.id from orders o
      where not exists (select from order_items where order_id = o.id)
    union all select 'mail without its job', m.id from mails m where m.state = 'queued' and m.attempts = 0
      and not exists (select from graphile_worker._private_jobs j where (j.payload ->> 'mailId')::bigint = m.id)`.execute(
    db,
  );
  expect(incomplete).toEqual([]);
  expect([await auditCounters(db), await auditFigures(db)]).toEqual([[], []]);

  const created = (await countRegistrations()) - before;
  expect(created).toBeGreaterThanOrEqual(crowd.acknowledged.length);
  expect(created).toBeLessThanOrEqual(crowd.acknowledged.length + crowd.unanswered);
}

async function countRegistrations(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from registrations`.execute(
    database.db,
  );
  return rows[0]!.count;
}

/** A killed PostgreSQL accepts connections only after its old processes have ended, so this tries again. */
async function reconnect(): Promise<void> {
  await database.close();
  await expect
    .poll(
      async () => {
        database = openDatabase(runningEmbedded(folder), { max: 2 });
        const answers = await sql`select`.execute(database.db).then(
          () => true,
          () => false,
        );
        if (!answers) await database.close();
        return answers;
      },
      { timeout: hangTimeoutMs },
    )
    .toBe(true);
}

/** Adds jobs, so that some run when the database goes down. Nothing awaits them, so an error could end the site. */
async function addJobs(): Promise<void> {
  await sql`select graphile_worker.add_job('sweep') from generate_series(1, 500)`.execute(database.db);
}

test("after kill -9 of PostgreSQL under load, twice, no acknowledged reservation is lost or incomplete", async () => {
  const before = await countRegistrations();
  const crowd = sendCrowd(url, { ...sale, buyers: 50 });
  for (let round = 0; round < 2; round++) {
    await addJobs();
    await crowd.untilMore(300);
    const pidFile = join(folder, "postgres", "cluster", "postmaster.pid");
    process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGKILL");
    const killedAt = performance.now();
    await reconnect();
    const servedAt = await crowd.nextAcknowledgement();
    expect((servedAt - killedAt) / ordinaryStartMs).toBeLessThan(maxSlowdown);
  }
  await crowd.untilMore(200);
  await crowd.stop();
  expect(site.exitCode).toBeNull();
  await reconnect();
  await judge(crowd, before);
});

test("after all database connections are cut five times (as in a failover), the site runs on and nothing is lost", async () => {
  const before = await countRegistrations();
  const crowd = sendCrowd(url, { ...sale, buyers: 50 });
  for (let round = 0; round < 5; round++) {
    await addJobs();
    await crowd.untilMore(100);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    await reconnect();
  }
  await crowd.untilMore(200);
  await crowd.stop();
  expect(site.exitCode).toBeNull();
  await judge(crowd, before);
});

test("after kill -9 of the site under load, it starts again, and no acknowledged reservation is lost or incomplete", async () => {
  const before = await countRegistrations();
  const crowd = sendCrowd(url, { ...sale, buyers: 50 });
  await crowd.untilMore(300);
  site.kill("SIGKILL");
  const killedAt = performance.now();
  await once(site, "exit");
  const nextAcknowledgement = crowd.nextAcknowledgement();
  await start(new URL(url).port);
  const servedAt = await nextAcknowledgement;
  expect((servedAt - killedAt) / ordinaryStartMs).toBeLessThan(maxSlowdown);
  await crowd.untilMore(200);
  await crowd.stop();
  await reconnect();
  await judge(crowd, before);
});

test("an import during which the site is killed registers nobody, and sent again it registers everybody", async () => {
  const event = await buildEvent(database.db);
  await buildTicket(database.db, event.id, { maxStock: 20_000 });
  const token = await openSession(
    database.db,
    (await buildUser(database.db, ADMIN, event.clubId)).id,
    new Date(),
  );
  const people = Array.from({ length: 20_000 }, (_, n) => [`Guest ${n}`, `guest${n}@example.org`]);
  const file = new Blob([[["Name", "E-mail"], ...people].map((cells) => cells.join()).join("\n")]);
  const send = () => {
    const body = new FormData();
    body.set("eventId", String(event.id));
    body.set("file", file, "people.csv");
    const headers = { authorization: token, "idempotency-key": "import-killed" };
    return fetch(`${url}/api/registration/bulkImportAttendee`, { method: "POST", headers, body });
  };
  const stored = async () => {
    const { rows } = await sql<{ written: number; imports: number; people: number; sold: number }>`
      select (select coalesce(max(done), 0) from imports where event_id = ${event.id} and state = 'writing') as written,
        (select count(*)::int from attendee_imports where event_id = ${event.id}) as imports,
        (select count(*)::int from attendees where event_id = ${event.id}) as people,
        (select sold from events where id = ${event.id}) as sold`.execute(database.db);
    return rows[0]!;
  };

  const cut = send().catch(() => null);
  await expect
    .poll(async () => (await stored()).written, { timeout: hangTimeoutMs, interval: 20 })
    .toBeGreaterThan(0);
  site.kill("SIGKILL");
  await once(site, "exit");
  expect(await cut).toBeNull();
  await start(new URL(url).port);
  await reconnect();
  expect(await stored()).toMatchObject({ imports: 0, people: 0, sold: 0 });

  expect((await send()).status).toBe(200);
  expect(await stored()).toMatchObject({ imports: 1, people: 20_000, sold: 20_000 });
  expect([await auditCounters(database.db), await auditFigures(database.db)]).toEqual([[], []]);
});
