import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ProviderDown } from "../provider.ts";
import { createStripeProvider } from "../stripe.ts";
import { isReplayedFailure } from "../stripeErrors.ts";

let reply: { status: number; body: string };
const logged: { fields: Record<string, unknown>; message: string }[] = [];

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(reply.status, { "content-type": "application/json", "request-id": "req_8jT" });
  response.end(reply.body);
});
beforeEach(async () => {
  logged.length = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const createTestedProvider = () =>
  createStripeProvider({
    secretKey: "sk_test_foyer",
    publishableKey: "pk_test_foyer",
    webhookSecrets: ["whsec_a"],
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    installation: "site of tests",
    clock: () => new Date(),
    log: { warn: (fields, message) => void logged.push({ fields: { ...fields }, message }) },
  });
const failureOf = (status: number, error: object) => {
  reply = { status, body: JSON.stringify({ error }) };
  return createTestedProvider()
    .retrieve("pi_1")
    .catch((thrown: unknown) => thrown);
};

describe("a failure of Stripe", () => {
  test.each([
    [400, { type: "invalid_request_error", code: "parameter_unknown" }, "ProviderRefused", undefined],
    [402, { type: "card_error", code: "card_declined" }, "ProviderRefused", undefined],
    [404, { type: "invalid_request_error", code: "resource_missing" }, "ProviderRefused", undefined],
    [400, { type: "idempotency_error" }, "ProviderRefused", undefined],
    [401, { type: "invalid_request_error" }, "ProviderDown", "key"],
    [403, { type: "invalid_request_error" }, "ProviderDown", "key"],
    [409, { type: "idempotency_error", code: "idempotency_key_in_use" }, "ProviderDown", "down"],
    [409, { type: "invalid_request_error", code: "lock_timeout" }, "ProviderDown", "down"],
    [429, { type: "invalid_request_error", code: "rate_limit" }, "ProviderDown", "limited"],
    [429, { type: "invalid_request_error", code: "lock_timeout" }, "ProviderDown", "limited"],
    [500, { type: "api_error" }, "ProviderDown", "down"],
    [503, { type: "api_error" }, "ProviderDown", "down"],
  ])("a failure with status %i and %j is a %s (%s)", async (status, error, name, trouble) => {
    expect(await failureOf(status, { ...error, message: "Words." })).toMatchObject(
      trouble === undefined ? { name } : { name, trouble },
    );
  });

  test("a failure that is not JSON means that the provider is down", async () => {
    reply = { status: 502, body: "<html>Bad gateway</html>" };
    await expect(createTestedProvider().retrieve("pi_1")).rejects.toMatchObject({ trouble: "down" });
  });

  test("a failure is logged with Stripe's message, the request's id and the page that shows it", async () => {
    const url = "https://dashboard.stripe.com/test/logs/req_8jT";
    await failureOf(403, {
      type: "invalid_request_error",
      code: "more_permissions_required",
      message: "The provided key 'rk_test_***' does not have the required permissions.",
      request_log_url: url,
    });
    expect(logged).toEqual([
      {
        message: "Stripe refused or failed",
        fields: {
          call: "retrieve an intent",
          type: "StripePermissionError",
          code: "more_permissions_required",
          declineCode: undefined,
          param: undefined,
          status: 403,
          stripeMessage: "The provided key 'rk_test_***' does not have the required permissions.",
          requestId: "req_8jT",
          requestLogUrl: url,
        },
      },
    ]);
  });

  test("a failure is also logged if Stripe did not answer", async () => {
    const provider = createTestedProvider();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(provider.cancel("pi_1")).rejects.toMatchObject({ trouble: "down" });
    expect(logged).toMatchObject([
      { fields: { call: "cancel an intent", type: "StripeConnectionError", status: undefined } },
    ]);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
});

test("another key may be used only after a failure that Stripe has stored for the first key", () => {
  const stripeError = (statusCode: number, headers?: Record<string, string>) =>
    new Stripe.errors.StripeAPIError({ type: "api_error", message: "Words.", statusCode, headers });
  const providerDown = (cause?: Error) => new ProviderDown("Stripe is down", { cause });
  const replayed = { "idempotent-replayed": "true" };
  for (const status of [500, 503])
    expect(isReplayedFailure(providerDown(stripeError(status, replayed)))).toBe(true);
  for (const other of [
    providerDown(stripeError(500)),
    providerDown(stripeError(500, { "idempotent-replayed": "false" })),
    providerDown(stripeError(409, replayed)),
    providerDown(),
    providerDown(Object.assign(new Error("broken"), { statusCode: 500, headers: replayed })),
    Object.assign(new Error("broken"), { cause: stripeError(500, replayed) }),
  ])
    expect(isReplayedFailure(other)).toBe(false);
});
