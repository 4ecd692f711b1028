import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "../../../contract/all.ts";
import { fileCalls } from "../../../contract/files.ts";
import { buildApp } from "../../app.ts";
import { type TestApp, testApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("the OpenAPI document has the address of each call, each file and the webhook, and no other", async () => {
  const { paths } = (await app.http.inject("/api/openapi.json")).json() as { paths: object };
  expect(Object.keys(paths).sort()).toEqual(
    [...Object.keys(calls), ...Object.keys(fileCalls), "stripe/webhook"].map((name) => `/api/${name}`).sort(),
  );
});

test("the OpenAPI document has the contract's comments on schemas, their fields and the fields of calls", async () => {
  const { body } = await app.http.inject("/api/openapi.json");
  const { paths, components } = JSON.parse(body) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Described> };
  };
  expect(components.schemas.Event).toMatchObject({
    description:
      "An event. `config.ticketNote` is empty, except in some replies to its staff and to people with a ticket.",
    properties: { timeZone: { description: "Its IANA zone." } },
  });
  const signIn = paths["/api/auth/signin"]!.post!.requestBody.content["application/json"]!
    .schema as Described;
  expect(signIn.properties!.code!.description).toMatch(/^Six digits of an authenticator app/);
  expect(signIn).not.toHaveProperty("description");
  const correct = paths["/api/registration/correct"]!.post!;
  const sent = correct.requestBody.content["application/json"]!.schema as Described;
  expect(sent.properties!.accessKey?.description ?? "").not.toContain("A new key");
  expect(JSON.stringify(correct.responses)).toContain("A new key if the buyer's address changed");
  expect(body).not.toContain('"description":null');
});

test("the OpenAPI document describes file routes with their parameters and content types", async () => {
  const { paths } = (await app.http.inject("/api/openapi.json")).json() as { paths: Record<string, object> };
  expect(paths["/api/event/{eventId}/live"]).toMatchObject({
    get: {
      operationId: "eventEventIdLive",
      security: [{ token: [] }],
      parameters: [
        { name: "eventId", in: "path", required: true },
        { name: "date", in: "query", required: true },
      ],
      responses: { 200: { content: { "text/event-stream": {} } } },
    },
  });
  const operations = Object.values(paths).flatMap((path) => Object.values(path)) as { operationId: string }[];
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((one) => /^\w+$/.test(one))).toBe(true);
});

test("the API reference page loads no script from another site", async () => {
  const page = await app.http.inject("/api/docs/");
  expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.body).toContain("/api/openapi.json");
  const scripts = [...page.body.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, src]) => src!);
  expect(scripts).toHaveLength(1);
  const script = await app.http.inject(new URL(scripts[0]!, "http://foyer.test/api/docs/").pathname);
  expect([script.statusCode, script.rawPayload.length > 100_000]).toEqual([200, true]);
});

test("the API reference page runs only its own scripts, and no site can frame it", async () => {
  const page = await app.http.inject("/api/docs/");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  const [, scripts = ""] = /script-src ([^;]+)/.exec(policy) ?? [];
  expect(scripts).not.toContain("unsafe");
  const inline = [...page.body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`);
  expect(scripts.split(" ")).toEqual(["'self'", ...hashes]);
  expect(hashes.length).toBeGreaterThan(0);
});

test("with the API reference page switched off, its address is not found, but the OpenAPI document is still served", async () => {
  const appWithoutDocs = await buildApp({
    db: app.database.db,
    provider: app.services.provider,
    secretBox: app.services.secretBox,
    publicUrl: "http://foyer.test",
    dataDir: "/nonexistent",
    corsOrigins: [],
    trustProxy: false,
    log: false,
    apiDocs: false,
  });
  expect((await appWithoutDocs.http.inject("/api/docs/")).statusCode).toBe(404);
  expect((await appWithoutDocs.http.inject("/api/openapi.json")).statusCode).toBe(200);
  await appWithoutDocs.http.close();
});

test("the API reference page switches off its vendor's buttons and services", async () => {
  const page = await app.http.inject("/api/docs/");
  for (const setting of [
    /"?agent"?:\s*\{\s*"?disabled"?:\s*true/,
    /"?mcp"?:\s*\{\s*"?disabled"?:\s*true/,
    /"?showDeveloperTools"?:\s*"never"/,
    /"?hideClientButton"?:\s*true/,
    /"?telemetry"?:\s*false/,
    // Otherwise browsers request an icon that does not exist.
    /"?favicon"?:\s*"\/favicon\.svg"/,
  ])
    expect(page.body).toMatch(setting);
});

test("the address of the API reference page without the last slash redirects to the page", async () => {
  const page = await app.http.inject("/api/docs");
  expect([301, 302, 308]).toContain(page.statusCode);
  expect(new URL(String(page.headers.location), "http://foyer.test").pathname).toBe("/api/docs/");
});

test("the OpenAPI document has the conditions under which a call needs a field, for each content type", async () => {
  const { paths, components } = (await app.http.inject("/api/openapi.json")).json() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  expect(components.schemas.DoorScan).toMatchObject({
    if: { properties: { kind: { const: "undo" } } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: ["undoes"] },
    else: { if: { properties: { kind: { const: "redeem" } } } },
  });
  const bodySchemaOf = (name: string, type: string) => paths[name]!.post!.requestBody.content[type]!.schema;
  const importPath = "/api/registration/bulkImportAttendee";
  expect(bodySchemaOf(importPath, "application/json")).toMatchObject({ required: ["eventId", "rows"] });
  expect(bodySchemaOf(importPath, "multipart/form-data")).toMatchObject({
    if: { required: ["files"] },
    else: { required: ["rows"] },
  });
  expect(bodySchemaOf("/api/registration/express", "application/json")).toMatchObject({
    if: { required: ["email"] },
    else: { properties: { attendees: { contains: { required: ["email"] } } } },
  });
  const descriptions = paths["/api/registration/getAttendees"]!.get!.parameters.flatMap(
    ({ name, description }) => (name.includes("event") ? [description] : []),
  );
  expect(descriptions).toEqual([
    "The event. It or `event[id]` is needed",
    "The same as `eventId`, of which one is needed",
  ]);
});

interface Described {
  description?: string;
  properties?: Record<string, Described>;
}

interface Operation {
  requestBody: { content: Record<string, { schema: object }> };
  responses: object;
  parameters: { name: string; description: string }[];
}
