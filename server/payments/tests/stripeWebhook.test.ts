import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { WebhookRefused } from "../provider.ts";
import { createStripeProvider } from "../stripe.ts";

const now = new Date("2026-05-01T10:00:00Z");
const provider = createStripeProvider({
  secretKey: "sk_test_x",
  publishableKey: "pk_test_x",
  webhookSecrets: ["whsec_new", "whsec_old"],
  apiBase: null,
  installation: "site of tests",
  clock: () => now,
});

const paidEvent = {
  id: "evt_1",
  object: "event",
  type: "payment_intent.succeeded",
  data: { object: { id: "pi_1", object: "payment_intent", description: "Café ☕ \uFFFD" } },
};
const bytesOf = (event: unknown) => Buffer.from(JSON.stringify(event, null, 2));

function signature(body: Buffer, { secret = "whsec_new", ageS = 0 } = {}): { "stripe-signature": string } {
  const timestamp = now.getTime() / 1000 - ageS;
  return {
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({
      payload: body.toString("utf8"),
      secret,
      timestamp,
    }),
  };
}

describe("a delivery from Stripe", () => {
  test("a delivery contains the intent to retrieve", () => {
    const body = bytesOf(paidEvent);
    expect(provider.readWebhook(body, signature(body))).toEqual({
      eventId: "evt_1",
      type: "payment_intent.succeeded",
      providerRef: "pi_1",
    });
  });

  test.each([
    [{ object: "charge", id: "ch_1", payment_intent: "pi_2" }, "pi_2"],
    [{ object: "refund", id: "re_1", payment_intent: { id: "pi_3", object: "payment_intent" } }, "pi_3"],
    [{ object: "dispute", id: "du_1", payment_intent: null }, null],
    [{ object: "balance" }, null],
  ])("a delivery about %j leads to the intent %s", (object, providerRef) => {
    const body = bytesOf({ ...paidEvent, data: { object } });
    expect(provider.readWebhook(body, signature(body))).toMatchObject({ providerRef });
  });

  test("a delivery may be signed with either secret while one is being replaced", () => {
    const body = bytesOf(paidEvent);
    expect(provider.readWebhook(body, signature(body, { secret: "whsec_old" }))).toMatchObject({
      eventId: "evt_1",
    });
  });

  test("a delivery is accepted for 300 seconds after it was signed, and no longer", () => {
    const body = bytesOf(paidEvent);
    expect(provider.readWebhook(body, signature(body, { ageS: 300 }))).toMatchObject({ eventId: "evt_1" });
    expect(() => provider.readWebhook(body, signature(body, { ageS: 301 }))).toThrow(WebhookRefused);
  });

  test("a delivery may be signed by a clock that is up to 300 seconds ahead", () => {
    const body = bytesOf(paidEvent);
    expect(provider.readWebhook(body, signature(body, { ageS: -300 }))).toMatchObject({ eventId: "evt_1" });
    expect(() => provider.readWebhook(body, signature(body, { ageS: -301 }))).toThrow(WebhookRefused);
  });

  test("a delivery with any one altered byte is refused", () => {
    const body = bytesOf(paidEvent);
    const headers = signature(body);
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const altered = Buffer.from(body);
        altered.writeUInt8(body.readUInt8(place) ^ change, place);
        expect(() => provider.readWebhook(altered, headers)).toThrow(WebhookRefused);
      }),
      { numRuns: 500 },
    );
  });

  test("a delivery is refused with extra bytes before or after it, or with bytes that are not UTF-8", () => {
    const body = bytesOf(paidEvent);
    const headers = signature(body);
    const replacement = body.indexOf(Buffer.from("\uFFFD"));
    const notUtf8 = Buffer.concat([
      body.subarray(0, replacement),
      Buffer.of(0xff),
      body.subarray(replacement + 3),
    ]);
    // Decoded, these bytes are exactly the text that was signed.
    expect(notUtf8.toString("utf8")).toBe(body.toString("utf8"));
    const withByteOrderMark = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), body]);
    expect(new TextDecoder().decode(withByteOrderMark)).toBe(body.toString("utf8"));
    for (const altered of [notUtf8, withByteOrderMark, Buffer.concat([body, Buffer.from(" ")])]) {
      expect(() => provider.readWebhook(altered, headers)).toThrow(WebhookRefused);
    }
  });

  test("a delivery that was parsed and serialised again is refused", () => {
    const headers = signature(bytesOf(paidEvent));
    const rewritten = Buffer.from(JSON.stringify(paidEvent));
    expect(() => provider.readWebhook(rewritten, headers)).toThrow(WebhookRefused);
  });

  test.each([
    ["no signature", {}],
    ["an empty signature", { "stripe-signature": "" }],
    ["an unreadable signature", { "stripe-signature": "t=,v1=" }],
    [
      "a signature of another scheme",
      { "stripe-signature": signature(bytesOf(paidEvent))["stripe-signature"].replace("v1=", "v0=") },
    ],
  ])("a delivery with %s is refused", (_what, headers) => {
    expect(() => provider.readWebhook(bytesOf(paidEvent), headers)).toThrow(WebhookRefused);
  });

  test("an empty delivery is refused", () => {
    const body = Buffer.from("");
    expect(() => provider.readWebhook(body, signature(body))).toThrow(WebhookRefused);
  });

  test("a delivery signed with another secret is refused", () => {
    const body = bytesOf(paidEvent);
    expect(() => provider.readWebhook(body, signature(body, { secret: "whsec_other" }))).toThrow(
      WebhookRefused,
    );
  });

  test.each([["not JSON"], ["null"], ["[]"], ["{}"], ['{"id":"evt_1","type":"x","data":{"object":null}}']])(
    "a signed delivery that is not an event, such as %j, is refused",
    (text) => {
      const body = Buffer.from(text);
      const read = () => provider.readWebhook(body, signature(body));
      expect(read).toThrow(WebhookRefused);
      // The message shows that the secret is right.
      expect(read).toThrow("The delivery is signed, but is not an event");
    },
  );

  test("a delivery is refused if no webhook secret is set", () => {
    const providerWithoutSecret = createStripeProvider({
      secretKey: "sk_test_x",
      publishableKey: "pk_test_x",
      webhookSecrets: [],
      apiBase: null,
      installation: "site of tests",
      clock: () => now,
    });
    const body = bytesOf(paidEvent);
    expect(() => providerWithoutSecret.readWebhook(body, signature(body, { secret: "whsec_new" }))).toThrow(
      new WebhookRefused("There is no webhook secret to verify with"),
    );
  });
});
