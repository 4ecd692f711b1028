import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call } from "../../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";
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

async function expectNoWrites(refused: () => Promise<void>): Promise<void> {
  const before = await databaseContents(app.database.db);
  await refused();
  expect(await databaseContents(app.database.db)).toEqual(before);
}

describe("a body that cannot be read", () => {
  const namesWithBody = () => names.filter((name) => (calls[name] as Call).body !== undefined);
  const post = (name: CallName, payload: string | Buffer, type: string | null, token = tokenFor(name)) =>
    app.http.inject({
      method: calls[name].method,
      url: `/api/${name}`,
      payload,
      headers: { authorization: token, ...(type !== null && { "content-type": type }) },
    });
  const nestedObject = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const unreadable: [string, string | Buffer][] = [
    ["empty", ""],
    ["cut off", '{"eventId":'],
    ["a number that JSON does not have", '{"eventId":NaN}'],
    ["another number that JSON does not have", '{"eventId":Infinity}'],
    ["in single quotes", "{'eventId':1}"],
    ["with a comma too many", '{"eventId":1,}'],
    ["with a byte order mark, and a letter after the object", "\ufeff{}x"],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["a text", '"x"'],
    ["a number", "1"],
    ["a list", "[]"],
    ["null", "null"],
    ["10,000 levels deep", nestedObject(10_000)],
    ["10,000 lists deep", "[".repeat(10_000) + "]".repeat(10_000)],
  ];

  test.each(unreadable)(
    "a body (%s) gets 400 from every call that takes a body, and writes nothing",
    async (_what, payload) => {
      await expectNoWrites(async () => {
        for (const name of namesWithBody()) {
          const reply = await post(name, payload, "application/json");
          expect([reply.statusCode, reply.json().code], name).toEqual([400, "invalidInput"]);
          expect(reply.json().payload.fields.length, name).toBeGreaterThan(0);
        }
      });
    },
  );

  test.each([
    "application/xml",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "image/png",
    "nonsense",
  ])(
    "a body of the type %s gets 415, and an unreadable form gets 400 from calls that accept forms",
    async (type) => {
      await expectNoWrites(async () => {
        for (const name of namesWithBody()) {
          const reply = await post(name, "eventId=1", type);
          const isForm = type.startsWith("multipart") && (calls[name] as Call).multipart !== undefined;
          const refusal = isForm ? [400, "invalidInput"] : [415, "unsupportedType"];
          expect([reply.statusCode, reply.json().code], name).toEqual(refusal);
        }
      });
    },
  );

  test("an empty body counts as no body, so that a client that always sends a content type can sign out", async () => {
    const token = await openSession(app.database.db, world.users.admin, app.time.now);
    const reply = await post("auth/signout", "", "application/json", token);
    expect(reply.json()).toMatchObject({ payload: null });
    expect((await app.ask("auth/me", { token })).code).toBe("tokenExpired");
  });

  test.each([
    ["a prototype", '"__proto__":{"quantity":7}'],
    ["a constructor with a prototype", '"constructor":{"prototype":{"quantity":7}}'],
  ])("a body may contain %s, which is ignored like every unknown key", async (_what, key) => {
    const { body } = samples["registration/initRegistration"] as { body: { tickets: object[] } };
    const [line] = body.tickets;
    const inLine = `{${key},${JSON.stringify(line).slice(1)}`;
    const given = JSON.stringify(body).replace("{", `{${key},`).replace(JSON.stringify(line), inLine);
    expect(given.split(key)).toHaveLength(3);
    const reply = await post("registration/initRegistration", given, "application/json");
    expect(reply.json()).toMatchObject({ payload: { quote: { items: [{ quantity: 1 }] } } });
    expect(Object.hasOwn(Object.prototype, "quantity")).toBe(false);
  });

  test("a body of 1 MB gets 413 from every call that takes a body", async () => {
    await expectNoWrites(async () => {
      for (const name of namesWithBody()) {
        const reply = await post(
          name,
          JSON.stringify({ eventId: "x".repeat(1024 * 1024) }),
          "application/json",
        );
        expect([reply.statusCode, reply.json().code], name).toEqual([413, "tooLarge"]);
      }
    });
  });

  test("a hold's body of 480 KB with deep nesting or a list of wrong values gets 400", async () => {
    const bombs = [
      nestedObject(80_000),
      `{"tickets":[${"{},".repeat(160_000)}{}]}`,
      `{"eventId":[${"1,".repeat(240_000)}1]}`,
    ];
    await expectNoWrites(async () => {
      for (const bomb of bombs) {
        const reply = await post("registration/initRegistration", bomb, "application/json");
        expect(reply.statusCode).toBe(400);
      }
    });
  });

  test("in a body that has a key twice, the last value counts, as usual in JSON", async () => {
    const { body } = samples["registration/initRegistration"] as { body: object };
    const twice = JSON.stringify(body).replace('"eventId"', '"eventId":987654,"eventId"');
    const reply = await post("registration/initRegistration", twice, "application/json");
    expect(reply.statusCode).toBe(200);
  });
});

describe("an address that cannot be read", () => {
  test.each([
    "/api/%zz",
    "/api/event/getEvent?eventId=%zz",
    "/api/event/getEvent?%",
    "/api/club-logo/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/api/event/calendar.ics?slug=%00",
    "/api/registration/ticketPdf?registrationId=1&qrUuid=%00",
  ])("the unreadable address %s gets a 4xx with our error body", async (url) => {
    const reply = await app.http.inject({ url });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.json()).toMatchObject({ code: expect.any(String), msg: expect.any(String) });
  });
});

describe("bytes that are not an HTTP request", () => {
  async function sendRaw(text: string): Promise<string> {
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
  ])("%s is refused with our error body", async (_what, text, status, code) => {
    const [head, body] = (await sendRaw(text)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body!)).toMatchObject({ code, msg: expect.any(String) });
  });
});

describe("an Idempotency-Key", () => {
  test.each(["short", "x".repeat(256), "with a space in it", "with\ttab"])(
    "the Idempotency-Key %j gets a 400 that names the header",
    async (key) => {
      await expectNoWrites(async () => {
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
