/** Replies that the fake Stripe cannot give: they start and never end, or there is no server. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { patienceMs } from "../../testing/patience.ts";
import { createStripeHttp, within } from "../stripeHttp.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that answers its requests in these ways, one after another; the last way repeats. */
async function answering(...ways: ((reply: ServerResponse) => void)[]) {
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
  return { port, asked: () => attempt, stop };
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
const whole = (reply: ServerResponse) => void reply.end(body);
const half = (reply: ServerResponse) => {
  reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  reply.write(body.slice(0, 10));
};

test("a reply that breaks off in its middle is asked for again", async () => {
  const server = await answering((reply) => {
    half(reply);
    setImmediate(() => reply.destroy());
  }, whole);
  await expect(clientOf(server.port, 5_000).paymentIntents.retrieve("pi_1")).resolves.toMatchObject({
    id: "pi_1",
  });
  expect(server.asked()).toBe(2);
});

test("a reply that stops in its middle is given up in time, like one that never begins", async () => {
  for (const way of [half, () => {}]) {
    const server = await answering(way);
    const reply = clientOf(server.port, 50).paymentIntents.retrieve("pi_1");
    await expect(reply).rejects.toMatchObject({
      type: "StripeConnectionError",
      message: "Request aborted due to timeout being reached (50ms)",
    });
    expect(server.asked()).toBe(2);
  }
});

test("a silence, and a reply that never ends, are given up after a time for all tries together", async () => {
  const forEver = (reply: ServerResponse) => {
    half(reply);
    const drip = setInterval(() => reply.write(" "), 5);
    reply.on("close", () => clearInterval(drip));
  };
  for (const way of [() => {}, forEver]) {
    const server = await answering(way);
    const client = clientOf(server.port, 60_000);
    const answer = within(50, () => client.paymentIntents.retrieve("pi_1"));
    await expect(answer).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(server.asked()).toBeLessThanOrEqual(1);
  }
});

test("of a question that is answered nothing waits for its time any more", async () => {
  vi.useFakeTimers();
  try {
    await within(9_500, async () => "answered");
    await within(9_500, () => Promise.reject(new Error("refused"))).catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("nobody waits for the slow reply of somebody else", async () => {
  const slow: ServerResponse[] = [];
  const everybody = 300;
  const server = await answering((reply) => {
    slow.push(reply);
    if (slow.length === everybody) for (const one of slow) whole(one);
  });
  const client = clientOf(server.port, patienceMs);
  const answer = Array.from({ length: everybody }, () => client.paymentIntents.retrieve("pi_1"));
  expect(await Promise.all(answer)).toHaveLength(everybody);
});

test("where nobody is there, the SDK's own error says so", async () => {
  const server = await answering(whole);
  await server.stop();
  await expect(clientOf(server.port, 5_000).paymentIntents.retrieve("pi_1")).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});
