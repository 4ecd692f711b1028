import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorFigures } from "../../../contract/shapes/door/doorStory.ts";
import { type Listener, openListener } from "../../db/listen.ts";
import { answerFailure } from "../../http/errors.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { buildParty, type Guest, scanOf } from "../../testing/parties.ts";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { openSession } from "../../testing/tokens.ts";
import { registerDoorLive } from "./doorLive.ts";

let app: TestApp;
let listener: Listener;
let event: { id: number; clubId: number };
let sale: { eventId: number; ticketId: number };
let admin: string;
let helper: Awaited<ReturnType<typeof buildHelper>>;
beforeAll(async () => {
  app = await testApp();
  listener = await openListener(app.database.url);
  // A node must drop an ended token before it is notified of a change.
  await listener.on("door_ended", (tokenHash) => app.services.passes.forget(tokenHash ?? undefined));
});
afterAll(async () => {
  await listener.close();
  await app.close();
});
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date();
  event = await buildEvent(db, { start: app.time.now, end: null });
  sale = { eventId: event.id, ticketId: (await buildTicket(db, event.id, { price: 0 })).id };
  admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  helper = await buildHelper(db, { eventId: event.id, now: app.time.now });
});

async function node(beatMs = 60_000) {
  const http: FastifyInstance = Fastify();
  http.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  await registerDoorLive(http, app.services, listener, { mostStreams: 3, mostPerReader: 2, beatMs });
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const open = async (token: string | null, query: Record<string, string> = {}) => {
    const request = new URLSearchParams({ eventId: String(event.id), ...query });
    const closing = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/api/door/live?${request.toString()}`, {
      headers: token === null ? {} : { authorization: token },
      signal: closing.signal,
    });
    return Object.assign(response, { leave: () => closing.abort() });
  };
  const codeOf = async (token: string | null, query: Record<string, string> = {}) =>
    ((await (await open(token, query)).json()) as { code: string }).code;
  return { http, open, codeOf };
}

function messages(response: Response & { leave(): void }) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    next: async (): Promise<{ event: string; data: string } | undefined> => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const [, name, data] = /^event: (.*)\ndata:(.*)$/m.exec(text.slice(0, end)) ?? [];
          text = text.slice(end + 2);
          if (name !== undefined) return { event: name, data: data! };
          continue;
        }
        const read = await reader.read();
        if (read.done) return undefined;
        text += read.value;
      }
    },
    leave: () => response.leave(),
  };
}

const admit = async (guest: Guest, decided = false) => {
  const scans = [scanOf({ scanId: randomUUID(), code: guest.code, decided })];
  const body = { eventId: event.id, deviceId: helper.deviceId, scans };
  expect((await app.ask("door/sync", { body, token: helper.token })).status).toBe(200);
};

test("a door is notified when another door admits somebody, and when somebody buys a ticket", async () => {
  const { http, open } = await node();
  const { token } = await buildHelper(app.database.db, { eventId: event.id, now: app.time.now });
  const live = messages(await open(token));
  const [guest] = await buildParty(app, sale, 1);
  expect(await live.next()).toEqual({ event: "moved", data: "" });
  await admit(guest!);
  expect(await live.next()).toEqual({ event: "moved", data: "" });
  live.leave();
  await http.close();
});

test("a staff page gets the figures immediately, and again when they change or doors have a conflict", async () => {
  const [guest] = await buildParty(app, sale, 1);
  const { http, open } = await node();
  const live = messages(await open(admin, { figures: "true" }));
  const figures = async (): Promise<DoorFigures> => {
    for (;;) {
      const reply = await live.next();
      if (reply?.event === "figures") return JSON.parse(reply.data) as DoorFigures;
    }
  };
  expect(await figures()).toMatchObject({ expected: 1, arrived: 0, conflicts: 0 });
  await admit(guest!);
  expect(await figures()).toMatchObject({ arrived: 1, conflicts: 0 });
  await admit(guest!, true);
  expect(await figures()).toMatchObject({ arrived: 1, conflicts: 1 });
  live.leave();
  await http.close();
});

describe("streams that are refused or ended", () => {
  test("a reader without access, a helper who requests figures, and an invalid event id are refused", async () => {
    const { db } = app.database;
    const { http, codeOf } = await node();
    const now = app.time.now;
    const elsewhere = await buildHelper(db, { eventId: (await buildEvent(db)).id, now });
    const stranger = await openSession(
      db,
      (await buildUser(db, ADMIN, (await buildEvent(db)).clubId)).id,
      now,
    );
    const expired = await buildHelper(db, { eventId: event.id, now }, { state: "expired" });
    const revoked = await buildHelper(db, { eventId: event.id, now }, { state: "revoked" });
    expect(await codeOf(null)).toBe("notSignedIn");
    expect(await codeOf("door_nobody")).toBe("notSignedIn");
    expect(await codeOf(elsewhere.token)).toBe("notFound");
    expect(await codeOf(stranger)).toBe("notFound");
    expect(await codeOf(expired.token)).toBe("tokenExpired");
    expect(await codeOf(revoked.token)).toBe("tokenExpired");
    // The figures contain the money, which is for staff only.
    expect(await codeOf(helper.token, { figures: "true" })).toBe("wrongRole");
    expect(await codeOf(admin, { eventId: "x" })).toBe("invalidInput");
    await http.close();
  });

  test("a stream ends immediately when staff revoke its link, without waiting for the next check", async () => {
    const { http, open } = await node(10 * hangTimeoutMs);
    const live = messages(await open(helper.token));
    expect((await app.ask("door/revokeLink", { body: { linkId: helper.linkId }, token: admin })).status).toBe(
      200,
    );
    expect(await live.next()).toBeUndefined();
    await http.close();
  });

  test("a stream ends when its device is revoked, and when its link expires", async () => {
    const { http, open } = await node(20);
    const another = await buildHelper(app.database.db, { eventId: event.id, now: app.time.now });
    const [first, second] = [messages(await open(helper.token)), messages(await open(another.token))];
    const body = { eventId: event.id, deviceId: helper.deviceId };
    expect((await app.ask("door/revokeDevice", { body, token: admin })).status).toBe(200);
    expect(await first.next()).toBeUndefined();
    // The stream of the other device stays open.
    expect((await second.next())?.event).toBe("moved");
    app.time.now = new Date(app.time.now.getTime() + 25 * 3_600_000);
    expect(await second.next()).toBeUndefined();
    await http.close();
  });

  test("a stream is refused if the reader has too many, or the node has its maximum of door streams", async () => {
    const { http, open, codeOf } = await node();
    const lives = [await open(helper.token), await open(helper.token)];
    expect(await codeOf(helper.token)).toBe("tooMany");
    lives.push(await open(admin));
    expect(await codeOf(admin)).toBe("busy");
    for (const live of lives) live.leave();
    await expect.poll(async () => (await open(admin)).status).toBe(200);
    await http.close();
  });
});
