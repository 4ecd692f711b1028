import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { hashing } from "../../accounts/passwords/passwords.ts";
import { openListener } from "../../db/listen.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildUser } from "../../testing/builders.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";

const verifications = vi.spyOn(hashing, "ask");

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let app: TestApp;
let event: { id: number; clubId: number };
let admin: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  verifications.mockRestore();
  await app.close();
});
beforeEach(async () => {
  app.time.now = new Date("2030-06-01T17:00:00Z");
  const start = new Date("2030-06-01T18:00:00Z");
  event = await buildEvent(app.database.db, { start, end: new Date("2030-06-01T22:00:00Z") });
  const user = await buildUser(app.database.db, ADMIN, event.clubId);
  admin = await openSession(app.database.db, user.id, app.time.now);
});

const addLink = async (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const reply = await app.ask("door/addLink", {
    body: { eventId: event.id, gate: "North", ...changes },
    token: admin,
    headers,
  });
  expect(reply.msg).toBeNull();
  const { link, url, pin } = reply.payload;
  return { id: link.id, link, url, pin, secret: url.split("/").at(-1)! };
};
const openLink = (secret: string, pin: string, deviceId: string = randomUUID()) =>
  app.ask("door/openLink", { body: { link: secret, pin, deviceId, deviceName: "Lena's phone" } });
const otherPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, "0");
const listLinks = async () =>
  (await app.ask("door/getLinks", { query: { eventId: event.id }, token: admin })).payload;
const helperOf = async (token: string) => app.services.passes.helperOf(token);

describe("a link", () => {
  test("a link has an address and a PIN of six digits, and expires three hours after the event", async () => {
    const { url, pin, link } = await addLink();
    expect(url).toMatch(/^http:\/\/foyer\.test\/door\/[A-Za-z0-9_-]{22}$/);
    expect(pin).toMatch(/^\d{6}$/);
    expect(link).toMatchObject({
      gate: "North",
      rights: ["scan", "search", "undo"],
      expiresAt: "2030-06-02T01:00:00.000Z",
      mostDevices: 5,
      isRevoked: false,
      lockedUntil: null,
      devices: [],
    });
  });

  test("the end of a link moves with its event, unless staff have set it", async () => {
    await addLink();
    await addLink({ gate: "South", expiresAt: "2030-06-03T00:00:00.000Z" });
    const body = {
      id: event.id,
      startDatetime: "2030-06-08T18:00:00.000Z",
      endDatetime: "2030-06-08T22:00:00.000Z",
    };
    expect((await app.ask("event/save", { body, token: admin })).msg).toBeNull();
    const ends = (await listLinks()).links.map(({ gate, expiresAt }) => [gate, expiresAt]);
    expect(ends).toEqual([
      ["South", "2030-06-03T00:00:00.000Z"],
      ["North", "2030-06-09T01:00:00.000Z"],
    ]);
  });

  test("a link of an event without an end expires 27 hours after the event's start", async () => {
    const start = new Date("2030-06-01T18:00:00Z");
    const openEnded = await buildEvent(app.database.db, {
      clubId: event.clubId,
      start,
      end: null,
      timeZone: "America/New_York",
    });
    expect((await addLink({ eventId: openEnded.id })).link.expiresAt).toBe("2030-06-02T21:00:00.000Z");
  });

  test("a link expires at the time that staff set", async () => {
    const expiresAt = "2030-06-01T20:00:00Z";
    expect((await addLink({ expiresAt })).link.expiresAt).toBe("2030-06-01T20:00:00.000Z");
  });

  test("a link cannot expire before it is created", async () => {
    for (const expiresAt of ["2000-01-01T00:00:00Z", app.time.now.toISOString()]) {
      const reply = await app.ask("door/addLink", {
        body: { eventId: event.id, gate: "North", expiresAt },
        token: admin,
      });
      expect(reply).toMatchObject({
        status: 400,
        payload: { fields: [{ path: "expiresAt", message: "must be in the future" }] },
      });
    }
  });

  test("a link that is requested twice with one Idempotency-Key is created once, and both replies are the same", async () => {
    const headers = { "idempotency-key": `a-link-${randomUUID()}` };
    const first = await addLink({}, headers);
    const again = await addLink({}, headers);
    expect([again.url, again.pin, again.id]).toEqual([first.url, first.pin, first.id]);
    expect((await listLinks()).links).toHaveLength(1);
  });

  test("the rows of links, devices, stored replies and the audit log contain no address, PIN or token", async () => {
    const { secret, pin } = await addLink({}, { "idempotency-key": `a-link-${randomUUID()}` });
    const { headers } = await openLink(secret, pin);
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from door_links t union all select to_jsonb(t) from door_devices t
      union all select to_jsonb(t) from idempotency_keys t union all select to_jsonb(t) from audit_log t`.execute(
      app.database.db,
    );
    const contents = JSON.stringify(rows);
    expect(contents).toContain("Lena's phone");
    for (const text of [secret, `"${pin}"`, `\\"${pin}\\"`, String(headers.authorization)])
      expect(contents).not.toContain(text);
  });
});

describe("a helper's device", () => {
  test("a device gets its door and a token with the link and its PIN", async () => {
    const { secret, pin } = await addLink({ rights: ["scan"] });
    const reply = await openLink(secret, pin);
    expect(reply.payload).toMatchObject({
      event: { id: event.id, timeZone: "Europe/Berlin" },
      gate: "North",
      rights: ["scan"],
      expiresAt: "2030-06-02T01:00:00.000Z",
    });
    expect(Buffer.from(reply.payload.publicKey, "base64")).toHaveLength(44);
    const token = String(reply.headers.authorization);
    expect(token).toMatch(/^door_[A-Za-z0-9_-]{43}$/);
    expect(await helperOf(token)).toMatchObject({ eventId: event.id, gate: "North", rights: ["scan"] });
  });

  test("a device that opens its link again counts once and gets a new token instead of the old one", async () => {
    const { secret, pin } = await addLink({ mostDevices: 1 });
    const deviceId = randomUUID();
    const first = String((await openLink(secret, pin, deviceId)).headers.authorization);
    const again = await openLink(secret, pin, deviceId);
    expect(again.status).toBe(200);
    app.services.passes.forget();
    expect(await helperOf(first)).toBe("unknown");
    expect(await helperOf(String(again.headers.authorization))).toMatchObject({ deviceId });
    expect(await openLink(secret, pin)).toMatchObject({ status: 409, code: "inUse" });
  });

  test("the list of links shows when each device was last seen", async () => {
    const { secret, pin } = await addLink();
    const token = String((await openLink(secret, pin)).headers.authorization);
    app.time.now = new Date(app.time.now.getTime() + 10 * minuteMs);
    app.services.passes.forget();
    await helperOf(token);
    const [link] = (await listLinks()).links;
    expect(link?.devices).toMatchObject([
      { name: "Lena's phone", gate: "North", lastSeenAt: "2030-06-01T17:10:00.000Z", isRevoked: false },
    ]);
  });
});

describe("a wrong PIN", () => {
  test("a wrong PIN and a wrong link get the same reply and cost the same work", async () => {
    const { secret, pin } = await addLink({ mostDevices: 2 });
    const replyOf = async (request: ReturnType<typeof openLink>) => {
      const { status, code, msg } = await request;
      return { status, code, msg };
    };
    verifications.mockClear();
    const wrongPin = await replyOf(openLink(secret, otherPin(pin)));
    const wrongLink = await replyOf(openLink("A".repeat(22), pin));
    expect(wrongPin).toEqual(wrongLink);
    expect(wrongPin).toMatchObject({ status: 401, code: "badCredentials" });
    // Both requests verify one hash of the same cost, which takes most of their time.
    const costs = verifications.mock.calls.map(
      ([{ stored }]) => /\$m=\d+,t=\d+,p=\d+\$/.exec(String(stored))?.[0],
    );
    expect(costs).toEqual([costs[0], costs[0]]);
    expect(costs[0]).toBeDefined();
  });

  test("the fifth wrong PIN locks the link for 1 minute, even for the correct PIN, the next one for 2 minutes", async () => {
    const { id, secret, pin } = await addLink();
    for (let tries = 0; tries < 5; tries++) expect((await openLink(secret, otherPin(pin))).status).toBe(401);
    expect(await openLink(secret, pin)).toMatchObject({ status: 429, payload: { retryAfterSeconds: 60 } });
    expect((await listLinks()).links.find((link) => link.id === id)?.lockedUntil).toBe(
      "2030-06-01T17:01:00.000Z",
    );
    app.time.now = new Date(app.time.now.getTime() + minuteMs);
    expect((await openLink(secret, otherPin(pin))).status).toBe(401);
    expect(await openLink(secret, pin)).toMatchObject({ status: 429, payload: { retryAfterSeconds: 120 } });
    app.time.now = new Date(app.time.now.getTime() + 2 * minuteMs);
    expect((await openLink(secret, pin)).status).toBe(200);
    expect((await listLinks()).links.find((link) => link.id === id)?.lockedUntil).toBeNull();
  });

  test("the fiftieth wrong PIN locks the link until staff give a new PIN, even if a device opened it meanwhile", async () => {
    const { id, secret, pin } = await addLink();
    const deviceId = randomUUID();
    for (let tries = 1; tries <= 50; tries++) {
      expect((await openLink(secret, otherPin(pin))).status).toBe(401);
      if (tries % 4 === 0) expect((await openLink(secret, pin, deviceId)).status).toBe(200);
    }
    app.time.now = new Date(app.time.now.getTime() + 3 * hourMs);
    expect(await openLink(secret, pin)).toMatchObject({ status: 429, code: "tooMany" });
    const renewed = await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    expect(renewed.payload.link).toMatchObject({ lockedUntil: null });
    expect((await openLink(renewed.payload.url.split("/").at(-1)!, renewed.payload.pin)).status).toBe(200);
  });
});

test("the queue of password hashes accepts eight of twenty concurrent PINs and refuses the others", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => openLink("A".repeat(22), "000000")));
  const codes = replies.map(({ code }) => code);
  // One client may have eight requests running or waiting (server/accounts/hashQueue.ts).
  expect(codes.filter((code) => code === "badCredentials")).toHaveLength(8);
  expect(codes.filter((code) => code === "tooMany")).toHaveLength(12);
});

describe("what staff revoke", () => {
  const openedLink = async (changes: Record<string, unknown> = {}) => {
    const link = await addLink(changes);
    const deviceId = randomUUID();
    const reply = await openLink(link.secret, link.pin, deviceId);
    return { ...link, deviceId, token: String(reply.headers.authorization) };
  };

  test("a revoked link stops its devices immediately, and nobody can open it", async () => {
    const { id, secret, pin, token } = await openedLink();
    expect(await helperOf(token)).toMatchObject({ isRevoked: false });
    const reply = await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    expect(reply.payload).toMatchObject({ isRevoked: true, devices: [{ isRevoked: true }] });
    expect(await helperOf(token)).toMatchObject({ isRevoked: true });
    expect(await openLink(secret, pin)).toMatchObject({ status: 440, code: "tokenExpired" });
    expect(await app.ask("door/newPin", { body: { linkId: id }, token: admin })).toMatchObject({
      code: "notActive",
    });
  });

  test("the notification of a revoked link has what another node needs to clear it from the cache", async () => {
    const { id, token } = await openedLink();
    const other = await anotherNode(app);
    const hashes: string[] = [];
    const listener = await openListener(app.database.url);
    const notified = Promise.withResolvers<void>();
    await listener.on("door_ended", (hash) => {
      hashes.push(hash ?? "");
      other.services.passes.forget(hash ?? undefined);
      notified.resolve();
    });
    expect(await other.services.passes.helperOf(token)).toMatchObject({ isRevoked: false });
    await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    await notified.promise;
    expect(hashes).toHaveLength(1);
    expect(await other.services.passes.helperOf(token)).toMatchObject({ isRevoked: true });
    await listener.close();
  });

  test("a revoked device needs a new PIN to return, and the other devices of the link continue", async () => {
    const { id, secret, pin, deviceId, token } = await openedLink();
    const another = String((await openLink(secret, pin)).headers.authorization);
    const reply = await app.ask("door/revokeDevice", { body: { eventId: event.id, deviceId }, token: admin });
    expect(reply.payload).toMatchObject({ deviceId, isRevoked: true });
    expect(await helperOf(token)).toMatchObject({ isRevoked: true });
    expect(await helperOf(another)).toMatchObject({ isRevoked: false });
    expect(await openLink(secret, pin, deviceId)).toMatchObject({ code: "tokenExpired" });
    app.time.now = new Date(app.time.now.getTime() + minuteMs);
    const renewed = await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    const reopened = await openLink(renewed.payload.url.split("/").at(-1)!, renewed.payload.pin, deviceId);
    expect(await helperOf(String(reopened.headers.authorization))).toMatchObject({ isRevoked: false });
    expect(await openLink(secret, pin)).toMatchObject({ code: "badCredentials" });
  });

  test("a device that does not exist is not found", async () => {
    const reply = await app.ask("door/revokeDevice", {
      body: { eventId: event.id, deviceId: randomUUID() },
      token: admin,
    });
    expect(reply).toMatchObject({ status: 404, code: "notFound" });
  });

  test("the devices of an expired link count as late for a week, and then as expired", async () => {
    const { token, link } = await openedLink();
    for (const lateMs of [0, 7 * 24 * hourMs - 1]) {
      app.time.now = new Date(Date.parse(link.expiresAt) + lateMs);
      expect(await helperOf(token)).toMatchObject({ isLate: true, isRevoked: false });
    }
    app.time.now = new Date(Date.parse(link.expiresAt) + 7 * 24 * hourMs);
    expect(await helperOf(token)).toBe("expired");
  });

  test("the audit log records that a user creates, renews or revokes a link or device, a helper opens it, and a visitor's wrong PIN", async () => {
    const { id, secret, pin, deviceId } = await openedLink();
    await openLink(secret, otherPin(pin));
    await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    const revokeDevice = () =>
      app.ask("door/revokeDevice", { body: { eventId: event.id, deviceId }, token: admin });
    const first = await revokeDevice();
    expect((await revokeDevice()).payload).toEqual(first.payload);
    await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    const { rows } = await sql<{ action: string; actor: string }>`
      select action, split_part(actor, ':', 1) as actor from audit_log
      where entity = 'doorLink' and entity_id = ${id} order by id`.execute(app.database.db);
    expect(rows.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      "user made",
      "helper opened",
      "visitor wrongPin",
      "user pinRenewed",
      "user deviceRevoked",
      "user revoked",
    ]);
  });
});
