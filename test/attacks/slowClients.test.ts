import { type AddressInfo, connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import { inTransaction } from "../../server/db/pool.ts";
import { closeHttp, defaultTimeouts, type Timeouts } from "../../server/http/timeouts.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../server/testing/builders.ts";
import { openSession } from "../../server/testing/tokens.ts";

const longTimeout = { timeout: 60_000 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
});

async function startSite(timeouts: Partial<Timeouts> = {}, limited = false) {
  const app = await testApp({ timeouts: { ...defaultTimeouts, ...timeouts }, limited });
  cleanups.push(async () => {
    await closeHttp(app.http, 1);
    await app.close();
  });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  return { app, port, url: `http://127.0.0.1:${port}` };
}

function openSocket(port: number, text: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  socket.write(text);
  cleanups.push(() => socket.destroy());
  return socket;
}

const unfinishedRequest = (length: number) =>
  `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`;

/** Once the limit is used up, the server refuses this call before it reads the body. */
const requestWithoutBody =
  "POST /api/auth/forgotPassword HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
async function limitedSite(timeouts: Partial<Timeouts> = {}) {
  const running = await startSite({ tooManyMs: 1, ...timeouts }, true);
  for (let status = 0; status !== 429; ) {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    status = (await fetch(`${running.url}/api/auth/forgotPassword`, request)).status;
  }
  return running;
}

async function answerOn(socket: Socket): Promise<string> {
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
}

const connections = (app: TestApp) =>
  new Promise<number>((resolve) => app.http.server.getConnections((_error, count) => resolve(count)));

describe("an unfinished body", () => {
  test("a request whose body comes too slowly is refused, and the server closes the connection", async () => {
    const { app, port } = await startSite({ bodyMs: 1 });
    expect(await answerOn(openSocket(port, unfinishedRequest(100)))).toMatch(
      /^HTTP\/1.1 400 .*not finished in time/s,
    );
    await expect.poll(() => connections(app), longTimeout).toBe(0);
  });

  test("the server waits for a body as long as it would take at 16 KB a second", async () => {
    const { app, port } = await startSite({ bodyMs: 1 });
    const piece = "x".repeat(400_000);
    // The bytes so far allow 25 s.
    const socket = openSocket(port, `${unfinishedRequest(500_000)}"${piece}`);
    const answer = answerOn(socket);
    await expect.poll(() => socket.bytesWritten, longTimeout).toBeGreaterThan(400_000);
    socket.end(`${"x".repeat(500_000 - piece.length - 4)}"}`);
    expect(await answer).toMatch(/^HTTP\/1.1 400 .*"code":"invalidInput"/s);
    expect(await connections(app)).toBe(0);
  });

  test("the body of a refused request is read before the answer, so that it is not taken for the next request", async () => {
    const { port } = await limitedSite({ lateBodyMs: 60_000 });
    const socket = openSocket(port, requestWithoutBody);
    const answer = answerOn(socket);
    // Wait until the head was read and refused.
    await fetch(`http://127.0.0.1:${port}/api/health/live`);
    await new Promise((resolve) => socket.write("{}", resolve));
    socket.write("GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect(await answer).toMatch(/^HTTP\/1.1 429 .*connection: keep-alive.*HTTP\/1.1 200 /is);
  });

  test("if the body of a refused request does not arrive, the answer closes the connection", async () => {
    const { port } = await limitedSite({ lateBodyMs: 1 });
    const answer = await answerOn(openSocket(port, requestWithoutBody));
    expect(answer).toMatch(/^HTTP\/1.1 429 .*connection: close/is);
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  test("an unfinished body does not delay a stop of the server", async () => {
    // The stop must end the connection, and not this limit.
    const { app, port } = await startSite({ bodyMs: 3_600_000 });
    openSocket(port, unfinishedRequest(100));
    await expect.poll(() => connections(app), longTimeout).toBe(1);
    await closeHttp(app.http, 1);
    expect(await connections(app)).toBe(0);
  });
});

async function clubWithAttendee(app: TestApp) {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 10_000 });
  const reply = await app.ask("registration/express", {
    body: {
      eventId: event.id,
      tickets: [{ ticketId: ticket.id, quantity: 1 }],
      attendees: [{ ticketId: ticket.id, firstName: "Mia", email: "mia@example.org" }],
    },
  });
  expect(reply.status).toBe(200);
  const admin = await buildUser(db, ADMIN, event.clubId);
  const path = `/api/registration/downloadAttendees?eventId=${event.id}&format=csv`;
  return {
    eventId: event.id,
    ticketId: ticket.id,
    path,
    token: await openSession(db, admin.id, app.time.now),
  };
}
type Club = Awaited<ReturnType<typeof clubWithAttendee>>;

const requestText = ({ path, token }: Club) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n\r\n`;
async function fetchTable(url: string, { path, token }: Club) {
  const answer = await fetch(url + path, { headers: { authorization: token } });
  return { status: answer.status, text: await answer.text() };
}

/** Makes the table larger than the buffers between two sockets. */
async function fillTable({ app }: { app: TestApp }, { eventId, ticketId, token }: Club): Promise<void> {
  const guests = Array.from({ length: 5000 }, (_, n) => ["Guest", `g${n}@example.org`]);
  const body = { eventId, ticketId, rows: [["name", "email"], ...guests] };
  const reply = await app.ask("registration/bulkImportAttendee", { body, token });
  expect(reply.payload.insertCount).toBe(5000);
  await sql`update registrations set additional_fields = jsonb_build_object('Notes', repeat('x', 5000))
    where event_id = ${eventId}`.execute(app.database.db);
}

describe("several downloads", () => {
  test("downloads that nobody reads do not block other clubs, and each account can have only one download at a time", async () => {
    const running = await startSite();
    const { app, port, url } = running;
    const clubs: Club[] = [];
    for (let count = 0; count < 4; count++) clubs.push(await clubWithAttendee(app));
    for (const club of clubs.slice(0, 3)) {
      await fillTable(running, club);
      const socket = openSocket(port, requestText(club));
      await new Promise((resolve) => socket.once("readable", resolve));
    }
    const answer = await fetchTable(url, clubs[3]!);
    expect(answer).toEqual({ status: 200, text: expect.stringContaining("mia@example.org") });
    const again = await fetchTable(url, clubs[0]!);
    expect(again).toEqual({ status: 503, text: expect.stringContaining("Your other download") });
  });

  test("a download whose client reads nothing within the reply timeout ends, and can be requested again", async () => {
    const running = await startSite({ replyMs: 1_000 });
    const { app, port, url } = running;
    const club = await clubWithAttendee(app);
    await fillTable(running, club);
    const socket = openSocket(port, requestText(club));
    await new Promise((resolve) => socket.once("readable", resolve));
    await expect.poll(() => connections(app), longTimeout).toBe(0);
    await sql`update registrations set additional_fields = '{}'`.execute(app.database.db);
    expect((await fetchTable(url, club)).status).toBe(200);
  });

  test("three downloads are made at the same time, and a fourth is refused until one is made", async () => {
    const { app, url } = await startSite();
    const clubs: Club[] = [];
    for (let count = 0; count < 4; count++) clubs.push(await clubWithAttendee(app));
    const { db } = app.database;
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where relation = 'form_questions'::regclass and not granted`.execute(db);
      return rows[0]!.count;
    };
    const downloads = await inTransaction(db, async (tx) => {
      // A download first reads the questions, for its columns, so this lock makes it wait.
      await sql`lock table form_questions in access exclusive mode`.execute(tx);
      const started = clubs.slice(0, 3).map((club) => fetchTable(url, club));
      await expect.poll(waiting, longTimeout).toBe(3);
      const fourth = await fetchTable(url, clubs[3]!);
      expect(fourth).toEqual({ status: 503, text: expect.stringContaining("Other downloads") });
      return started;
    });
    for (const answer of await Promise.all(downloads)) expect(answer.status).toBe(200);
    expect((await fetchTable(url, clubs[3]!)).status).toBe(200);
  });
});
