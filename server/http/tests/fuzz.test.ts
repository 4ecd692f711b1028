import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call, Failure, FieldProblem } from "../../../contract/endpoint.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";
import { playsAll } from "../../testing/histories.ts";
import { samplesOf } from "../../testing/samples.ts";
import { buildWorld, tokensOf, type World } from "../../testing/world.ts";

const names = Object.keys(calls) as CallName[];

let app: TestApp;
let world: World;
let samples: Record<CallName, TestRequest>;
beforeAll(async () => {
  app = await testApp();
  world = await buildWorld(app);
  samples = samplesOf(world);
});
afterAll(() => app.close());

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

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

/** Values of a query, as the address has them. */
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

function partsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [...path, key],
    ...partsOf((value as Record<string | number, unknown>)[key], [...path, key]),
  ]);
}

function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[key] = withPart(fields[key], rest, part);
  return copy;
}

interface OddRequest {
  name: CallName;
  path: string;
  url: string;
  body?: string;
  isAllowed: boolean;
}

let cachedRequests: OddRequest[] | undefined;

/** The sample of every call, with each part of its body and query replaced. */
function oddRequests(): OddRequest[] {
  cachedRequests ??= names.flatMap((name) => {
    const call: Call = calls[name];
    const { body, query = {} } = samples[name];
    const url = `/api/${name}`;
    const inBody = (body === undefined ? [] : partsOf(body)).flatMap((path) =>
      oddValues.map((value): OddRequest => {
        const text = JSON.stringify(withPart(body, path, value));
        const isAllowed = call.body!.safeParse(JSON.parse(text)).success;
        return { name, path: path.join("."), url, body: text, isAllowed };
      }),
    );
    const inQuery = Object.keys(query).flatMap((key) => {
      const others = Object.entries(query).filter(([other]) => other !== key);
      const unchanged = others.map(([other, value]) => `${other}=${encodeURIComponent(String(value))}`);
      const variants = [
        ...oddTexts.map((text) => `${key}=${text}`),
        "",
        `${key}=1&${key}=2`,
        `${key}[]=1`,
        `${key}[a]=1`,
        `__proto__[${key}]=1`,
        `constructor=1&__proto__=1`,
      ];
      return variants.map((variant): OddRequest => {
        const request = `${url}?${[...unchanged, variant].filter(Boolean).join("&")}`;
        return { name, path: key, url: request, isAllowed: isAllowedQuery(call.query!, request) };
      });
    });
    return [...inBody, ...inQuery];
  });
  return cachedRequests;
}

/** Parses the address as the server does. */
function isAllowedQuery(schema: z.ZodType, url: string): boolean {
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const part of url.slice(url.indexOf("?") + 1).split("&")) {
    const at = part.indexOf("=");
    const [key, value] = (at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)]).map(decode);
    const before = given[key!];
    given[key!] = before === undefined ? value! : [before, value!].flat();
  }
  return schema.safeParse(given).success;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const tokenFor = (name: CallName): string =>
  (calls[name] as Call).access === "sudo" ? world.tokens.sudo : world.tokens.admin;

async function send(odd: OddRequest): Promise<{ status: number; body: Failure }> {
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
  // An odd value may still be a valid password, and a new password ends all sessions.
  if (response.statusCode === 440) world.tokens = await tokensOf(app, world.users);
  return { status: response.statusCode, body: response.json() as Failure };
}

const describeOdd = ({ name, path, url, body }: OddRequest) =>
  `${name} ${path} ${(body ?? url).slice(0, 300)}${(body ?? url).length > 300 ? "…" : ""}`;

/** Whether the problem is at the part, inside it, or around it. */
function pointsAt(problem: FieldProblem, path: string): boolean {
  const [a, b] = [`${problem.path}.`, `${path}.`];
  return a.startsWith(b) || b.startsWith(a);
}

/** Every fourth request, or all in `npm test -- --all`. */
const selected = (requests: OddRequest[]) =>
  playsAll() ? requests : requests.filter((_, index) => index % 4 === 0);

describe("odd values in every part of every sample", () => {
  test("a value that the schema refuses gets a 400 that names the part, and nothing is written", async () => {
    const refused = selected(oddRequests().filter(({ isAllowed }) => !isAllowed));
    const before = await databaseContents(app.database.db);
    for (const odd of refused) {
      const { status, body } = await send(odd);
      const fields = (body.payload as { fields?: FieldProblem[] } | undefined)?.fields ?? [];
      const actual = {
        status,
        code: body.code,
        named: fields.some((problem) => pointsAt(problem, odd.path)),
      };
      expect(actual, describeOdd(odd)).toEqual({ status: 400, code: "invalidInput", named: true });
      // A whole sentence (contract/shapes/appUser.ts) is used without the field's path.
      const { path, message } = fields[0]!;
      expect(body.msg, describeOdd(odd)).toMatch(/^[A-Z]/.test(message) ? message : path);
    }
    expect(refused.length).toBeGreaterThan(playsAll() ? 1500 : 375);
    expect(await databaseContents(app.database.db)).toEqual(before);
  });

  test("a value that the schema accepts never causes a 5xx", async () => {
    const allowed = selected(oddRequests().filter(({ isAllowed }) => isAllowed));
    for (const odd of allowed) {
      const { status, body } = await send(odd);
      expect(status, `${describeOdd(odd)}: ${body.msg}`).toBeLessThan(500);
      if (status !== 200)
        expect(body, describeOdd(odd)).toMatchObject({ code: expect.any(String), msg: expect.any(String) });
    }
    expect(allowed.length).toBeGreaterThan(playsAll() ? 100 : 25);
  });
});

test("JSON at random in a body never causes a 5xx", async () => {
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
});
