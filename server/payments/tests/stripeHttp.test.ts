/** Replies that the fake Stripe cannot give, such as one that begins and never ends. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { createStripeHttp, withTimeLimit } from "../stripeHttp.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts a server that answers in these ways, one after another; the last repeats. */
async function startServer(...ways: ((reply: ServerResponse) => void)[]) {
  let attempt = 0;
  const server = createServer((request, reply) => {
    request.resume();
    request.on("end", () => ways[Math.min(attempt++, ways.length - 1)]!(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  stops.push(stop);
  const { port } = server.address() as AddressInfo;
  return { port, requestCount: () => attempt, stop };
}

const clientOf = (port: number, timeout: number) =>
  new Stripe("sk_test_foyer", {
    host: "127.0.0.1",
    port,
    protocol: "http",
    timeout,
    maxNetworkRetries: 1,
    httpClient: createStripeHttp(),
  });
const body = JSON.stringify({ id: "pi_1", object: "payment_intent" });
const sendWhole = (reply: ServerResponse) => void reply.end(body);
const sendHalf = (reply: ServerResponse) => {
  reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  reply.write(body.slice(0, 10));
};

test("a request is repeated when its reply is cut off in the middle", async () => {
  const server = await startServer((reply) => {
    sendHalf(reply);
    setImmediate(() => reply.destroy());
  }, sendWhole);
  await expect(clientOf(server.port, 5_000).paymentIntents.retrieve("pi_1")).resolves.toMatchObject({
    id: "pi_1",
  });
  expect(server.requestCount()).toBe(2);
});

test("a reply that stops in the middle times out, like a reply that never begins", async () => {
  for (const way of [sendHalf, () => {}]) {
    const server = await startServer(way);
    const reply = clientOf(server.port, 50).paymentIntents.retrieve("pi_1");
    await expect(reply).rejects.toMatchObject({
      type: "StripeConnectionError",
      message: "Request aborted due to timeout being reached (50ms)",
    });
    expect(server.requestCount()).toBe(2);
  }
});

test("a request without a reply, or with an endless reply, ends after a total time for all attempts", async () => {
  const sendForever = (reply: ServerResponse) => {
    sendHalf(reply);
    const timer = setInterval(() => reply.write(" "), 5);
    reply.on("close", () => clearInterval(timer));
  };
  for (const way of [() => {}, sendForever]) {
    const server = await startServer(way);
    const client = clientOf(server.port, 60_000);
    const answer = withTimeLimit(50, () => client.paymentIntents.retrieve("pi_1"));
    await expect(answer).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(server.requestCount()).toBeLessThanOrEqual(1);
  }
});

test("a request that is answered leaves no timer behind", async () => {
  vi.useFakeTimers();
  try {
    await withTimeLimit(9_500, async () => "answered");
    await withTimeLimit(9_500, () => Promise.reject(new Error("refused"))).catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a request does not wait for the slow reply of another request", async () => {
  const slow: ServerResponse[] = [];
  const clientCount = 300;
  const server = await startServer((reply) => {
    slow.push(reply);
    if (slow.length === clientCount) for (const one of slow) sendWhole(one);
  });
  const client = clientOf(server.port, hangTimeoutMs);
  const answers = Array.from({ length: clientCount }, () => client.paymentIntents.retrieve("pi_1"));
  expect(await Promise.all(answers)).toHaveLength(clientCount);
});

test("a request without a server fails with the SDK's own error", async () => {
  const server = await startServer(sendWhole);
  await server.stop();
  await expect(clientOf(server.port, 5_000).paymentIntents.retrieve("pi_1")).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});
