/**
 * The house while its database is frozen: started as `npm start` does, on a line that takes everything and passes
 * nothing on. Pages that tell stand as they were, nothing is for sale, and whatever needs the database is refused
 * instead of waiting for ever; when the database goes on, so does the sale.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildEvent, buildTicket } from "../server/testing/builders.ts";
import { temporaryFolder } from "../server/testing/cluster.ts";
import { type TestDatabase, testDatabase } from "../server/testing/database.ts";
import { type FrozenLine, openFrozenLine } from "../server/testing/frozenLine.ts";
import { patienceMs } from "../server/testing/patience.ts";
import { startHouse, stopHouse } from "../tools/judges/runningHouse.ts";

let folder: string;
let own: TestDatabase;
let line: FrozenLine;
let house: Awaited<ReturnType<typeof startHouse>>;
let sale: { eventId: number; ticketId: number };
beforeAll(async () => {
  folder = await temporaryFolder();
  own = await testDatabase();
  line = await openFrozenLine(own.url);
  const event = await buildEvent(own.db, { slug: "gala", name: "Gala" });
  const ticket = await buildTicket(own.db, event.id, { maxStock: 10 });
  sale = { eventId: event.id, ticketId: ticket.id };
  house = await startHouse({ DATA_DIR: folder, DATABASE_URL: line.url });
});
afterAll(async () => {
  line?.thaw();
  if (house) await stopHouse(house.app);
  await line?.close();
  await own?.close();
  await rm(folder, { recursive: true, force: true });
});

const page = async (path: string) => {
  const reply = await fetch(house.url + path);
  return { status: reply.status, html: await reply.text() };
};
const reserve = () =>
  fetch(`${house.url}/api/registration/initRegistration`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ eventId: sale.eventId, tickets: [{ ticketId: sale.ticketId, quantity: 1 }] }),
  });
const codeOf = async (asked: Promise<Response>) => ((await (await asked).json()) as { code?: string }).code;
const wayToBuy = /Get tickets/;
const patient = { timeout: patienceMs };
const isCopy = /You see this page as it was/;

test("a frozen database leaves the pages that tell, sells nothing, and keeps nobody waiting; then all goes on", async () => {
  for (const path of ["/", "/gala", "/gala/tickets"]) expect((await page(path)).html).not.toMatch(isCopy);
  expect((await page("/gala")).html).toMatch(wayToBuy);

  line.freeze();
  const [hold, read, ready, live] = await Promise.all([
    codeOf(reserve()),
    codeOf(fetch(`${house.url}/api/event/getEventBySlug?slug=gala`)),
    fetch(`${house.url}/api/health/ready`),
    fetch(`${house.url}/api/health/live`),
  ]);
  expect([hold, read]).toEqual(["busy", "busy"]);
  expect([ready.status, live.status]).toEqual([503, 200]);
  // What was rendered in the last second is still given out as it is.
  await vi.waitFor(async () => expect((await page("/gala/tickets")).status).toBe(503), patient);
  const [home, event] = [await page("/"), await page("/gala")];
  expect([home.status, event.status]).toEqual([200, 200]);
  for (const { html } of [home, event]) expect(html).toMatch(isCopy);
  expect(event.html).toContain("Gala");
  expect(event.html).not.toMatch(wayToBuy);

  line.thaw();
  await vi.waitFor(async () => expect((await page("/gala")).html).not.toMatch(isCopy), patient);
  expect((await page("/gala")).html).toMatch(wayToBuy);
  expect((await reserve()).status).toBe(200);
  // What was refused has not been done behind the buyer's back.
  const held = await own.db.selectFrom("registrations").select("id").execute();
  expect(held).toHaveLength(1);
});
