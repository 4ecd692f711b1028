import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { buildParty, scanOf } from "../../testing/parties.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let draft: { id: number };
beforeAll(async () => {
  app = await testApp();
  draft = await buildEvent(app.database.db, { isActive: false });
});
afterAll(() => app.close());

const buildHelperOf = (eventId: number, spec: Parameters<typeof buildHelper>[2] = {}) =>
  buildHelper(app.database.db, { eventId, now: app.time.now }, spec);

test("in public calls a helper is a visitor, and cannot see the draft of their own event", async () => {
  const { token } = await buildHelperOf(draft.id);
  const query = { eventId: draft.id };
  expect((await app.ask("door/getDoor", { query, token })).status).toBe(200);
  expect(await app.ask("event/getEvent", { query, token })).toMatchObject({ code: "notFound" });
  const event = await buildEvent(app.database.db);
  await buildTicket(app.database.db, event.id, { isActive: false });
  const ownHelper = await buildHelperOf(event.id);
  const tickets = await app.ask("ticket/getTicketsByEventId", {
    query: { eventId: event.id },
    token: ownHelper.token,
  });
  expect(tickets.payload).toEqual([]);
});

test("a helper's token works with and without the word Bearer, and a token that was never issued is refused", async () => {
  const { token } = await buildHelperOf(draft.id);
  const query = { eventId: draft.id };
  for (const sent of [token, `Bearer ${token}`])
    expect((await app.ask("door/getDoor", { query, token: sent })).status).toBe(200);
  for (const forged of [`door_${"A".repeat(43)}`, "door_", `${token}x`])
    expect(await app.ask("door/getDoor", { query, token: forged })).toMatchObject({ code: "notSignedIn" });
});

test("the device of an expired link can still upload for a week", async () => {
  const sync = async (state: "expired" | "expired 8 days ago") => {
    const { token, deviceId } = await buildHelperOf(draft.id, { state });
    const body = { eventId: draft.id, deviceId, scans: [] };
    return app.ask("door/sync", { body, token });
  };
  expect((await sync("expired")).status).toBe(200);
  expect(await sync("expired 8 days ago")).toMatchObject({ status: 440, code: "tokenExpired" });
});

describe("while a node still has a device's event in its cache", () => {
  const buildWorkingHelper = async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { start: app.time.now });
    const ticket = await buildTicket(db, event.id, { price: 0 });
    const guests = await buildParty(app, { eventId: event.id, ticketId: ticket.id }, 2);
    const { token, deviceId, linkId } = await buildHelperOf(event.id);
    const admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
    const scan = (code: string) =>
      app.ask("door/sync", { body: { eventId: event.id, deviceId, scans: [scanOf({ code })] }, token });
    expect((await scan(guests[0]!.code)).payload.answers[0]).toMatchObject({ verdict: "welcome" });
    return { eventId: event.id, linkId, admin, scanAnother: () => scan(guests[1]!.code) };
  };

  test("a link that staff revoke admits nobody else, even while a node has its event in the cache", async () => {
    const { linkId, admin, scanAnother } = await buildWorkingHelper();
    await app.ask("door/revokeLink", { body: { linkId }, token: admin });
    expect((await scanAnother()).payload.answers[0]).toMatchObject({ verdict: "unknown" });
  });

  test("an event that staff delete is not found, even while a node has it in the cache", async () => {
    const { eventId, admin, scanAnother } = await buildWorkingHelper();
    const removed = await app.ask("event/removeEvent", { query: { eventId }, token: admin });
    expect(removed.status).toBe(200);
    expect(await scanAnother()).toMatchObject({ status: 404, code: "notFound" });
  });
});

test("an Idempotency-Key that another helper has used is refused, and does not return the other helper's sale", async () => {
  const event = await buildEvent(app.database.db, { start: app.time.now });
  const ticket = await buildTicket(app.database.db, event.id, { price: 0 });
  const headers = { "idempotency-key": `shared-${randomUUID()}` };
  const body = {
    eventId: event.id,
    deviceId: randomUUID(),
    tickets: [{ ticketId: ticket.id, quantity: 1 }],
    paidBy: "cash",
    totalAmount: 0,
  };
  const [one, other] = [await buildHelperOf(event.id), await buildHelperOf(event.id)];
  expect((await app.ask("door/sell", { body, headers, token: one.token })).status).toBe(200);
  expect(await app.ask("door/sell", { body, headers, token: other.token })).toMatchObject({
    code: "idempotencyMismatch",
  });
});

test("the time of a device's last request is stored at most once in five seconds", async () => {
  const { token, linkId } = await buildHelperOf(draft.id);
  const lastSeenMs = async () => {
    const { rows } = await sql<{ at: Date }>`
      select last_seen_at as at from door_devices where link_id = ${linkId}`.execute(app.database.db);
    return rows[0]!.at.getTime();
  };
  const startMs = app.time.now.getTime();
  const askAfter = async (ms: number) => {
    app.time.now = new Date(startMs + ms);
    // A cached device is answered without a write.
    app.services.passes.forget();
    await app.ask("door/getDoor", { query: { eventId: draft.id }, token });
    return (await lastSeenMs()) - startMs;
  };
  expect([
    await askAfter(1_000),
    await askAfter(4_999),
    await askAfter(5_000),
    await askAfter(9_000),
  ]).toEqual([0, 0, 5_000, 5_000]);
});
