import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Figures, Statistics } from "../../../contract/shapes/statistics.ts";
import { type Listener, openListener } from "../../db/listen.ts";
import { answerFailure } from "../../http/errors.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { placeTestOrder } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";
import { buildWorld, type World } from "../../testing/world.ts";
import { registerLive } from "./live.ts";

let app: TestApp;
let world: World;
let listener: Listener;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  listener = await openListener(app.database.url);
});
afterAll(async () => {
  await listener.close();
  await app.close();
});

async function node(beatMs = 60_000) {
  const http: FastifyInstance = Fastify();
  http.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  await registerLive(http, app.services, listener, { mostStreams: 3, mostPerReader: 2, beatMs });
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const open = async (token?: string, eventId = world.event.id, date = today()) => {
    const closing = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/api/event/${eventId}/live?date=${date}`, {
      headers: token === undefined ? {} : { authorization: token },
      signal: closing.signal,
    });
    return Object.assign(response, { leave: () => closing.abort() });
  };
  return { http, open };
}

const today = () => new Date().toISOString().slice(0, 10);

function messages(response: Response & { leave(): void }) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    next: async (): Promise<Statistics | undefined> => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
          text = text.slice(end + 2);
          if (data !== undefined) return (JSON.parse(data) as Figures).statistics;
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

const failureOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});

test("a page gets new figures after a sale and after an admission", async () => {
  const { http, open } = await node();
  const response = await open(world.tokens.admin);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const live = messages(response);
  const { totalRegistrationCount: people, totalCheckinCount: arrived } = (await live.next())!;

  const { registrationId } = await placeTestOrder(app, world.event.id, world.freeTicketId);
  expect(await live.next()).toMatchObject({ totalRegistrationCount: people + 1, totalCheckinCount: arrived });

  const { db } = app.database;
  const attendee = await db
    .selectFrom("attendees")
    .select("id")
    .where("registration_id", "=", registrationId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("checkins")
    .values({
      attendee_id: attendee.id,
      registration_id: registrationId,
      event_id: world.event.id,
      checked_in_by: world.users.admin,
    })
    .execute();
  expect(await live.next()).toMatchObject({
    totalRegistrationCount: people + 1,
    totalCheckinCount: arrived + 1,
  });
  live.leave();
  await http.close();
});

test("a page gets the figures again after the database connection was lost and restored", async () => {
  const { http, open } = await node();
  const live = messages(await open(world.tokens.admin));
  await live.next();
  await app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer listen' and datname = current_database()",
  );
  expect(await live.next()).toBeDefined();
  live.leave();
  await http.close();
});

describe("streams that are refused or ended", () => {
  test("a reader without access gets the same error as from any call", async () => {
    const { http, open } = await node();
    const revoked = await openSession(app.database.db, world.users.admin, app.time.now, "revoked");
    expect(await failureOf(await open())).toEqual({ status: 401, code: "notSignedIn" });
    expect(await failureOf(await open(revoked))).toEqual({ status: 440, code: "tokenExpired" });
    expect(await failureOf(await open(world.tokens.stranger))).toEqual({ status: 404, code: "notFound" });
    expect(await failureOf(await open(world.tokens.admin, 999_999))).toEqual({
      status: 404,
      code: "notFound",
    });
    expect(await failureOf(await open(world.tokens.admin, world.event.id, "today"))).toEqual({
      status: 400,
      code: "invalidInput",
    });
    await http.close();
  });

  test("a stream ends when its session ends", async () => {
    const { http, open } = await node(20);
    const token = await openSession(app.database.db, world.users.admin, app.time.now);
    const live = messages(await open(token));
    await live.next();
    await app.services.sessions.signOut(token);
    expect(await live.next()).toBeUndefined();
    await http.close();
  });

  test("a node refuses live figures over its limits for one reader and for all, and accepts a page again when another one is closed", async () => {
    const { http, open } = await node();
    const { admin, sudo } = world.tokens;
    const lives = [];
    for (const token of [admin, admin, sudo]) {
      const live = messages(await open(token));
      await live.next();
      lives.push(live);
    }
    expect(await failureOf(await open(admin))).toEqual({ status: 429, code: "tooMany" });
    expect(await failureOf(await open(sudo))).toEqual({ status: 503, code: "busy" });
    lives[0]!.leave();
    await expect.poll(async () => (await open(sudo)).status).toBe(200);
    await http.close();
  });
});

test("pages that are closed before their streams open do not count", async () => {
  const { http, open } = await node();
  const { port } = http.server.address() as AddressInfo;
  const { admin } = world.tokens;
  const { sessions } = app.services;
  const { bearerOf } = sessions;
  for (let time = 0; time < 2; time++) {
    const requested = once(http.server, "request");
    const handled = Promise.withResolvers<void>();
    const authorising = vi.spyOn(sessions, "bearerOf").mockImplementationOnce(async (token) => {
      const [, response] = await requested;
      const closed = once(response, "close");
      page.destroy();
      await closed;
      handled.resolve();
      return bearerOf(token);
    });
    const path = `/api/event/${world.event.id}/live?date=${today()}`;
    const page = get({ port, path, headers: { authorization: admin } }).on("error", () => {});
    await handled.promise;
    authorising.mockRestore();
  }
  for (let time = 0; time < 2; time++) expect((await open(admin)).status).toBe(200);
  await http.close();
});

test("a server that closes ends its streams", async () => {
  const { http, open } = await node();
  const live = messages(await open(world.tokens.admin));
  await live.next();
  await http.close();
  expect(await live.next()).toBeUndefined();
});
