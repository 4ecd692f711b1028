/** A node with a wrong clock beside one with a right clock: holds begin and end by the database's time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithCheckout, buildApp } from "../../app.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold } from "../../testing/buying.ts";
import { type DatabaseClock, openDatabaseClock } from "../databaseClock.ts";

const hour = 3_600_000;
const minute = 60_000;

let right: TestApp;
const opened: DatabaseClock[] = [];
const nodes: AppWithCheckout[] = [];
const lines: string[] = [];
const log = {
  warn: (_what: unknown, words?: string) => void lines.push(words ?? ""),
  info: (words: unknown) => void lines.push(String(words)),
};

beforeAll(async () => {
  right = await testApp();
});
afterAll(async () => {
  for (const clock of opened) await clock.stop();
  for (const node of nodes) await node.http.close();
  await right.close();
});

async function clockOf(nodeMs: () => number): Promise<DatabaseClock> {
  const clock = await openDatabaseClock(right.database.db, { log: log as never, nodeMs });
  opened.push(clock);
  return clock;
}

/** Another node on the same database. */
async function nodeWith(clock: () => Date, clockCheck?: () => string | null): Promise<AppWithCheckout> {
  const { provider, secretBox, publicUrl, dataDir } = right.services;
  const node = await buildApp({
    db: right.database.db,
    provider,
    secretBox,
    publicUrl,
    dataDir,
    clock,
    ...(clockCheck && { clockCheck }),
    corsOrigins: [],
    trustProxy: false,
    log: false,
    limited: false,
  });
  nodes.push(node);
  return node;
}

async function onSale() {
  const event = await buildEvent(right.database.db);
  const ticket = await buildTicket(right.database.db, event.id, { maxStock: 1 });
  return { eventId: event.id, ticketId: ticket.id };
}
const take = (node: AppWithCheckout, { eventId, ticketId }: { eventId: number; ticketId: number }) =>
  ask(node, "registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
  });

test("a node an hour ahead ends no hold that is fresh, and its own last no longer", async () => {
  const clock = await clockOf(() => Date.now() + hour);
  const ahead = await nodeWith(clock.now, clock.trouble);
  const sold = await onSale();
  right.time.now = new Date();
  await hold(right, sold.eventId, sold.ticketId);
  await ahead.checkout.sweep();
  expect(await take(ahead, sold)).toMatchObject({ status: 409, code: "soldOut" });

  const own = await take(ahead, await onSale());
  const lasts = new Date(own.payload.registration.expiresAt!).getTime() - Date.now();
  const asLong = await take(right, await onSale());
  const usual = new Date(asLong.payload.registration.expiresAt!).getTime() - right.time.now.getTime();
  // The database and this test use the same machine's clock.
  expect(Math.abs(lasts - usual)).toBeLessThan(minute);
});

test("control: by its own clock it ends a fresh hold, and its own last an hour longer", async () => {
  const ahead = await nodeWith(() => new Date(Date.now() + hour));
  const sold = await onSale();
  right.time.now = new Date();
  await hold(right, sold.eventId, sold.ticketId);
  await ahead.checkout.sweep();
  const taken = await take(ahead, sold);
  expect(taken.status).toBe(200);
  const lasts = new Date(taken.payload.registration.expiresAt!).getTime() - Date.now();
  expect(lasts).toBeGreaterThan(hour);
});

test("a node says in its health and its log that its clock is off, and that it is right again", async () => {
  let off = -10_000;
  const clock = await clockOf(() => Date.now() + off);
  const node = await nodeWith(clock.now, clock.trouble);
  const health = async () => (await ask(node, "health/ready")).payload;
  expect(await health()).toMatchObject({
    degraded: expect.arrayContaining(["clock"]),
    reasons: { clock: "This node's clock is 10 s behind the database's." },
  });
  expect(lines.at(-1)).toBe("This node's clock is 10 s behind the database's. Set it right, by NTP.");
  off = 0;
  await clock.look();
  expect((await health()).degraded).not.toContain("clock");
  expect(lines.at(-1)).toBe("this node's clock is right again");
});

test("a node's clock that jumps moves nothing, for time goes on by one that only goes forward", async () => {
  let jump = 0;
  const clock = await clockOf(() => Date.now() + jump);
  const before = clock.now().getTime();
  jump = hour;
  await clock.look();
  expect(clock.now().getTime() - before).toBeLessThan(hour);
  expect(clock.trouble()).toBe("This node's clock is 3600 s ahead of the database's.");
});
