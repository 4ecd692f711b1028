import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { databaseContents } from "../../testing/contents.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limited: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** Fakes Node's measurement, because really blocking the loop would be a sleep. */
function fakeLoopDelay(seconds: number): void {
  const histogram = Object.getPrototypeOf(Object.getPrototypeOf(monitorEventLoopDelay())) as { mean: number };
  vi.spyOn(histogram, "mean", "get").mockReturnValue(seconds * 1e9);
}

test("a node that was blocked for 11 s refuses a hold as busy, answers a GET and webhooks, and later grants the hold", async () => {
  const event = await buildEvent(app.database.db, { slug: "gala" });
  const { id: ticketId } = await buildTicket(app.database.db, event.id);
  const body = { eventId: event.id, tickets: [{ ticketId, quantity: 1 }] };
  const reserve = () => app.ask("registration/initRegistration", { body });
  const webhook = async () =>
    (await app.http.inject({ method: "POST", url: "/api/stripe/webhook", payload: {} })).statusCode;
  const before = await databaseContents(app.database.db);
  const usualStatus = await webhook();

  fakeLoopDelay(11);
  await expect.poll(() => app.http.isUnderPressure()).toBe(true);
  const refused = await reserve();
  expect(refused).toMatchObject({ status: 503, code: "busy" });
  expect(refused.headers["retry-after"]).toBeDefined();
  expect(await databaseContents(app.database.db)).toEqual(before);
  expect((await app.ask("event/getEventBySlug", { query: { slug: "gala" } })).status).toBe(200);
  expect(await webhook()).toBe(usualStatus);

  // The limit is 10 s (server/app.ts).
  fakeLoopDelay(9);
  await expect.poll(() => app.http.isUnderPressure()).toBe(false);
  expect((await reserve()).status).toBe(200);
});
