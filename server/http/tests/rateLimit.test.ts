import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { mostNetworks } from "../client.ts";

let app: TestApp;
beforeEach(async () => {
  // All requests count in the same minute of the limit.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  app = await testApp({ limited: true, trustProxy: 1 });
});
afterEach(async () => {
  await app.close();
  vi.useRealTimers();
});

/** One client may make this call five times a minute. */
const statusFrom = async (address: string) => {
  const query = { email: "nobody@example.org", eventId: 1 };
  const headers = { "x-forwarded-for": address };
  return (await app.ask("registration/getRegistrationByEmail", { query, headers })).status;
};

test("a call that declares a limit is counted, and a file without a limit is not", async () => {
  const limitOf = async (url: string) => (await app.http.inject({ url })).headers["x-ratelimit-limit"];
  expect(await limitOf("/api/registration/getRegistrationByEmail?email=nobody@example.org&eventId=1")).toBe(
    "5",
  );
  expect(await limitOf("/api/openapi.json")).toBeUndefined();
});

test("all addresses of an IPv6 /64 share one limit, and the next /64 has its own", async () => {
  const statuses = [];
  for (let host = 1; host <= 6; host++) statuses.push(await statusFrom(`2001:db8:0:7::${host}`));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statusFrom("2001:db8:0:8::1")).toBe(200);
});

test("once 16 networks of a /56 have sent requests, all further networks of it share one limit", async () => {
  const statuses = [];
  // After the 16, five networks use up the limit of the /56, and the last is refused.
  for (let network = 0; network < mostNetworks[56] + 6; network++)
    statuses.push(await statusFrom(`2001:db8:1:${network.toString(16)}::1`));
  expect(statuses.slice(0, -1)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
});
