/**
 * The server runs as by `npm start`. Its database is stopped, or frozen behind a proxy that accepts everything and
 * forwards nothing.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { prepareAccount } from "../server/db/embedded/account.ts";
import { findBinaries } from "../server/db/embedded/binaries.ts";
import { lockFolder } from "../server/db/embedded/folderLock.ts";
import { guardServer } from "../server/db/embedded/guard.ts";
import { startPostmaster, stopPostmaster } from "../server/db/embedded/postmaster.ts";
import { startEmbedded } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { openDatabase } from "../server/db/pool.ts";
import { buildEvent, buildTicket } from "../server/testing/builders.ts";
import { temporaryFolder } from "../server/testing/cluster.ts";
import { testDatabase } from "../server/testing/database.ts";
import { openFrozenLine } from "../server/testing/frozenLine.ts";
import { startSite, stopSite } from "../tools/judges/runningSite.ts";

interface TestedDatabase {
  /** The server uses `url`. The test uses `ownUrl`, which is never frozen. */
  url: string;
  ownUrl: string;
  goDown(): Promise<void> | void;
  comeBack(): Promise<void> | void;
}

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});

async function frozenDatabase(): Promise<TestedDatabase> {
  const directDb = await testDatabase();
  endings.push(() => directDb.close());
  const line = await openFrozenLine(directDb.url);
  endings.push(() => line.close());
  return { url: line.url, ownUrl: directDb.url, goDown: line.freeze, comeBack: line.thaw };
}

async function stoppedDatabase(): Promise<TestedDatabase> {
  const folder = await temporaryFolder();
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const embedded = await startEmbedded(folder, { durable: false });
  endings.push(() => embedded.stop());
  await migrate(embedded.url);
  const binaries = findBinaries();
  const cluster = join(folder, "postgres", "cluster");
  return {
    url: embedded.url,
    ownUrl: embedded.url,
    async goDown() {
      await embedded.stop();
      // The folder stays locked, as while its server runs.
      const release = lockFolder(folder);
      endings.push(async () => release());
    },
    async comeBack() {
      const account = prepareAccount(join(folder, "postgres"), binaries.postgres);
      const server = await startPostmaster({
        ...binaries,
        account,
        cluster,
        port: Number(new URL(embedded.url).port),
        logFile: join(folder, "postgres", "server.log"),
        name: "foyer-test-again",
        durable: false,
      });
      endings.push(() => stopPostmaster(server, cluster, binaries.pgCtl));
      guardServer(server, account);
    },
  };
}

const codeOf = async (request: Promise<Response>) =>
  ((await (await request).json()) as { code?: string }).code;
const buyButton = /Get tickets/;
const isCopy = /You see this page as it was/;

test.each([
  ["frozen", frozenDatabase],
  ["stopped", stoppedDatabase],
])(
  "with a %s database, pages are shown as copies, nothing is sold and no request hangs; then sales resume",
  async (_how, open) => {
    const database = await open();
    const directDb = openDatabase(database.ownUrl, { max: 2 });
    endings.push(() => directDb.close());
    // The start fills only an empty database with the demo world.
    const event = await buildEvent(directDb.db, { slug: "gala", name: "Gala" });
    const ticket = await buildTicket(directDb.db, event.id, { maxStock: 10 });
    const folder = await temporaryFolder();
    endings.push(() => rm(folder, { recursive: true, force: true }));
    const site = await startSite({ DATA_DIR: folder, DATABASE_URL: database.url });
    endings.push(() => stopSite(site.app));

    const page = async (path: string) => {
      const reply = await fetch(site.url + path);
      return { status: reply.status, html: await reply.text() };
    };
    const reserve = () =>
      fetch(`${site.url}/api/registration/initRegistration`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] }),
      });
    for (const path of ["/", "/gala", "/gala/tickets"]) expect((await page(path)).html).not.toMatch(isCopy);
    expect((await page("/gala")).html).toMatch(buyButton);

    await database.goDown();
    const [hold, read, ready, live] = await Promise.all([
      codeOf(reserve()),
      codeOf(fetch(`${site.url}/api/event/getEventBySlug?slug=gala`)),
      fetch(`${site.url}/api/health/ready`),
      fetch(`${site.url}/api/health/live`),
    ]);
    expect([hold, read]).toEqual(["busy", "busy"]);
    expect([ready.status, live.status]).toEqual([503, 200]);
    // A page rendered in the last second is still served as it is.
    await expect.poll(async () => (await page("/gala/tickets")).status).toBe(503);
    await expect.poll(async () => (await page("/gala")).html).toMatch(isCopy);
    const [home, eventPage] = [await page("/"), await page("/gala")];
    expect([home.status, eventPage.status]).toEqual([200, 200]);
    for (const { html } of [home, eventPage]) expect(html).toMatch(isCopy);
    expect(eventPage.html).toContain("Gala");
    expect(eventPage.html).not.toMatch(buyButton);

    await database.comeBack();
    await expect.poll(async () => (await page("/gala")).html).not.toMatch(isCopy);
    expect((await page("/gala")).html).toMatch(buyButton);
    expect((await reserve()).status).toBe(200);
    // A refused request must not have been executed.
    const held = await directDb.db.selectFrom("registrations").select("id").execute();
    expect(held).toHaveLength(1);
  },
);
