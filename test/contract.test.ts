import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "../contract/all.ts";
import { type Call, statusByCode } from "../contract/endpoint.ts";
import { type FileCall, fileCalls } from "../contract/files.ts";
import { refusalsOf } from "../contract/refusals.ts";
import { isReservedSlug } from "../contract/rules/slug.ts";
import { characterCount } from "../contract/rules/textLength.ts";
import { buildApp } from "../server/app.ts";
import { type Routes, registerCalls } from "../server/http/calls.ts";
import { openapi } from "../server/http/openapi/openapiDocument.ts";
import { registerPages } from "../server/http/pages/pages.ts";
import { routes } from "../server/routes/all.ts";
import { type TestApp, type TestRequest, testApp } from "../server/testing/app.ts";
import { samplesOf } from "../server/testing/samples.ts";
import { openSession } from "../server/testing/tokens.ts";
import { buildWorld, tokensOf, type World } from "../server/testing/world.ts";
import { pages } from "../web/paths.ts";

const root = join(import.meta.dirname, "..");
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

/** The calls in `rankOf` come last, so that all samples succeed: changeEmail replaces the link of confirmEmail. */
const callsInOrder = names.toSorted((a, b) => rankOf(a) - rankOf(b));
function rankOf(name: CallName): number {
  return [
    "auth/confirmEmail",
    "auth/changeEmail",
    "auth/signout",
    "auth/changePassword",
    "auth/signoutEverywhere",
    "stripe/confirm-payment",
  ].indexOf(name);
}

/**
 * Says whether a write has no `msg` (docs/choices/api.md), because the page shows the result or has its own message.
 */
function isSilent(name: CallName): boolean {
  const { access }: Call = calls[name];
  return (
    access === "public" ||
    access === "token" ||
    access === "door" ||
    /^(door|club|appUser)\//.test(name) ||
    ["event/save", "event/removeEvent", "ticket/reorder"].includes(name)
  );
}

describe("a reply", () => {
  // Some calls end all sessions of the caller.
  afterEach(async () => {
    world.tokens = await tokensOf(app, world.users);
  });

  test.each(callsInOrder)("the reply of %s has exactly the declared fields", async (name) => {
    const call: Call = calls[name];
    const { admin, sudo } = world.users;
    const token = await openSession(app.database.db, call.access === "sudo" ? sudo : admin, app.time.now);
    // The visitor calls first: a refused call must change nothing.
    const asVisitor = await app.ask(name, samples[name]);
    const reply = call.access === "public" ? asVisitor : await app.ask(name, { ...samples[name], token });
    expect([reply.status, reply.code]).toEqual([200, undefined]);
    if (call.kind === "read" || isSilent(name)) expect(reply.msg).toBeNull();
    else expect(reply.msg).toMatch(/^\S.*\.$/);
    expect(call.payload.parse(reply.payload)).toEqual(reply.payload);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("a reply has only declared fields, whatever the route returns", async () => {
    const http = Fastify();
    const user = { id: 1, email: "a@b.c", fullName: "A", role: 10, clubId: null, clubName: null } as const;
    const leakyRoutes: Routes = {
      ...routes,
      "event/getEvent": async (request, site) => {
        const reply = await routes["event/getEvent"](request, site);
        const club = { ...reply.payload.club, contactEmail: "secret@example.org" };
        return { ...reply, secret: 1, payload: { ...reply.payload, club, privateKey: "secret" } };
      },
      "auth/signin": async () => ({
        payload: { currentUser: { ...user, passwordHash: "secret" }, device: "d", token: "secret" },
        token: "t",
      }),
    };
    registerCalls(http, leakyRoutes, app.services);
    const replies = await Promise.all([
      http.inject({ url: `/api/event/getEvent?eventId=${world.event.id}` }),
      http.inject({ method: "POST", url: "/api/auth/signin", payload: { email: "a@b.c", password: "x" } }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const reply of replies) expect(reply.body).not.toMatch(/secret/);
    expect(replies[1]!.json()).toEqual({ msg: null, payload: { currentUser: user, device: "d" } });
    await http.close();
  });

  test("a number in a request may be a text (docs/wire.md §1)", async () => {
    const { body } = samples["registration/initRegistration"] as {
      body: { eventId: number; tickets: object[] };
    };
    const reply = await app.ask("registration/initRegistration", {
      body: { ...body, eventId: String(body.eventId) },
    });
    expect(reply.status).toBe(200);
  });

  test.each(names.filter((name) => [calls[name].method, (calls[name] as Call).alsoBy].includes("DELETE")))(
    "%s by DELETE needs no body: its parameters may be in the query",
    async (name) => {
      const { query, body } = samples[name];
      const given = Object.entries((query ?? body) as Record<string, number | boolean>).map(
        ([key, value]) => [key, typeof value === "number" ? "987654" : String(value)],
      );
      const url = `/api/${name}?${new URLSearchParams(given)}`;
      const headers = { authorization: world.tokens.sudo };
      const reply = await app.http.inject({ method: "DELETE", url, headers });
      // "Not found" shows that the parameters were read.
      expect([reply.statusCode, reply.json().code]).toEqual([404, "notFound"]);
    },
  );

  test("a DELETE with the body {}, which some clients always send, uses its query", async () => {
    const reply = await app.http.inject({
      method: "DELETE",
      url: "/api/ticket/removeTicket?ticketId=987654",
      headers: { authorization: world.tokens.sudo },
      payload: {},
    });
    expect([reply.statusCode, reply.json().code]).toEqual([404, "notFound"]);
  });

  test("unknown fields of a body are ignored (docs/wire.md §1)", async () => {
    const { body } = samples["registration/initRegistration"] as { body: object };
    const reply = await app.ask("registration/initRegistration", {
      body: { ...body, fromANewerClient: [1] },
    });
    expect(reply.status).toBe(200);
  });
});

test("every code has its status in this copy of the table in docs/wire.md §1, and no other code exists", () => {
  const table = `
    400 invalidInput invalidFile
    401 notSignedIn badCredentials
    403 notYours wrongRole
    404 notFound
    405 wrongMethod
    409 soldOut notEnoughLeft salesClosed holdExpired alreadyPaid slugTaken emailTaken alreadyCheckedIn
    409 alreadyRedeemed notActive wrongEvent inUse idempotencyMismatch amountMismatch nothingToTell
    402 paymentFailed
    413 tooLarge
    415 unsupportedType
    422 unreadableCode
    429 tooMany
    440 tokenExpired
    500 unexpected
    503 busy`;
  const wired = table
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [status, ...codes] = row.trim().split(" ");
      return codes.map((code) => [code, Number(status)]);
    });
  expect(statusByCode).toEqual(Object.fromEntries(wired));
});

describe("an address under /api that is no call", () => {
  test.each([
    ["GET", "/api/nothing"],
    ["POST", "/api/event/nothing"],
    ["DELETE", "/api/"],
    ["GET", "/api/event/getevent"],
    ["GET", "/api/event/1/live/more"],
    ["GET", "/api/event//live"],
    ["GET", "/api//event/getEvent"],
  ] as const)("%s %s is answered with 404 and JSON", async (method, url) => {
    const reply = await app.http.inject({ method, url });
    expect([reply.statusCode, reply.headers["content-type"], reply.json()]).toEqual([
      404,
      "application/json; charset=utf-8",
      { msg: "There is no such call.", code: "notFound" },
    ]);
  });
});

describe("a wrong method", () => {
  const requestBy = (method: string, url: string) =>
    app.http.inject({ method: method as "GET", url, headers: { authorization: world.tokens.sudo } });

  test.each(names)("%s by another method is answered with 405 and the allowed methods", async (name) => {
    const { method, alsoBy, kind }: Call = calls[name];
    const allowed = [method, alsoBy ?? [], kind === "read" && method === "GET" ? "HEAD" : []].flat().sort();
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (allowed.includes(other)) continue;
      const reply = await requestBy(other, `/api/${name}`);
      expect([reply.statusCode, reply.json().code], other).toEqual([405, "wrongMethod"]);
      expect(String(reply.headers.allow).split(", ").sort()).toEqual(allowed);
    }
  });

  test("a file or the webhook by another method is answered with 405 and the allowed methods", async () => {
    const reply = await Promise.all(
      [
        ["POST", "/api/club-logo/default"],
        ["DELETE", "/api/event-banner/a.jpg?w=640"],
        ["GET", "/api/stripe/webhook"],
      ].map(([method, url]) => requestBy(method!, url!)),
    );
    expect(reply.map(({ statusCode, headers }) => [statusCode, headers.allow])).toEqual([
      [405, "GET, HEAD"],
      [405, "GET, HEAD"],
      [405, "POST"],
    ]);
  });
});

describe("the OpenAPI document", () => {
  interface Operation {
    operationId: string;
    summary: string;
    description: string;
    tags: string[];
    security: object[];
    parameters: { name: string; in: string; description: string; schema: object; example: unknown }[];
    requestBody?: { content: { "application/json": { schema: object; example?: unknown } } };
    responses: Record<
      string,
      { headers?: object; content: Partial<Record<string, { example?: { msg: null; payload: unknown } }>> }
    >;
  }
  interface Document {
    openapi: string;
    info: { title: string; version: string };
    tags: { name: string; description: string }[];
    components: { schemas: object };
    paths: Record<string, Record<string, Operation>>;
  }
  let documentText: string | undefined;
  const read = (): Document => {
    documentText ??= JSON.stringify(openapi());
    return JSON.parse(documentText) as Document;
  };

  test("the OpenAPI document is served as version 3.1", async () => {
    const served = await app.http.inject({ url: "/api/openapi.json" });
    expect(served.statusCode).toBe(200);
    const { info: servedInfo, ...servedRest } = served.json() as Document;
    const { info: builtInfo, ...builtRest } = read();
    expect(servedRest).toEqual(builtRest);
    expect({ ...servedInfo, contact: undefined }).toEqual({ ...builtInfo, contact: undefined });
    expect(read()).toMatchObject({ openapi: "3.1.0", info: { title: "Foyer", version: expect.any(String) } });
  });

  test("the OpenAPI document has every call with its methods, access, query and body", () => {
    const { paths } = read();
    const declared = [...names, ...Object.keys(fileCalls), "stripe/webhook"].map((name) => `/api/${name}`);
    expect(Object.keys(paths).sort()).toEqual(declared.sort());
    for (const name of names) {
      const call: Call = calls[name];
      const operation = paths[`/api/${name}`]![call.method.toLowerCase()]!;
      const methods = [call.method, call.alsoBy].flatMap((method) => method?.toLowerCase() ?? []);
      expect(Object.keys(paths[`/api/${name}`]!)).toEqual(methods);
      expect(call.summary.startsWith(operation.summary)).toBe(true);
      expect(operation.security.length).toBe(call.access === "public" ? 0 : 1);
      // A DELETE has its parameters in the query.
      const hasBody = call.body !== undefined && call.method !== "DELETE";
      expect(operation.requestBody !== undefined).toBe(hasBody);
      const statuses = refusalsOf(call).map((code) => String(statusByCode[code]));
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", ...statuses]));
      const sent = samples[name].query ?? {};
      const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
      expect(inQuery.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(Object.keys(sent)));
      const isKeyed = operation.parameters.some((parameter) => parameter.name === "Idempotency-Key");
      expect(isKeyed).toBe(call.idempotent === true);
    }
  });

  test("each operation of the OpenAPI document has its own id, and every reference has a target", () => {
    const document = read();
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const references = JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g);
    for (const [, pointer] of references) {
      const target = pointer!
        .split("/")
        .slice(1)
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(target, pointer).toBeDefined();
    }
  });

  test("the OpenAPI document has no inline object of four or more fields twice", () => {
    const document = read();
    const inline = inlineObjects(document).map((shape) => JSON.stringify(shape));
    expect(inline.filter((shape, at) => inline.indexOf(shape) < at)).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["Event", "Ticket", "Order", "Registration", "Attendee", "EventInput"]),
    );
  });

  test("each call of the OpenAPI document has a summary, a description and a tag with a description", () => {
    const { paths, tags } = read();
    const known = new Map(tags.map(({ name, description }) => [name, description]));
    const used = new Set<string>();
    for (const [path, operations] of Object.entries(paths)) {
      for (const { summary, description, tags: own, parameters } of Object.values(operations)) {
        expect([summary.length > 5, summary.length <= 150, description.length > 20], path).toEqual([
          true,
          true,
          true,
        ]);
        expect(
          own.map((tag) => known.get(tag)?.length ?? 0).every((length) => length > 3),
          path,
        ).toBe(true);
        for (const tag of own) used.add(tag);
        for (const parameter of parameters)
          expect(parameter.description, `${path} ${parameter.name}`).toBeTruthy();
      }
    }
    expect([...known.keys()].filter((tag) => !used.has(tag))).toEqual([]);
  });

  test.each(names)("the example of %s is valid for its schemas", (name) => {
    const call: Call = calls[name];
    const operation = read().paths[`/api/${name}`]![call.method.toLowerCase()]!;
    const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
    const query = Object.fromEntries(
      inQuery.map((parameter) => [
        parameter.name,
        parameter.name === "accessKey" ? parameter.example : String(parameter.example),
      ]),
    );
    const body = operation.requestBody?.content["application/json"].example;
    const reply = operation.responses["200"]!.content["application/json"]!.example!;
    const problems = [
      call.query?.safeParse(query),
      call.body?.safeParse(call.method === "DELETE" ? query : body),
      call.payload.safeParse(reply.payload),
    ].flatMap((parsed) => parsed?.error?.issues ?? []);
    expect(problems).toEqual([]);
  });

  test("an example of a new entity has no id, and an example of a request key looks like one", () => {
    const { paths } = read();
    const bodyOf = (name: CallName) => paths[`/api/${name}`]!.post!.requestBody!.content["application/json"];
    for (const name of ["event/save", "ticket/save", "club/save", "promoCode/save", "appUser/save"] as const)
      expect(bodyOf(name).example, name).not.toHaveProperty("id");
    expect(bodyOf("door/closeSale").example).toMatchObject({ key: "5c0f1c9e-order-1" });
    expect(paths["/api/registration/getImportProgress"]!.get!.parameters.at(-1)).toMatchObject({
      name: "key",
      example: "5c0f1c9e-import-1",
    });
  });

  /** Texts with rules that no common JSON Schema pattern can express. */
  const rulesInWords = ["promoCode/save code"];

  test.each(names)(
    "the schema of each top-level text in the body of %s accepts no blank or long text that the server refuses",
    (name) => {
      const call: Call = calls[name];
      const operation = read().paths[`/api/${name}`]![call.method.toLowerCase()]!;
      const given = operation.requestBody?.content["application/json"];
      if (given === undefined || call.body === undefined) return;
      const refused = [...textsIn(given.schema, read().components.schemas)].flatMap(([field, schema]) =>
        [" ", "🎉".repeat(schema.maxLength ?? 10), `1${"🎉".repeat((schema.maxLength ?? 10) - 1)}`]
          .filter((text) => fitsSchema(text, schema) && !rulesInWords.includes(`${name} ${field}`))
          .flatMap((text) => {
            const issues = call.body!.safeParse({ ...(given.example as object), [field]: text }).error
              ?.issues;
            return (issues ?? [])
              .filter(({ path }) => path[0] === field)
              .map(({ message }) => [field, text, message]);
          }),
      );
      expect(refused).toEqual([]);
    },
  );

  test("the schema of an id accepts an integer from 1, or its digits as a text", () => {
    expect(read().components.schemas).toMatchObject({
      Id: {
        anyOf: [
          { type: "integer", minimum: 1 },
          { type: "string", pattern: "^0*[1-9]\\d*$" },
        ],
      },
    });
  });

  test("the schemas say what a new account needs, and which questions need options", () => {
    const { paths, components } = read();
    expect(paths["/api/appUser/save"]!.post!.requestBody!.content["application/json"].schema).toMatchObject({
      if: { required: ["id"] },
      else: {
        required: ["email", "password", "clubId"],
        not: { properties: { password: { enum: ["", null] } } },
      },
    });
    expect(components.schemas).toMatchObject({
      FormQuestionInput: {
        if: { properties: { typeId: { enum: [2, 3, 4] } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ["options"], properties: { options: { minItems: 1, uniqueItems: true } } },
      },
    });
  });

  test("the OpenAPI document contains the license, and a contact with the site's address if it is known", async () => {
    expect(openapi()).toMatchObject({ info: { contact: { name: "Foyer" }, license: { identifier: "MIT" } } });
    const served = (await app.http.inject({ url: "/api/openapi.json" })).json();
    expect(served.info.contact).toEqual({ name: "Foyer", url: "http://foyer.test" });
    expect(readFileSync(join(root, "LICENSE"), "utf8")).toMatch(
      /^MIT License\n\nCopyright \(c\) \d{4} Foyer contributors/,
    );
  });

  test("the OpenAPI document has examples of the webhook, its reply, event streams and calendar files", () => {
    const { paths } = read();
    const webhook = paths["/api/stripe/webhook"]!.post!;
    expect(webhook.requestBody!.content["application/json"].example).toMatchObject({ object: "event" });
    expect(webhook.responses["200"]!.content["application/json"]!.example).toEqual({
      msg: null,
      payload: { received: true },
    });
    const texts = Object.entries<FileCall>(fileCalls).filter(([, { types }]) =>
      ["text/calendar", "text/event-stream"].includes(types[0]!),
    );
    const examples = texts.map(
      ([name, { types }]) => paths[`/api/${name}`]!.get!.responses["200"]!.content[types[0]!]?.example,
    );
    expect(examples).not.toContain(undefined);
    expect(texts).toHaveLength(4);
  });

  test("the headers for tokens, file names and rate limits are documented", () => {
    const { paths } = read();
    const headersOf = (path: string, method = "post") =>
      Object.keys(paths[path]![method]!.responses["200"]!.headers ?? {});
    expect(headersOf("/api/auth/signin")).toContain("authorization");
    expect(headersOf("/api/registration/ticketPdf", "get")).toContain("content-disposition");
    expect(headersOf("/api/promoCode/check")).toContain("x-ratelimit-limit");
  });

  test("no part of a request or a reply has an empty schema", () => {
    for (const [path, operations] of Object.entries(read().paths)) {
      for (const operation of Object.values(operations)) {
        expect(emptySchemas(operation.requestBody), path).toEqual([]);
        for (const parameter of operation.parameters) expect(parameter.schema, path).not.toEqual({});
        expect(emptySchemas(operation.responses["200"]), path).toEqual([]);
      }
    }
  });
});

interface TextSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

function* textsIn(schema: object, named: object): Generator<[string, TextSchema]> {
  const { $ref, properties = {} } = schema as { $ref?: string; properties?: Record<string, TextSchema> };
  if ($ref !== undefined) yield* textsIn((named as Record<string, object>)[$ref.split("/").at(-1)!]!, named);
  for (const [field, property] of Object.entries(properties)) {
    const { anyOf = [property] } = property as { anyOf?: TextSchema[] };
    for (const one of anyOf)
      if (one.type === "string" && one.enum === undefined && one.const === undefined) yield [field, one];
  }
}

/** Says whether a text fits. False for a schema with a format: such texts are not tested. */
function fitsSchema(text: string, { format, pattern, minLength = 0, maxLength }: TextSchema): boolean {
  const length = characterCount(text);
  if (format !== undefined || length < minLength || length > (maxLength ?? length)) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}

function inlineObjects(value: unknown, path: string[] = []): object[] {
  if (value === null || typeof value !== "object" || path.includes("multipart/form-data")) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => inlineObjects(part, [...path, key]));
  const { properties } = value as { properties?: object };
  const isNamed = path.length === 3 && path[1] === "schemas";
  const isLarge = properties !== undefined && Object.keys(properties).length >= 4;
  return isLarge && !isNamed && !path.includes("example") ? [value, ...inner] : inner;
}

/** An empty schema says nothing about its value. */
function emptySchemas(value: unknown, path = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  const isSchema = /(properties\.\w+|items|anyOf\.\d+|schema)$/.test(path);
  if (isSchema && Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, part]) =>
    emptySchemas(part, path === "" ? key : `${path}.${key}`),
  );
}

describe("reserved slugs", () => {
  test("the first path segments of the pages are reserved slugs", () => {
    const segments = Object.values(pages).map(({ path }) => path.split("/")[1]!);
    const ours = new Set(segments.filter((segment) => segment !== "" && !segment.startsWith(":")));
    expect([...ours].filter((segment) => !isReservedSlug(segment))).toEqual([]);
    expect(ours.size).toBeGreaterThan(10);
  });

  test("the names of the public files are reserved slugs", () => {
    const files = readdirSync(join(root, "web/public"));
    expect(files.filter((file) => !isReservedSlug(file))).toEqual([]);
  });

  test("the first path segments of the server's routes are reserved slugs", async () => {
    const { http } = await buildApp({
      ...app.services,
      corsOrigins: [],
      trustProxy: false,
      log: false,
      outboxDir: "/nonexistent",
      pages: async (scope, site) => {
        const renderer = {} as Parameters<typeof registerPages>[2]["renderer"];
        await registerPages(scope, site, { renderer, files: async () => {}, isBuilt: true });
      },
    });
    await http.ready();
    const tree = http.printRoutes({ commonPrefix: false, includeHooks: false });
    const segments = [...tree.matchAll(/^[├└]── \/?([^/\s*:(]+)/gm)].map(([, segment]) => segment!);
    expect(new Set(segments)).toEqual(new Set(["api", "dev", "robots.txt", "sitemap.xml"]));
    expect(segments.filter((segment) => !isReservedSlug(segment))).toEqual([]);
    await http.close();
  });
});
