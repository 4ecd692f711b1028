/**
 * Bad input to every call of the contract, made from its schema and a request that is right: each part of it in turn
 * becomes something else. What the schema refuses is a 400 that names the part, and nothing is written; what it lets
 * through is never a failure of ours.
 */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type CallName, calls } from "../../contract/all.ts";
import type { Call, Failure, FieldProblem } from "../../contract/endpoint.ts";
import { type Sent, type TestApp, testApp } from "../testing/app.ts";
import { contentsOf } from "../testing/contents.ts";
import { buildWorld, samplesOf, tokensOf, type World } from "../testing/world.ts";

const names = Object.keys(calls) as CallName[];

let app: TestApp;
let world: World;
let samples: Record<CallName, Sent>;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = samplesOf(world);
  await app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

/** What a part of a body may become. */
const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  "   ",
  "1",
  "-1",
  "1.5",
  "1e9",
  "NaN",
  "9".repeat(400),
  "a\0b",
  "\ud800",
  "a\u0007b",
  "' or 1=1 --",
  "x".repeat(100_000),
  [],
  [[]],
  [null],
  Array.from({ length: 50_000 }, () => 1),
  nested(500),
  {},
  { toString: 1, valueOf: null, hasOwnProperty: "x" },
  { "a\0b": "c" },
  { "\ud800": "c" },
];

/** What a part of a query may become, as it stands in the address. */
const oddTexts: readonly string[] = [
  "",
  "%20",
  "-1",
  "0",
  "1.5",
  "1e9",
  "1e308",
  "NaN",
  "Infinity",
  "9".repeat(400),
  "true",
  "null",
  "undefined",
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%FF",
  "%zz",
  "'%20or%201=1%20--",
  "%25",
  "[]",
  "[1",
  "{}",
  "[[1]]",
  `[${Array.from({ length: 100_000 }, (_, index) => index + 1).join()}]`,
  "x".repeat(100_000),
  "../../etc/passwd",
];

type Path = (string | number)[];

/** Every part of a value, the whole of it apart. */
function partsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [...path, key],
    ...partsOf((value as Record<string | number, unknown>)[key], [...path, key]),
  ]);
}

/** The same value with one part of it another. */
function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const at = copy as Record<string | number, unknown>;
  at[key] = withPart(at[key], rest, part);
  return copy;
}

interface Odd {
  name: CallName;
  path: string;
  url: string;
  body?: string;
  /** Whether the schema lets it through. */
  isAllowed: boolean;
}

let made: Odd[] | undefined;

/** Every call with each part of its body and query made odd. */
function oddRequests(): Odd[] {
  made ??= names.flatMap((name) => {
    const call: Call = calls[name];
    const { body, query = {} } = samples[name];
    const url = `/api/${name}`;
    const inBody = (body === undefined ? [] : partsOf(body)).flatMap((path) =>
      oddValues.map((value): Odd => {
        const text = JSON.stringify(withPart(body, path, value));
        const isAllowed = call.body!.safeParse(JSON.parse(text)).success;
        return { name, path: path.join("."), url, body: text, isAllowed };
      }),
    );
    const inQuery = Object.keys(query).flatMap((key) => {
      const others = Object.entries(query).filter(([other]) => other !== key);
      const kept = others.map(([other, value]) => `${other}=${encodeURIComponent(String(value))}`);
      const variants = [
        ...oddTexts.map((text) => `${key}=${text}`),
        "",
        `${key}=1&${key}=2`,
        `${key}[]=1`,
        `${key}[a]=1`,
        `__proto__[${key}]=1`,
        `constructor=1&__proto__=1`,
      ];
      return variants.map((variant): Odd => {
        const asked = `${url}?${[...kept, variant].filter(Boolean).join("&")}`;
        return { name, path: key, url: asked, isAllowed: isAllowedQuery(call.query!, asked) };
      });
    });
    return [...inBody, ...inQuery];
  });
  return made;
}

/** Whether the schema takes what the server's parser makes of an address. */
function isAllowedQuery(schema: z.ZodType, url: string): boolean {
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const part of url.slice(url.indexOf("?") + 1).split("&")) {
    const at = part.indexOf("=");
    const [key, value] = (at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)]).map(decoded);
    const before = given[key!];
    given[key!] = before === undefined ? value! : [before, value!].flat();
  }
  return schema.safeParse(given).success;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The token of somebody who may ask for this call. */
const tokenFor = (name: CallName): string =>
  (calls[name] as Call).access === "sudo" ? world.tokens.sudo : world.tokens.admin;

async function send(odd: Odd): Promise<{ status: number; body: Failure }> {
  const { method } = calls[odd.name] as Call;
  const response = await app.http.inject({
    method,
    url: odd.url,
    headers: {
      authorization: tokenFor(odd.name),
      ...(odd.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(odd.body === undefined ? {} : { payload: odd.body }),
  });
  // What is odd may be a password all the same, and a new password ends all sessions.
  if (response.statusCode === 440) world.tokens = await tokensOf(app, world.users);
  return { status: response.statusCode, body: response.json() as Failure };
}

const describeOdd = ({ name, path, url, body }: Odd) =>
  `${name} ${path} ${(body ?? url).slice(0, 300)}${(body ?? url).length > 300 ? "…" : ""}`;

/** Whether a refusal points at the part that was made odd, at a part of it, or at what holds it. */
function pointsAt(problem: FieldProblem, path: string): boolean {
  const [a, b] = [`${problem.path}.`, `${path}.`];
  return a.startsWith(b) || b.startsWith(a);
}

describe("odd values in every part of every request", () => {
  test("that the schema refuses are a 400 that names the part, and nothing is written", async () => {
    const refused = oddRequests().filter(({ isAllowed }) => !isAllowed);
    const before = await contentsOf(app.database.db);
    for (const odd of refused) {
      const { status, body } = await send(odd);
      const fields = (body.payload as { fields?: FieldProblem[] } | undefined)?.fields ?? [];
      const seen = { status, code: body.code, named: fields.some((problem) => pointsAt(problem, odd.path)) };
      expect(seen, describeOdd(odd)).toEqual({ status: 400, code: "invalidInput", named: true });
      expect(body.msg, describeOdd(odd)).toContain(fields[0]!.path);
    }
    expect(refused.length).toBeGreaterThan(1500);
    expect(await contentsOf(app.database.db)).toEqual(before);
  }, 60_000);

  test("that the schema lets through are never a failure of ours", async () => {
    const allowed = oddRequests().filter(({ isAllowed }) => isAllowed);
    for (const odd of allowed) {
      const { status, body } = await send(odd);
      expect(status, `${describeOdd(odd)}: ${body.msg}`).toBeLessThan(500);
      if (status !== 200)
        expect(body, describeOdd(odd)).toMatchObject({ code: expect.any(String), msg: expect.any(String) });
    }
    expect(allowed.length).toBeGreaterThan(100);
  }, 60_000);
});

test("whatever JSON is sent to a call is answered, and never by a failure of ours", async () => {
  const writes = names.filter((name) => samples[name].body !== undefined);
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
  const request = fc.record({
    name: fc.constantFrom(...writes),
    whole: fc.boolean(),
    place: fc.nat(),
    value: json,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ name, whole, place, value }) => {
      const sample = samples[name].body;
      const parts = partsOf(sample);
      const part = parts[place % parts.length]!;
      const body = JSON.stringify(whole ? value : withPart(sample, part, value));
      const { status } = await send({
        name,
        path: part.join("."),
        url: `/api/${name}`,
        body,
        isAllowed: true,
      });
      expect(status, body.slice(0, 500)).toBeLessThan(500);
    }),
    { numRuns: 500, endOnFailure: true },
  );
}, 60_000);

describe("a body that is not what it says", () => {
  // What was odd before may have asked the club for a second factor, and then its admins may do nothing.
  beforeAll(async () => {
    await app.database.db.updateTable("clubs").set({ requires_second_factor: false }).execute();
    world.tokens = await tokensOf(app, world.users);
  });

  const withBody = () => names.filter((name) => (calls[name] as Call).body !== undefined);
  const post = (name: CallName, payload: string | Buffer, type: string | null) =>
    app.http.inject({
      method: calls[name].method,
      url: `/api/${name}`,
      payload,
      headers: { authorization: tokenFor(name), ...(type !== null && { "content-type": type }) },
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
    ["with a prototype", '{"__proto__":{"isAdmin":true}}'],
    ["with a prototype further in", '{"tickets":[{"__proto__":{"quantity":1}}]}'],
    ["with a constructor's prototype", '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ["a text", '"x"'],
    ["a number", "1"],
    ["a list", "[]"],
    ["nothing", "null"],
    ["10,000 levels deep", deep(10_000)],
    ["10,000 lists deep", "[".repeat(10_000) + "]".repeat(10_000)],
  ];

  test.each(unreadable)("%s, is a 400 and writes nothing, whatever the call", async (_what, payload) => {
    const before = await contentsOf(app.database.db);
    for (const name of withBody()) {
      const told = await post(name, payload, "application/json");
      expect([told.statusCode, told.json().code], name).toEqual([400, "invalidInput"]);
      expect(told.json().payload.fields.length, name).toBeGreaterThan(0);
    }
    expect(await contentsOf(app.database.db)).toEqual(before);
  });

  test.each([
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "image/png",
    "nonsense",
  ])("of the type %s is a 415, or unreadable where forms are taken", async (type) => {
    for (const name of withBody()) {
      const told = await post(name, "eventId=1", type);
      const isForm = type.startsWith("multipart") && (calls[name] as Call).multipart !== undefined;
      const refusal = isForm ? [400, "invalidInput"] : [415, "unsupportedType"];
      expect([told.statusCode, told.json().code], name).toEqual(refusal);
    }
  });

  test("of plain text is a 400", async () => {
    for (const name of withBody()) {
      const told = await post(name, JSON.stringify(samples[name].body), "text/plain");
      expect(told.statusCode, name).toBeGreaterThanOrEqual(400);
      expect(told.statusCode, name).toBeLessThan(500);
    }
  });

  test("of more than 512 KB is a 413, whatever the call", async () => {
    for (const name of withBody()) {
      const told = await post(name, JSON.stringify({ eventId: "x".repeat(1024 * 1024) }), "application/json");
      expect([told.statusCode, told.json().code], name).toEqual([413, "tooLarge"]);
    }
  });

  test("is refused when it is a bomb of 500 KB, deep or long", async () => {
    const bombs = [
      deep(80_000),
      `{"tickets":[${"{},".repeat(160_000)}{}]}`,
      `{"eventId":[${"1,".repeat(240_000)}1]}`,
    ];
    for (const bomb of bombs) {
      const told = await post("registration/initRegistration", bomb, "application/json");
      expect(told.statusCode).toBe(400);
    }
  });

  test("with a key twice means the last one, as everywhere in JSON", async () => {
    const { body } = samples["registration/initRegistration"] as { body: object };
    const twice = JSON.stringify(body).replace('"eventId"', '"eventId":987654,"eventId"');
    const told = await post("registration/initRegistration", twice, "application/json");
    expect(told.statusCode).toBe(200);
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
    const told = await app.http.inject({ url });
    expect(told.statusCode).toBeGreaterThanOrEqual(400);
    expect(told.statusCode).toBeLessThan(500);
    expect(told.json()).toMatchObject({ code: expect.any(String), msg: expect.any(String) });
  });
});

describe("what is no request", () => {
  /** Says something on a connection of its own, and gives what comes back. */
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
      const told = await app.ask("registration/initRegistration", {
        ...samples["registration/initRegistration"],
        headers: { "idempotency-key": key },
      });
      expect(told).toMatchObject({ status: 400, code: "invalidInput" });
      expect(told.msg).toContain("Idempotency-Key");
    },
  );
});
