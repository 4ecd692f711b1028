import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../server/testing/app.ts";
import { buildEvent, buildTicket } from "../../server/testing/builders.ts";
import { type ProbeStep, probe, probeSteps } from "./probe.ts";

let app: TestApp;
let proxy: Server;
let proxyMode: (path: string) => "open" | "broken" | "endless" = () => "open";
let free: URL;
let priced: URL;

beforeAll(async () => {
  app = await testApp();
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  proxy = createServer((from, to) => {
    const next = proxyMode(from.url!);
    if (next === "broken") to.writeHead(502).end("Bad gateway");
    if (next !== "open") return;
    const { method, headers, url: path } = from;
    const answer = forward({ port, host: "127.0.0.1", method, headers, path }, (reply) => {
      to.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(to);
    });
    from.pipe(answer);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  free = await eventAt(0);
  priced = await eventAt(2500);
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await app.close();
});

async function eventAt(price: number): Promise<URL> {
  const { id, slug } = await buildEvent(app.database.db);
  await buildTicket(app.database.db, id, { price, maxStock: 1 });
  const { port } = proxy.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}/${slug}`);
}

const failedSteps = (results: Awaited<ReturnType<typeof probe>>) =>
  probeSteps.filter((step) => results[step].failures.length > 0);
const remaining = async () => {
  const { rows } = await app.database.pool.query<{ held: number; mails: number; paid: number }>(
    "select (select sum(held)::int from tickets) as held, (select count(*)::int from mails) as mails, (select count(*)::int from orders where payment_status in ('paid', 'free')) as paid",
  );
  return rows[0];
};

test("a probe of a working site passes in every round and leaves no held place, mail or paid order", async () => {
  proxyMode = () => "open";
  for (const [event, steps] of [
    [free, ["event", "hold", "people", "release"]],
    [priced, ["event", "hold", "people", "order", "release"]],
  ] as [URL, ProbeStep[]][]) {
    const results = await probe(event, { rounds: 3 });
    expect(failedSteps(results)).toEqual([]);
    expect(probeSteps.filter((step) => results[step].tried === 3)).toEqual(steps);
  }
  expect(await remaining()).toEqual({ held: 0, mails: 0, paid: 0 });
});

test.each([
  ["hold", "initRegistration"],
  ["people", "registration/save"],
  ["order", "createOrder"],
] as const)("if one %s in four fails, one run notices it, even if every page opens", async (step, call) => {
  let attempt = 0;
  proxyMode = (path) => (path.includes(call) && attempt++ % 4 === 3 ? "broken" : "open");
  const results = await probe(priced);
  expect(failedSteps(results)).toEqual([step]);
  expect(results[step].failures).toEqual(["502"]);
});

test("a reply that does not arrive is a failure", async () => {
  proxyMode = () => "endless";
  const { event } = await probe(free, { rounds: 1, timeoutMs: 50 });
  expect(event.failures).toEqual([expect.stringContaining("timeout")]);
});

test("a failed step of the probe shows the site's message", async () => {
  proxyMode = () => "open";
  const unknownEvent = new URL("/no-such-event", free);
  expect((await probe(unknownEvent, { rounds: 1 })).event.failures).toEqual([
    expect.stringMatching(/^404 .+\.$/),
  ]);
});
