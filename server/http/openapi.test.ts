import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "../../contract/all.ts";
import { type TestApp, testApp } from "../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("the API describes each of its calls", async () => {
  const { paths } = (await app.http.inject("/api/openapi.json")).json() as { paths: object };
  expect(Object.keys(paths).sort()).toEqual(
    Object.keys(calls)
      .map((name) => `/api/${name}`)
      .sort(),
  );
});

test("the API can be read, with no script from elsewhere", async () => {
  const page = await app.http.inject("/api/docs/");
  expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.body).toContain("/api/openapi.json");
  const scripts = [...page.body.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, src]) => src!);
  expect(scripts).toHaveLength(1);
  const script = await app.http.inject(new URL(scripts[0]!, "http://foyer.test/api/docs/").pathname);
  expect([script.statusCode, script.rawPayload.length > 100_000]).toEqual([200, true]);
});

test("asking for it without the last slash leads there", async () => {
  const page = await app.http.inject("/api/docs");
  expect([301, 302, 308]).toContain(page.statusCode);
  expect(new URL(String(page.headers.location), "http://foyer.test").pathname).toBe("/api/docs/");
});
