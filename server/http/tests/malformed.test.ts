/** Invalid input that comes before any schema: bodies, addresses and connections. All are refused in our shape. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call } from "../../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { contentsOf } from "../../testing/contents.ts";
import { samplesOf } from "../../testing/samples.ts";
import { openSession } from "../../testing/tokens.ts";
import { buildWorld, type World } from "../../testing/world.ts";

const names = Object.keys(calls) as CallName[];

let app: TestApp;
let world: World;
let samples: Record<CallName, TestRequest>;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = samplesOf(world);
  await app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const tokenFor = (name: CallName): string =>
  (calls[name] as Call).access === "sudo" ? world.tokens.sudo : world.tokens.admin;

/** Runs requests that must be refused; fails if they wrote anything. */
async function writingNothing(refused: () => Promise<void>): Promise<void> {
  const before = await contentsOf(app.database.db);
  await refused();
  expect(await contentsOf(app.database.db)).toEqual(before);
}

describe("a body that is not what it says", () => {
  const withBody = () => names.filter((name) => (calls[name] as Call).body !== undefined);
  const post = (name: CallName, payload: string | Buffer, type: string | null, token = tokenFor(name)) =>
    app.http.inject({
      method: calls[name].method,
      url: `/api/${name}`,
      payload,
      headers: { authorization: token, ...(type !== null && { "content-type": type }) },
    });
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const unreadable: [string, string | Buffer][] = [
    ["empty", ""],
    ["cut off", '{"eventId":'],
    ["a number that JSON does not have", '{"eventId":NaN}'],
    ["another such number", '{"eventId":Infinity}'],
    ["in single quotes", "{'eventId':1}"],
    ["with a comma too many", '{"eventId":1,}'],
    ["with a byte order mark", "\ufeff{}x"],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["a text", '"x"'],
    ["a number", "1"],
    ["a list", "[]"],
    ["nothing", "null"],
    ["10,000 levels deep", deep(10_000)],
    ["10,000 lists deep", "[".repeat(10_000) + "]".repeat(10_000)],
  ];

  test.each(unreadable)("%s, is a 400 and writes nothing, whatever the call", async (_what, payload) => {
    await writingNothing(async () => {
      for (const name of withBody()) {
        const reply = await post(name, payload, "application/json");
        expect([reply.statusCode, reply.json().code], name).toEqual([400, "invalidInput"]);
        expect(reply.json().payload.fields.length, name).toBeGreaterThan(0);
      }
    });
  });

  test.each([
    "application/xml",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "image/png",
    "nonsense",
  ])("of the type %s is a 415, or unreadable where forms are taken", async (type) => {
    await writingNothing(async () => {
      for (const name of withBody()) {
        const reply = await post(name, "eventId=1", type);
        const isForm = type.startsWith("multipart") && (calls[name] as Call).multipart !== undefined;
        const refusal = isForm ? [400, "invalidInput"] : [415, "unsupportedType"];
        expect([reply.statusCode, reply.json().code], name).toEqual(refusal);
      }
    });
  });

  test("is none when it is empty, whatever type it is given: a client that always names one can sign out", async () => {
    const token = await openSession(app.database.db, world.users.admin, app.time.now);
    const reply = await post("auth/signout", "", "application/json", token);
    expect(reply.json()).toMatchObject({ payload: null });
    expect((await app.ask("auth/me", { token })).code).toBe("tokenExpired");
  });

  test.each([
    ["a prototype", '"__proto__":{"quantity":7}'],
    ["a constructor with a prototype", '"constructor":{"prototype":{"quantity":7}}'],
  ])("may carry %s, which is ignored as every unknown key is", async (_what, key) => {
    const { body } = samples["registration/initRegistration"] as { body: { tickets: object[] } };
    const [line] = body.tickets;
    const inLine = `{${key},${JSON.stringify(line).slice(1)}`;
    const given = JSON.stringify(body).replace("{", `{${key},`).replace(JSON.stringify(line), inLine);
    expect(given.split(key)).toHaveLength(3);
    const reply = await post("registration/initRegistration", given, "application/json");
    expect(reply.json()).toMatchObject({ payload: { quote: { items: [{ quantity: 1 }] } } });
    expect(Object.hasOwn(Object.prototype, "quantity")).toBe(false);
  });

  test("of more than 512 KB is a 413, whatever the call", async () => {
    await writingNothing(async () => {
      for (const name of withBody()) {
        const reply = await post(
          name,
          JSON.stringify({ eventId: "x".repeat(1024 * 1024) }),
          "application/json",
        );
        expect([reply.statusCode, reply.json().code], name).toEqual([413, "tooLarge"]);
      }
    });
  });

  test("is refused when it is a bomb of 500 KB, deep or long", async () => {
    const bombs = [
      deep(80_000),
      `{"tickets":[${"{},".repeat(160_000)}{}]}`,
      `{"eventId":[${"1,".repeat(240_000)}1]}`,
    ];
    await writingNothing(async () => {
      for (const bomb of bombs) {
        const reply = await post("registration/initRegistration", bomb, "application/json");
        expect(reply.statusCode).toBe(400);
      }
    });
  });

  test("with a key twice means the last one, as everywhere in JSON", async () => {
    const { body } = samples["registration/initRegistration"] as { body: object };
    const twice = JSON.stringify(body).replace('"eventId"', '"eventId":987654,"eventId"');
    const reply = await post("registration/initRegistration", twice, "application/json");
    expect(reply.statusCode).toBe(200);
  });
});

describe("an address that is not readable", () => {
  test.each([
    "/api/%zz",
    "/api/event/getEvent?eventId=%zz",
    "/api/event/getEvent?%",
    "/api/club-logo/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/api/event/calendar.ics?slug=%00",
    "/api/registration/ticketPdf?registrationId=1&qrUuid=%00",
  ])("%s is a 4xx in our shape", async (url) => {
    const reply = await app.http.inject({ url });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.json()).toMatchObject({ code: expect.any(String), msg: expect.any(String) });
  });
});

describe("what is no request", () => {
  /** Sends a text on a connection of its own, and returns the answer. */
  async function say(text: string): Promise<string> {
    const { port } = app.http.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.write(text);
    await once(socket, "close");
    return Buffer.concat(chunks).toString("utf8");
  }

  test.each([
    ["noise", "\x16\x03\x01\r\n\r\n", 400, "invalidInput"],
    ["a method that HTTP does not have", "BUY /api/info HTTP/1.1\r\nhost: a\r\n\r\n", 400, "invalidInput"],
    [
      "two lengths",
      "POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
      400,
      "invalidInput",
    ],
    [
      "a length and chunks",
      "POST /api/auth/signin HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "invalidInput",
    ],
    [
      "an address of 100 KB",
      `GET /api/info?${"x".repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
      413,
      "tooLarge",
    ],
  ])("%s is refused in our shape", async (_what, text, status, code) => {
    const [head, body] = (await say(text)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body!)).toMatchObject({ code, msg: expect.any(String) });
  });
});

describe("an Idempotency-Key", () => {
  test.each(["short", "x".repeat(256), "with a space in it", "with\ttab"])(
    "of the form %j is a 400 that names it",
    async (key) => {
      await writingNothing(async () => {
        const reply = await app.ask("registration/initRegistration", {
          ...samples["registration/initRegistration"],
          headers: { "idempotency-key": key },
        });
        expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
        expect(reply.msg).toContain("Idempotency-Key");
      });
    },
  );
});
