import { rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SUDO } from "../../contract/rules/roles.ts";
import { readConfig } from "../config.ts";
import { runningEmbedded } from "../db/embedded.ts";
import { type FoyerOptions, startFoyer } from "../main.ts";
import { factorSecret } from "../testing/accounts.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { inSameCluster, runQuery, temporaryFolder } from "../testing/cluster.ts";
import { emptyDatabase, testDatabase } from "../testing/database.ts";
import { fakePublishableKey, startFakeStripe } from "../testing/fakeStripe.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const silent = pino({ level: "silent" });

function start(env: Record<string, string>, options: Partial<FoyerOptions> = {}) {
  return startFoyer(readConfig({ DATA_DIR: dataDir, PORT: "0", ...env }), { log: silent, ...options });
}

test("a site with only a data folder starts, stops and starts again, and then runs a job that a dead process left", async () => {
  const folder = join(dataDir, "of-a-new-user", "data");
  const jobs = () =>
    runQuery(runningEmbedded(folder), "select 1 from graphile_worker.jobs where key = 'dead'");
  for (let round = 1; round <= 2; round++) {
    const foyer = await start({ DATA_DIR: folder });
    const ready = await fetch(`${foyer.url}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { msg: null, payload: { ready: true, degraded: [] } },
    ]);
    if (round === 1) await runQuery(runningEmbedded(folder), lockedJob("dead", "1 second"));
    else await expect.poll(jobs).toEqual([]);
    await foyer.stop();
    await expect(fetch(foyer.url)).rejects.toThrow("fetch failed");
  }
  // If root runs the test, PostgreSQL runs as another user, who must reach its files.
  expect((await stat(folder)).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

const lockedJob = (key: string, ago: string) =>
  `select graphile_worker.add_job('sweep', job_key => '${key}');
   update graphile_worker._private_jobs set locked_by = '${key}', locked_at = now() - interval '${ago}' where key = '${key}'`;

test("without a data folder, a start with the embedded database fails, and a start with another database and SERVER_SECRET logs a warning", async () => {
  await writeFile(join(dataDir, "file"), "");
  const folder = join(dataDir, "file", "data");
  await expect(start({ DATA_DIR: folder })).rejects.toThrow(
    `The folder ${folder} cannot be made: ENOTDIR: not a directory, mkdir '${folder}'. Fix the permissions of DATA_DIR, or set another folder.`,
  );
  const database = await testDatabase();
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SERVER_SECRET: "a".repeat(32),
    FOYER_ROLE: "web",
  };
  const foyer = await start(env, { log });
  const ready = await fetch(`${foyer.url}/api/health/ready`);
  expect(await ready.json()).toMatchObject({ payload: { ready: true, degraded: ["images"] } });
  await foyer.stop();
  expect(lines).toEqual([expect.stringContaining("pictures cannot be stored")]);
  await database.close();
});

test("other users of the machine cannot read the data folder that the first start creates", async () => {
  const database = await testDatabase();
  const folder = join(dataDir, "with-own-database");
  const foyer = await start({ DATABASE_URL: database.url, DATA_DIR: folder });
  await foyer.stop();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await database.close();
});

test("a stop waits for the requests under way and their database queries", async () => {
  const database = await testDatabase();
  let enter = () => {};
  let leave = () => {};
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const mayLeave = new Promise<void>((resolve) => (leave = resolve));
  const foyer = await start(
    { DATABASE_URL: database.url },
    {
      pages:
        () =>
        async (http, { db }) => {
          http.get("/slow", async () => {
            enter();
            await mayLeave;
            return db.selectFrom("clubs").select("name").execute();
          });
        },
    },
  );
  await database.db.insertInto("clubs").values({ name: "Rowers" }).execute();
  const slow = fetch(`${foyer.url}/slow`);
  await entered;
  const stopped = foyer.stop();
  const refusesNewRequests = () =>
    fetch(`${foyer.url}/api/health/live`).then(
      () => false,
      () => true,
    );
  await expect.poll(refusesNewRequests).toBe(true);
  leave();
  expect(await (await slow).json()).toEqual([{ name: "Rowers" }]);
  await stopped;
  await database.close();
});

test("a new database is migrated and filled before the first request", async () => {
  const database = await emptyDatabase();
  const foyer = await start(
    { DATABASE_URL: database.url },
    {
      prepare: (db) =>
        db
          .insertInto("clubs")
          .values({ name: "Prepared" })
          .execute()
          .then(() => {}),
    },
  );
  const club = await fetch(`${foyer.url}/api/club/getClub?clubId=1`);
  expect(await club.json()).toMatchObject({ payload: { name: "Prepared" } });
  await foyer.stop();
  await database.drop();
});

describe("the app after a start", () => {
  const payloadOf = async (url: string) =>
    ((await (await fetch(url)).json()) as { payload: unknown }).payload;

  test("the app has the support phone, the outbox and the API pages as the settings say", async () => {
    const database = await testDatabase();
    const settings = { DATABASE_URL: database.url, FOYER_ROLE: "web", SUPPORT_PHONE: "+49 40 1234567" };
    const foyer = await start({ ...settings, API_DOCS: "off" });
    expect(await payloadOf(`${foyer.url}/api/info`)).toMatchObject({ supportPhone: "49401234567" });
    const statusOf = async (path: string) => (await fetch(foyer.url + path)).status;
    expect([await statusOf("/api/docs"), await statusOf("/dev/outbox")]).toEqual([404, 200]);
    await foyer.stop();

    const smtp = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "t@example.org" };
    const other = await start({ DATABASE_URL: database.url, FOYER_ROLE: "web", ...smtp });
    expect(await payloadOf(`${other.url}/api/info`)).toMatchObject({ supportPhone: null });
    expect((await fetch(`${other.url}/api/docs`)).status).toBe(200);
    expect((await fetch(`${other.url}/dev/outbox`)).status).toBe(404);
    await other.stop();
    await database.close();
  });

  test("the app uses the database's clock: a node that is an hour ahead reports it, and its holds have the usual length", async () => {
    const database = await testDatabase();
    const event = await buildEvent(database.db);
    const ticket = await buildTicket(database.db, event.id);
    const minute = 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * minute });
    try {
      const foyer = await start({ DATABASE_URL: database.url, FOYER_ROLE: "web" });
      expect(await payloadOf(`${foyer.url}/api/health/ready`)).toMatchObject({
        degraded: expect.arrayContaining(["clock"]),
        reasons: { clock: expect.stringMatching(/^This node's clock is \d+ s ahead of/) },
      });
      const reply = await fetch(`${foyer.url}/api/registration/initRegistration`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] }),
      });
      expect(reply.status).toBe(200);
      const { payload } = (await reply.json()) as { payload: { registration: { expiresAt: string } } };
      const rows = await runQuery(database.url, "select clock_timestamp() as now");
      const [{ now }] = rows as [{ now: Date }];
      const heldMs = new Date(payload.registration.expiresAt).getTime() - now.getTime();
      expect(Math.abs(heldMs - 15 * minute)).toBeLessThan(14 * minute);
      await foyer.stop();
    } finally {
      vi.useRealTimers();
    }
    await database.close();
  });
});

test("a job of a node that died is done by the next node, and a job of another running node is not", async () => {
  const database = await testDatabase();
  await runQuery(database.url, lockedJob("alive", "1 minute"));
  await runQuery(database.url, lockedJob("dead", "11 minutes"));
  const foyer = await start({ DATABASE_URL: database.url });
  const lockedJobs = () =>
    runQuery(database.url, "select key from graphile_worker.jobs where locked_by in ('dead', 'alive')");
  await expect.poll(lockedJobs).toEqual([{ key: "alive" }]);
  // The sweep unlocks the job of a node that died while this one runs.
  await runQuery(database.url, lockedJob("dead", "11 minutes"));
  await runQuery(database.url, "select graphile_worker.add_job('sweep')");
  await expect.poll(lockedJobs).toEqual([{ key: "alive" }]);
  await foyer.stop();
  await database.close();
});

/** An idle connection would end by itself after 60 s (db/pool.ts). */
const beforeIdleEnd = { timeout: 30_000 };

test("a web process answers requests and runs no jobs, and a worker process runs jobs and has no port", async () => {
  const database = await testDatabase();
  const addJob = () => runQuery(database.url, "select graphile_worker.add_job('sweep', job_key => 'owed')");
  const openJobs = () => runQuery(database.url, "select 1 from graphile_worker.jobs where key = 'owed'");
  const connectionNames = async () => {
    const found = await runQuery(
      database.url,
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'foyer%' order by 1`,
    );
    return (found as { name: string }[]).map(({ name }) => name);
  };
  const web = await start({ DATABASE_URL: database.url, FOYER_ROLE: "web" });
  await addJob();
  expect((await fetch(`${web.url}/api/health/ready`)).status).toBe(200);
  await expect.poll(connectionNames).toEqual(["foyer", "foyer listen", "foyer pulse"]);
  expect(await openJobs()).toHaveLength(1);
  await web.stop();

  const worker = await start({ DATABASE_URL: database.url, FOYER_ROLE: "worker" });
  await expect.poll(openJobs).toEqual([]);
  await expect.poll(connectionNames).toEqual(["foyer", "foyer jobs", "foyer mails", "foyer pulse"]);
  await expect(fetch(worker.url)).rejects.toThrow("fetch failed");
  await worker.stop();
  await expect.poll(connectionNames, beforeIdleEnd).toEqual([]);
  await database.close();
});

test("a start encrypts second factors, and logs how many it cannot read", async () => {
  const database = await testDatabase();
  const { db } = database;
  const { id } = await buildUser(db, SUDO, null);
  await db.insertInto("second_factors").values({ user_id: id, secret: factorSecret }).execute();
  const warnings: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void warnings.push(JSON.parse(line)) });
  const startWith = async (secret: string) => {
    const env = { DATABASE_URL: database.url, SERVER_SECRET: secret.repeat(32) };
    await (await start(env, { log })).stop();
    return db.selectFrom("second_factors").selectAll().executeTakeFirstOrThrow();
  };
  expect(await startWith("a")).toMatchObject({ secret: null, sealed_secret: expect.any(Buffer) });
  expect(warnings).toEqual([]);
  await startWith("b");
  expect(warnings).toMatchObject([
    { secondFactors: 1, msg: expect.stringContaining("need a recovery code to sign in") },
  ]);
  await database.close();
});

test("a port that is in use is reported in a sentence, and no connection remains open", async () => {
  const database = await testDatabase();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(start({ PORT: String(port), DATABASE_URL: database.url })).rejects.toThrow(
    `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  );
  await database.db.destroy();
  const names = "select application_name from pg_stat_activity where datname = current_database()";
  const remaining = () => runQuery(database.url, `${names} and application_name like 'foyer%'`);
  await expect.poll(remaining, beforeIdleEnd).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
  await database.close();
});

test("an address that is not of this machine is reported in a sentence", async () => {
  const HOST = "203.0.113.1";
  await expect(start({ HOST })).rejects.toThrow(
    `Foyer cannot listen on ${HOST}, port 0: listen EADDRNOTAVAIL: address not available ${HOST}. Change HOST or PORT.`,
  );
});

test("a job queue that does not start makes the start fail, and no connection remains open", async () => {
  const database = await testDatabase();
  // As if a later version of the queue had changed its tables.
  const newer = "insert into graphile_worker.migrations (id, breaking) values (1000000, true)";
  const prepare = async () => void (await runQuery(database.url, newer));
  await expect(start({ DATABASE_URL: database.url, FOYER_ROLE: "worker" }, { prepare })).rejects.toThrow(
    /graphile/i,
  );
  const names = "select application_name from pg_stat_activity where datname = current_database()";
  const remaining = () => runQuery(database.url, `${names} and application_name like 'foyer%'`);
  // The test's own connections have such names too.
  await database.db.destroy();
  await expect.poll(remaining, beforeIdleEnd).toEqual([]);
  await database.close();
});

test("a start for a load test has no request limit per client address, and a usual start has one", async () => {
  const database = await testDatabase();
  const statusesOf = async (options: Partial<FoyerOptions>) => {
    const foyer = await start({ DATABASE_URL: database.url, FOYER_ROLE: "web" }, options);
    const ask = () =>
      fetch(`${foyer.url}/api/registration/getRegistrationByEmail?eventId=1&email=ada@example.org`);
    const replies = await Promise.all(Array.from({ length: 6 }, ask));
    await foyer.stop();
    return replies.map(({ status }) => status).filter((status) => status === 429);
  };
  expect([await statusesOf({}), await statusesOf({ limited: false })]).toEqual([[429], []]);
  await database.close();
});

test("a database that does not answer is reported in a sentence", async () => {
  await expect(start({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/foyer" })).rejects.toThrow(
    "The database at DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.",
  );
  const { url, drop } = await emptyDatabase();
  await expect(start({ DATABASE_URL: inSameCluster(url, "absent") })).rejects.toThrow(
    'The database at DATABASE_URL does not answer: database "absent" does not exist.',
  );
  await drop();
});

describe("Stripe's key at the start", () => {
  /** Starts with a key, and waits until the log matches `wanted`. */
  async function startWithKey(secretKey: string, wanted: RegExp, isDown = false) {
    const stripe = await startFakeStripe({ webhookSecret: "whsec_a" });
    stripe.down(isDown);
    const database = await testDatabase();
    const lines: string[] = [];
    const logged = Promise.withResolvers<void>();
    const log = pino(
      { level: "warn" },
      { write: (line: string) => (wanted.test(line) ? logged.resolve() : void lines.push(line)) },
    );
    const env = {
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: fakePublishableKey,
      STRIPE_WEBHOOK_SECRET: "whsec_a",
      STRIPE_API_BASE: stripe.url,
    };
    const foyer = await start(env, { log });
    await logged.promise;
    const ready = (await (await fetch(`${foyer.url}/api/health/ready`)).json()) as { payload: unknown };
    const requests = stripe.requests().map(({ method, path }) => `${method} ${path}`);
    await foyer.stop();
    await database.close();
    await stripe.close();
    return { payload: ready.payload, requests, lines };
  }

  test("a Stripe key is checked with one harmless request; a log line and the readiness report a bad key", async () => {
    const { payload, requests, lines } = await startWithKey(
      "rk_test_revoked",
      /"msg":"payments do not work: Stripe/,
    );
    expect(requests).toEqual(["GET /v1/events?limit=1"]);
    expect(payload).toEqual({
      ready: true,
      degraded: ["payments"],
      reasons: { payments: expect.stringContaining("does not accept the secret key") },
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { call: "list events", status: 401, code: "api_key_invalid", requestId: "req_fake" },
    ]);
  });

  test("if Stripe is down at the start, the log says so, and does not call the key bad", async () => {
    const { lines } = await startWithKey("rk_test_good", /"msg":"Stripe could not be asked whether/, true);
    expect(lines.filter((line) => line.includes("payments do not work"))).toEqual([]);
  });
});
