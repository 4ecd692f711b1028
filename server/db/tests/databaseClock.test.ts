import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppWithCheckout, buildApp } from "../../app.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold } from "../../testing/buying.ts";
import { type DatabaseClock, openDatabaseClock } from "../databaseClock.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

let correctNode: TestApp;
const openedClocks: DatabaseClock[] = [];
const nodes: AppWithCheckout[] = [];
const messages: string[] = [];
const log = {
  warn: (_what: unknown, message?: string) => void messages.push(message ?? ""),
  info: (message: unknown) => void messages.push(String(message)),
};

beforeAll(async () => {
  correctNode = await testApp();
});
afterAll(async () => {
  for (const clock of openedClocks) await clock.stop();
  for (const node of nodes) await node.http.close();
  await correctNode.close();
});

async function clockOf(nodeMs: () => number): Promise<DatabaseClock> {
  const clock = await openDatabaseClock(correctNode.database.db, { log: log as never, nodeMs });
  openedClocks.push(clock);
  return clock;
}

async function nodeWith(clock: () => Date, clockCheck?: () => string | null): Promise<AppWithCheckout> {
  const { provider, secretBox, publicUrl, dataDir } = correctNode.services;
  const node = await buildApp({
    db: correctNode.database.db,
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

async function buildLastTicket() {
  const event = await buildEvent(correctNode.database.db);
  const ticket = await buildTicket(correctNode.database.db, event.id, { maxStock: 1 });
  return { eventId: event.id, ticketId: ticket.id };
}
const reserve = (node: AppWithCheckout, { eventId, ticketId }: { eventId: number; ticketId: number }) =>
  ask(node, "registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
  });

test("a node with a clock one hour ahead ends no fresh hold, and its own holds last no longer than other holds", async () => {
  const clock = await clockOf(() => Date.now() + hourMs);
  const aheadNode = await nodeWith(clock.now, clock.trouble);
  const lastTicket = await buildLastTicket();
  correctNode.time.now = new Date();
  await hold(correctNode, lastTicket.eventId, lastTicket.ticketId);
  await aheadNode.checkout.sweep();
  expect(await reserve(aheadNode, lastTicket)).toMatchObject({ status: 409, code: "soldOut" });

  const aheadHold = await reserve(aheadNode, await buildLastTicket());
  const durationMs = new Date(aheadHold.payload.registration.expiresAt!).getTime() - Date.now();
  const usualHold = await reserve(correctNode, await buildLastTicket());
  const usualDurationMs =
    new Date(usualHold.payload.registration.expiresAt!).getTime() - correctNode.time.now.getTime();
  // The database and this test use the same machine's clock.
  expect(Math.abs(durationMs - usualDurationMs)).toBeLessThan(minuteMs);
});

test("control: by its own clock, a node one hour ahead ends a fresh hold, and its own holds last an hour longer", async () => {
  const aheadNode = await nodeWith(() => new Date(Date.now() + hourMs));
  const lastTicket = await buildLastTicket();
  correctNode.time.now = new Date();
  await hold(correctNode, lastTicket.eventId, lastTicket.ticketId);
  await aheadNode.checkout.sweep();
  const aheadHold = await reserve(aheadNode, lastTicket);
  expect(aheadHold.status).toBe(200);
  const durationMs = new Date(aheadHold.payload.registration.expiresAt!).getTime() - Date.now();
  expect(durationMs).toBeGreaterThan(hourMs);
});

test("a node reports a wrong clock in its health and its log, and also that the clock is right again", async () => {
  let offsetMs = -10_000;
  const clock = await clockOf(() => Date.now() + offsetMs);
  const node = await nodeWith(clock.now, clock.trouble);
  const health = async () => (await ask(node, "health/ready")).payload;
  expect(await health()).toMatchObject({
    degraded: expect.arrayContaining(["clock"]),
    reasons: { clock: "This node's clock is 10 s behind the database's." },
  });
  expect(messages.at(-1)).toBe("This node's clock is 10 s behind the database's. Synchronise it with NTP.");
  offsetMs = 0;
  await clock.refresh();
  expect((await health()).degraded).not.toContain("clock");
  expect(messages.at(-1)).toBe("this node's clock is right again");
});

test("a node's time does not jump with its clock, because it is measured by a monotonic clock", async () => {
  let jumpMs = 0;
  const clock = await clockOf(() => Date.now() + jumpMs);
  const before = clock.now().getTime();
  jumpMs = hourMs;
  expect(clock.now().getTime() - before).toBeLessThan(hourMs);
  await clock.refresh();
  expect(clock.now().getTime() - before).toBeLessThan(hourMs);
  expect(clock.trouble()).toBe("This node's clock is 3600 s ahead of the database's.");
});
