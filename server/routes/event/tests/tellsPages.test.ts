import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallName } from "../../../../contract/all.ts";
import { type Listener, openListener } from "../../../db/listen.ts";
import { type TestApp, type TestRequest, testApp } from "../../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildQuestion,
  buildTicket,
} from "../../../testing/builders.ts";
import { buildTwoClubs, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let listener: Listener;
const notifications: string[] = [];
const waiting = new Map<string, () => void>();
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  listener = await openListener(app.database.url);
  await listener.on("event_changed", () => notifications.push("changed"));
  await listener.on("test_done", (payload) => waiting.get(payload ?? "")?.());
});
afterAll(async () => {
  await listener.close();
  await app.close();
});

let count = 0;
/** Notifications arrive in the order of commits, so after `waitForDelivery` all earlier ones have arrived. */
async function countNotifications(work: () => Promise<unknown>): Promise<number> {
  await waitForDelivery();
  notifications.length = 0;
  await work();
  await waitForDelivery();
  return notifications.length;
}

async function waitForDelivery(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const payload = String(++count);
  waiting.set(payload, resolve);
  await app.database.pool.query("select pg_notify('test_done', $1)", [payload]);
  await promise;
}

type Parts = Record<"eventId" | "ticketId" | "extrasId" | "questionId" | "packageId" | "promoCodeId", number>;
async function build(): Promise<Parts> {
  const { db } = app.database;
  const eventId = (await buildEvent(db, { clubId: clubs.clubId })).id;
  return {
    eventId,
    ticketId: (await buildTicket(db, eventId)).id,
    extrasId: (await buildExtras(db, eventId)).id,
    questionId: (await buildQuestion(db, eventId)).id,
    packageId: (await buildPackage(db, eventId)).id,
    promoCodeId: (await buildPromoCode(db, eventId)).id,
  };
}

const writes: [CallName, (parts: Parts) => TestRequest][] = [
  ["event/save", ({ eventId }) => ({ body: { id: eventId, name: "Renamed" } })],
  ["event/save", ({ eventId }) => ({ body: { id: eventId, slug: `moved-${eventId}` } })],
  ["event/save", () => ({ body: { name: "New", startDatetime: "2030-05-01T18:00:00Z" } })],
  ["event/saveConfig", ({ eventId }) => ({ body: { eventId, config: { capacity: 9 } } })],
  ["event/saveLandingConfig", ({ eventId }) => ({ body: { id: eventId, heroTitle: "Come" } })],
  ["event/saveFormerAddresses", ({ eventId }) => ({ body: { eventId, addresses: [`/kept/${eventId}`] } })],
  ["event/copy", ({ eventId }) => ({ body: { eventId, startDatetime: "2031-05-01T18:00:00Z" } })],
  ["event/removeEvent", ({ eventId }) => ({ query: { eventId } })],
  ["ticket/save", ({ ticketId }) => ({ body: { id: ticketId, price: 100 } })],
  ["ticket/save", ({ eventId }) => ({ body: { eventId, title: "New", price: 100, maxStock: 1 } })],
  ["ticket/reorder", ({ eventId, ticketId }) => ({ body: { eventId, ticketIds: [ticketId] } })],
  ["ticket/removeTicket", ({ ticketId }) => ({ body: { ticketId } })],
  ["event/saveExtras", ({ extrasId }) => ({ body: { newExtras: { id: extrasId, price: 100 } } })],
  ["event/removeExtras", ({ extrasId, eventId }) => ({ query: { extrasId, eventId } })],
  [
    "form/save",
    ({ eventId, questionId }) => ({
      body: { payload: { eventId, formQuestions: [], rmQIds: [questionId] } },
    }),
  ],
  ["sponsorship-package/save", ({ packageId }) => ({ body: { id: packageId, price: 100 } })],
  ["sponsorship-package/updateStatus", ({ packageId }) => ({ body: { packageId, isActive: false } })],
  ["sponsorship-package/deletePackage", ({ packageId }) => ({ body: { packageId } })],
  ["promoCode/save", ({ eventId }) => ({ body: { eventId, code: "NEW", kind: "percent", value: 10 } })],
  ["promoCode/save", ({ promoCodeId }) => ({ body: { id: promoCodeId, isActive: false } })],
  ["promoCode/save", ({ promoCodeId }) => ({ body: { id: promoCodeId, endsAt: "2031-05-01T18:00:00Z" } })],
  ["promoCode/remove", ({ promoCodeId }) => ({ body: { promoCodeId } })],
];

test.each(writes)("%s notifies every node", async (name, requestOf) => {
  const parts = await build();
  const token = clubs.tokens.admin;
  const notified = await countNotifications(async () => {
    expect((await app.ask(name, { ...requestOf(parts), token })).status).toBe(200);
  });
  expect(notified).toBeGreaterThan(0);
});

test("a refused change notifies nobody", async () => {
  const { eventId } = await build();
  const notified = await countNotifications(() =>
    app.ask("event/save", { body: { id: eventId, name: "x", slug: "api" }, token: clubs.tokens.admin }),
  );
  expect(notified).toBe(0);
});

test("a new name of an event is a new version for calendars, and a save without a change is not", async () => {
  const { eventId } = await build();
  const versionNow = async () =>
    (
      await app.database.db
        .selectFrom("events")
        .select("version")
        .where("id", "=", eventId)
        .executeTakeFirstOrThrow()
    ).version;
  const save = (name: string) =>
    app.ask("event/save", { body: { id: eventId, name }, token: clubs.tokens.admin });
  const first = await versionNow();
  await save("Renamed");
  expect(await versionNow()).toBe(first + 1);
  await save("Renamed");
  expect(await versionNow()).toBe(first + 1);
});
