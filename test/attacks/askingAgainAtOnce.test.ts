import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeHttp, defaultTimeouts, mostDelayed } from "../../server/http/timeouts.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";

const longTimeout = { timeout: 60_000 };
const neverMs = 3_600_000;

let app: TestApp;
beforeEach(() => {
  // The clock stands still, so all requests count in the same minute of the limit.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(async () => {
  await closeHttp(app.http, 1);
  await app.close();
  vi.useRealTimers();
});

async function startSite(tooManyMs: number) {
  app = await testApp({
    limited: true,
    trustProxy: 1,
    timeouts: { ...defaultTimeouts, tooManyMs },
  });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  return (app.http.server.address() as AddressInfo).port;
}

const attacker = "203.0.113.7";
const passwordRequest = { email: "somebody@example.org" };

/** Injected calls are not delayed. */
async function useUpLimit() {
  const headers = { "x-forwarded-for": attacker };
  const ask = () => app.ask("auth/forgotPassword", { body: passwordRequest, headers });
  await expect.poll(async () => (await ask()).status, longTimeout).toBe(429);
}

function withLength(body: object): string {
  const text = JSON.stringify(body);
  return `content-length: ${text.length}\r\n\r\n${text}`;
}
/** Puts a body into chunks, as if its length were not known in advance (RFC 9112 §7.1). */
function inChunks(body: object): string {
  const text = JSON.stringify(body);
  return `transfer-encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

function openRequest(port: number, address: string, framedBody = withLength(passwordRequest)) {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write(
    `POST /api/auth/forgotPassword HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\n${framedBody}`,
  );
  const status = once(socket, "data").then(([piece]) => Number(/^HTTP\/1.1 (\d+)/.exec(String(piece))?.[1]));
  const leave = () => void socket.destroy();
  void status.then(leave);
  return { status, leave };
}

test("a refusal is delayed, and another client is answered meanwhile", async () => {
  const port = await startSite(neverMs);
  await useUpLimit();
  const order: string[] = [];
  const refused = openRequest(port, attacker);
  void refused.status.then(() => order.push("refused"));
  expect(await openRequest(port, "203.0.113.8").status).toBe(200);
  expect(order).toEqual([]);
});

test("a refusal arrives after its delay", async () => {
  const port = await startSite(1);
  await useUpLimit();
  expect(await openRequest(port, attacker).status).toBe(429);
});

test.each([
  ["a large body", withLength({ ...passwordRequest, padding: "x".repeat(mostDelayed.bodyBytes) })],
  ["a body of unknown length", inChunks(passwordRequest)],
])("the refusal of %s is not delayed, because the body would stay in memory", async (_what, framedBody) => {
  const port = await startSite(neverMs);
  await useUpLimit();
  expect(await openRequest(port, attacker, framedBody).status).toBe(429);
});

test("when the maximum number of refusals wait, the next one is not delayed, and clients that leave make room", async () => {
  const port = await startSite(neverMs);
  await useUpLimit();
  const connections = () =>
    new Promise<number>((resolve) => app.http.server.getConnections((_error, count) => resolve(count)));
  for (let round = 0; round < 2; round++) {
    let answered = 0;
    const waiting = Array.from({ length: mostDelayed.refusals }, () => openRequest(port, attacker));
    for (const { status } of waiting) void status.then(() => answered++);
    await expect.poll(connections, longTimeout).toBe(mostDelayed.refusals);
    // This request came after them, so its answer shows that they were handled.
    await openRequest(port, "203.0.113.8").status;
    expect(await openRequest(port, attacker).status).toBe(429);
    expect(answered).toBe(0);
    for (const { leave } of waiting) leave();
    await expect.poll(connections, longTimeout).toBe(0);
  }
});
