import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AppWithCheckout, buildApp } from "../../app.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { registerPages } from "../pages/pages.ts";

let app: TestApp;
let node: AppWithCheckout;
let address: string;
let lines: { method: string; path: string; page?: string; status: number }[] = [];

beforeAll(async () => {
  app = await testApp();
  node = await buildApp({
    db: app.database.db,
    provider: app.services.provider,
    secretBox: app.services.secretBox,
    publicUrl: "http://foyer.test",
    dataDir: "/nonexistent",
    corsOrigins: [],
    trustProxy: false,
    log: pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }),
    pages: (http, site) =>
      registerPages(http, site, {
        renderer: {
          colorSchemeOf: () => "dark",
          read: ({ pathname }) => ({
            page: "helperDoor",
            address: pathname,
            isPersonal: false,
            isForReading: false,
          }),
          render: async () => ({ status: 200, headers: {}, html: "a page" }),
        },
        files: async () => {},
        isBuilt: true,
      }),
  });
  await node.http.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(node.http.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await node.http.close();
  await app.close();
});

const loggedRequests = () => lines.map(({ method, path, page, status }) => ({ method, path, page, status }));

test("the log has a line for a call and for a page, with the name of the page and without secrets", async () => {
  await fetch(`${address}/api/info?accessKey=secret`);
  await fetch(`${address}/door/Zm9v_YmFyLWJhegAAAAAA?key=secret`);
  await expect.poll(loggedRequests).toEqual([
    { method: "GET", path: "/api/info", page: undefined, status: 200 },
    { method: "GET", path: "/door/…", page: "helperDoor", status: 200 },
  ]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

test("a successful health check leaves no line in the log, and a health check with an unknown name does", async () => {
  await fetch(`${address}/api/health/live`);
  await fetch(`${address}/api/health/ready`);
  await fetch(`${address}/api/health/unknown`);
  await fetch(`${address}/api/info`);
  // Lines have the order of the replies, so all are written when the last one is.
  await expect.poll(() => loggedRequests().at(-1)?.path).toBe("/api/info");
  expect(loggedRequests().map(({ path }) => path)).toEqual(["/api/health/unknown", "/api/info"]);
});
