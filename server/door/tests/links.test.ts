/** Helpers without accounts, by the calls of the wire: opening, replies, revoking. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { hashing } from "../../accounts/passwords.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildUser } from "../../testing/builders.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";

const verifications = vi.spyOn(hashing, "ask");

const minute = 60_000;
const hour = 60 * minute;

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

const add = async (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const reply = await app.ask("door/addLink", {
    body: { eventId: event.id, gate: "North", ...more },
    token: admin,
    headers,
  });
  expect(reply.msg).toBeNull();
  const { link, url, pin } = reply.payload;
  return { id: link.id, link, url, pin, secret: url.split("/").at(-1)! };
};
const open = (secret: string, pin: string, deviceId: string = randomUUID()) =>
  app.ask("door/openLink", { body: { link: secret, pin, deviceId, deviceName: "Lena's phone" } });
const otherPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, "0");
const links = async () =>
  (await app.ask("door/getLinks", { query: { eventId: event.id }, token: admin })).payload;
const opens = async (token: string) => app.services.passes.helperOf(token);

describe("a link", () => {
  test("has an address and a PIN of six digits, and ends three hours after the event", async () => {
    const { url, pin, link } = await add();
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

  test("of an event without an end ends three hours after it is over, a day after its start", async () => {
    const start = new Date("2030-06-01T18:00:00Z");
    const open = await buildEvent(app.database.db, {
      clubId: event.clubId,
      start,
      end: null,
      timeZone: "America/New_York",
    });
    expect((await add({ eventId: open.id })).link.expiresAt).toBe("2030-06-02T21:00:00.000Z");
  });

  test("ends when staff say", async () => {
    const expiresAt = "2030-06-01T20:00:00Z";
    expect((await add({ expiresAt })).link.expiresAt).toBe("2030-06-01T20:00:00.000Z");
  });

  test("may not end before it begins", async () => {
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

  test("is made once for its key, and told alike again", async () => {
    const headers = { "idempotency-key": `a-link-${randomUUID()}` };
    const one = await add({}, headers);
    const again = await add({}, headers);
    expect([again.url, again.pin, again.id]).toEqual([one.url, one.pin, one.id]);
    expect((await links()).links).toHaveLength(1);
  });

  test("leaves neither its address nor its PIN in the database, nor a device its token", async () => {
    const { secret, pin } = await add({}, { "idempotency-key": `a-link-${randomUUID()}` });
    const { headers } = await open(secret, pin);
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
  test("gets its door and a token by the link and its PIN", async () => {
    const { secret, pin } = await add({ rights: ["scan"] });
    const reply = await open(secret, pin);
    expect(reply.payload).toMatchObject({
      event: { id: event.id, timeZone: "Europe/Berlin" },
      gate: "North",
      rights: ["scan"],
      expiresAt: "2030-06-02T01:00:00.000Z",
    });
    expect(Buffer.from(reply.payload.publicKey, "base64")).toHaveLength(44);
    const token = String(reply.headers.authorization);
    expect(token).toMatch(/^door_[A-Za-z0-9_-]{43}$/);
    expect(await opens(token)).toMatchObject({ eventId: event.id, gate: "North", rights: ["scan"] });
  });

  test("that opens it again keeps its place, with a new token in place of the old", async () => {
    const { secret, pin } = await add({ mostDevices: 1 });
    const deviceId = randomUUID();
    const first = String((await open(secret, pin, deviceId)).headers.authorization);
    const again = await open(secret, pin, deviceId);
    expect(again.status).toBe(200);
    app.services.passes.forget();
    expect(await opens(first)).toBe("unknown");
    expect(await opens(String(again.headers.authorization))).toMatchObject({ deviceId });
    expect(await open(secret, pin)).toMatchObject({ status: 409, code: "inUse" });
  });

  test("is in the list with when it was last seen", async () => {
    const { secret, pin } = await add();
    const token = String((await open(secret, pin)).headers.authorization);
    app.time.now = new Date(app.time.now.getTime() + 10 * minute);
    app.services.passes.forget();
    await opens(token);
    const [link] = (await links()).links;
    expect(link?.devices).toMatchObject([
      { name: "Lena's phone", gate: "North", lastSeenAt: "2030-06-01T17:10:00.000Z", isRevoked: false },
    ]);
  });
});

describe("a wrong PIN", () => {
  test("and a wrong link are answered alike, by the same work", async () => {
    const { secret, pin } = await add({ mostDevices: 2 });
    const said = async (request: ReturnType<typeof open>) => {
      const { status, code, msg } = await request;
      return { status, code, msg };
    };
    verifications.mockClear();
    const wrongPin = await said(open(secret, otherPin(pin)));
    const wrongLink = await said(open("A".repeat(22), pin));
    expect(wrongPin).toEqual(wrongLink);
    expect(wrongPin).toMatchObject({ status: 401, code: "badCredentials" });
    // Both verify one hash of the same cost, and that takes most of the time.
    const costs = verifications.mock.calls.map(
      ([{ stored }]) => /\$m=\d+,t=\d+,p=\d+\$/.exec(String(stored))?.[0],
    );
    expect(costs).toEqual([costs[0], costs[0]]);
    expect(costs[0]).toBeDefined();
  });

  test("locks the link the fifth time for a minute, for who has the right one too, then for two", async () => {
    const { id, secret, pin } = await add();
    for (let tries = 0; tries < 5; tries++) expect((await open(secret, otherPin(pin))).status).toBe(401);
    expect(await open(secret, pin)).toMatchObject({ status: 429, payload: { retryAfterSeconds: 60 } });
    expect((await links()).links.find((link) => link.id === id)?.lockedUntil).toBe(
      "2030-06-01T17:01:00.000Z",
    );
    app.time.now = new Date(app.time.now.getTime() + minute);
    expect((await open(secret, otherPin(pin))).status).toBe(401);
    expect(await open(secret, pin)).toMatchObject({ status: 429, payload: { retryAfterSeconds: 120 } });
    app.time.now = new Date(app.time.now.getTime() + 2 * minute);
    expect((await open(secret, pin)).status).toBe(200);
    expect((await links()).links.find((link) => link.id === id)?.lockedUntil).toBeNull();
  });

  test("the fiftieth time closes it until staff give a new PIN, whoever opened it meanwhile", async () => {
    const { id, secret, pin } = await add();
    const deviceId = randomUUID();
    for (let tries = 1; tries <= 50; tries++) {
      expect((await open(secret, otherPin(pin))).status).toBe(401);
      if (tries % 4 === 0) expect((await open(secret, pin, deviceId)).status).toBe(200);
    }
    app.time.now = new Date(app.time.now.getTime() + 3 * hour);
    expect(await open(secret, pin)).toMatchObject({ status: 429, code: "tooMany" });
    const renewed = await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    expect(renewed.payload.link).toMatchObject({ lockedUntil: null });
    expect((await open(renewed.payload.url.split("/").at(-1)!, renewed.payload.pin)).status).toBe(200);
  });
});

test("a flood of PINs waits in the line of passwords, which ends: the site does not wait with it", async () => {
  const tried = await Promise.all(Array.from({ length: 20 }, () => open("A".repeat(22), "000000")));
  const codes = tried.map(({ code }) => code);
  expect(codes.filter((code) => code === "badCredentials")).toHaveLength(8);
  expect(codes.filter((code) => code === "tooMany")).toHaveLength(12);
});

describe("what staff end", () => {
  const opened = async (more: Record<string, unknown> = {}) => {
    const link = await add(more);
    const deviceId = randomUUID();
    const reply = await open(link.secret, link.pin, deviceId);
    return { ...link, deviceId, token: String(reply.headers.authorization) };
  };

  test("a link: its devices are out at once, and nobody opens it any more", async () => {
    const { id, secret, pin, token } = await opened();
    expect(await opens(token)).toMatchObject({ isRevoked: false });
    const reply = await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    expect(reply.payload).toMatchObject({ isRevoked: true, devices: [{ isRevoked: true }] });
    expect(await opens(token)).toMatchObject({ isRevoked: true });
    expect(await open(secret, pin)).toMatchObject({ status: 440, code: "tokenExpired" });
    expect(await app.ask("door/newPin", { body: { linkId: id }, token: admin })).toMatchObject({
      code: "notActive",
    });
  });

  test("a link, on another node: it hears of it and forgets what it kept", async () => {
    const { id, token } = await opened();
    const other = await anotherNode(app);
    const heard: string[] = [];
    const { openListener } = await import("../../db/listen.ts");
    const listener = await openListener(app.database.url);
    const reply = Promise.withResolvers<void>();
    await listener.on("door_ended", (hash) => {
      heard.push(hash ?? "");
      other.services.passes.forget(hash ?? undefined);
      reply.resolve();
    });
    expect(await other.services.passes.helperOf(token)).toMatchObject({ isRevoked: false });
    await app.ask("door/revokeLink", { body: { linkId: id }, token: admin });
    await reply.promise;
    expect(heard).toHaveLength(1);
    expect(await other.services.passes.helperOf(token)).toMatchObject({ isRevoked: true });
    await listener.close();
  });

  test("a device: the others stay, and it does not come back by the PIN it had, but by a new one", async () => {
    const { id, secret, pin, deviceId, token } = await opened();
    const another = String((await open(secret, pin)).headers.authorization);
    const reply = await app.ask("door/revokeDevice", { body: { eventId: event.id, deviceId }, token: admin });
    expect(reply.payload).toMatchObject({ deviceId, isRevoked: true });
    expect(await opens(token)).toMatchObject({ isRevoked: true });
    expect(await opens(another)).toMatchObject({ isRevoked: false });
    expect(await open(secret, pin, deviceId)).toMatchObject({ code: "tokenExpired" });
    app.time.now = new Date(app.time.now.getTime() + minute);
    const renewed = await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    const back = await open(renewed.payload.url.split("/").at(-1)!, renewed.payload.pin, deviceId);
    expect(await opens(String(back.headers.authorization))).toMatchObject({ isRevoked: false });
    expect(await open(secret, pin)).toMatchObject({ code: "badCredentials" });
  });

  test("a device that never was is not found", async () => {
    const reply = await app.ask("door/revokeDevice", {
      body: { eventId: event.id, deviceId: randomUUID() },
      token: admin,
    });
    expect(reply).toMatchObject({ status: 404, code: "notFound" });
  });

  test("nothing: a link ends by itself, is late for a week, and then unknown to the door", async () => {
    const { token, link } = await opened();
    app.time.now = new Date(link.expiresAt);
    expect(await opens(token)).toMatchObject({ isLate: true, isRevoked: false });
    app.time.now = new Date(Date.parse(link.expiresAt) + 7 * 24 * hour);
    expect(await opens(token)).toBe("expired");
  });

  test("and all of it is in the history", async () => {
    const { id, secret, pin, deviceId } = await opened();
    await open(secret, otherPin(pin));
    await app.ask("door/newPin", { body: { linkId: id }, token: admin });
    await app.ask("door/revokeDevice", { body: { eventId: event.id, deviceId }, token: admin });
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
