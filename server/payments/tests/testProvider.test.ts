import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type IntentRequest, ProviderRefused, WebhookRefused } from "../provider.ts";
import { createTestProvider, type TestProvider, takesTestCards } from "../testProvider.ts";

let database: TestDatabase;
let provider: TestProvider;
const clock = () => new Date("2026-05-01T10:00:00Z");
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
  provider = createTestProvider(database.db, clock);
});
afterAll(() => database.close());

let paymentId = 0;
const request = (): IntentRequest => ({
  paymentId: ++paymentId,
  openedAt: clock(),
  amount: 2500,
  currency: "eur",
  statementSuffix: null,
  description: "Summer party",
  metadata: { orderNumber: "F-7" },
});
const createIntentRef = async () => (await provider.createIntent(request())).providerRef;
const card = (number: string, confirmed?: boolean) => ({
  number,
  expMonth: 12,
  expYear: 2030,
  cvc: "123",
  confirmed,
});
const payingCard = card("4242 4242 4242 4242");
const confirmableCard = (confirmed?: boolean) => card("4000 0025 0000 3155", confirmed);

describe("a test payment", () => {
  test("a test payment has one intent, even if ten requests ask for it at the same time", async () => {
    const requested = request();
    const intents = await Promise.all(Array.from({ length: 10 }, () => provider.createIntent(requested)));
    expect(new Set(intents.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(new Set(intents.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    await expect(provider.createIntent({ ...requested, amount: 1 })).rejects.toBeInstanceOf(ProviderRefused);
    expect(await provider.retrieve(intents[0]?.providerRef ?? "")).toMatchObject({
      paymentId: requested.paymentId,
      state: "requires_payment",
      amount: 2500,
      amountReceived: 0,
      currency: "eur",
    });
  });

  test("a test payment accepts a card, and another node finds it paid", async () => {
    const ref = await createIntentRef();
    expect(await provider.confirm(ref, payingCard)).toMatchObject({
      state: "succeeded",
      amountReceived: 2500,
    });
    const otherNode = createTestProvider(database.db, clock);
    expect(await otherNode.retrieve(ref)).toMatchObject({ state: "succeeded", amountReceived: 2500 });
  });

  test("a declined test payment can be tried again with the same intent", async () => {
    const ref = await createIntentRef();
    expect(await provider.confirm(ref, card("4000000000009995"))).toMatchObject({
      state: "requires_payment",
      declineCode: "insufficient_funds",
      declineMessage: "Your card has insufficient funds. Try another card.",
    });
    expect(await provider.confirm(ref, card("4000000000000002"))).toMatchObject({
      declineCode: "card_declined",
    });
    expect(await provider.confirm(ref, payingCard)).toMatchObject({ state: "succeeded", declineCode: null });
  });

  test.each([
    [{ ...payingCard, number: "4242424242424241" }, "incorrect_number"],
    [{ ...payingCard, expMonth: 4, expYear: 2026 }, "expired_card"],
    [{ ...payingCard, cvc: "1" }, "invalid_cvc"],
  ])("a test payment with %j is declined", async (bad, declineCode) => {
    expect(await provider.confirm(await createIntentRef(), bad)).toMatchObject({
      state: "requires_payment",
      declineCode,
    });
  });

  test("a test payment that must be confirmed cannot skip that step, also after a declined card", async () => {
    const ref = await createIntentRef();
    expect(await provider.confirm(ref, confirmableCard(true))).toMatchObject({ state: "requires_action" });
    expect(await provider.confirm(ref, confirmableCard())).toMatchObject({ state: "requires_action" });
    expect(await provider.retrieve(ref)).toMatchObject({ state: "requires_action", amountReceived: 0 });
    expect(await provider.confirm(ref, card("4000000000000002", true))).toMatchObject({
      declineCode: "card_declined",
    });
    expect(await provider.confirm(ref, confirmableCard(true))).toMatchObject({ state: "requires_action" });
    expect(await provider.confirm(ref, confirmableCard(true))).toMatchObject({ state: "succeeded" });
  });

  test("a test payment is disputed only after it was paid", async () => {
    const ref = await createIntentRef();
    expect(await provider.confirm(ref, card("4000000000000259"))).toMatchObject({
      state: "succeeded",
      disputes: [],
    });
    expect(await provider.retrieve(ref)).toMatchObject({
      state: "succeeded",
      disputes: [{ stage: "chargeback", state: "open", dueBy: null }],
    });
  });

  test("a test payment that is confirmed and cancelled at the same time is either paid or cancelled", async () => {
    for (let round = 0; round < 10; round++) {
      const ref = await createIntentRef();
      const [confirmed, cancelled] = await Promise.all([
        provider.confirm(ref, payingCard),
        provider.cancel(ref),
      ]);
      const now = await provider.retrieve(ref);
      expect(confirmed.state).toBe(now.state);
      expect(cancelled.state).toBe(now.state);
      expect(["succeeded", "cancelled"]).toContain(now.state);
    }
  });

  test("a cancelled test payment accepts no card", async () => {
    const ref = await createIntentRef();
    await provider.cancel(ref);
    expect(await provider.confirm(ref, payingCard)).toMatchObject({ state: "cancelled", amountReceived: 0 });
  });

  test("a test refund sets the total: a repeated one adds nothing, and one of more than was paid is refused", async () => {
    const ref = await createIntentRef();
    const refund = (amount: number) =>
      provider.refund({
        providerRef: ref,
        paymentId: 1,
        amount,
        refusals: 0,
        reason: "late",
        buyerEmail: null,
      });
    await expect(refund(2500)).rejects.toBeInstanceOf(ProviderRefused);
    await provider.confirm(ref, payingCard);
    expect(await refund(1000)).toEqual({ refundedAmount: 1000, awaitsBuyerAmount: 0 });
    const all = await Promise.all(Array.from({ length: 5 }, () => refund(2500)));
    expect(all).toEqual(Array.from({ length: 5 }, () => ({ refundedAmount: 2500, awaitsBuyerAmount: 0 })));
    await expect(refund(2501)).rejects.toBeInstanceOf(ProviderRefused);
    expect(await provider.retrieve(ref)).toMatchObject({ state: "succeeded", refundedAmount: 2500 });
  });

  test("a test payment stores only the last four digits of a card", async () => {
    const ref = await createIntentRef();
    await provider.confirm(ref, payingCard);
    const row = await database.pool.query(
      "select to_jsonb(t)::text as text from test_intents t where id = $1",
      [ref],
    );
    expect(row.rows[0].text).toContain('"4242"');
    expect(row.rows[0].text.replaceAll(" ", "")).not.toContain("42424242");
  });

  test("an unknown test intent cannot be retrieved, confirmed or cancelled", async () => {
    const calls = [
      () => provider.retrieve("pi_x"),
      () => provider.confirm("pi_x", payingCard),
      () => provider.cancel("pi_x"),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: "ProviderRefused", code: "resource_missing" });
    }
  });

  test("a test payment accepts no webhook", () => {
    expect(takesTestCards(provider)).toBe(true);
    expect(() => provider.readWebhook(Buffer.from("{}"), { "stripe-signature": "t=1,v1=00" })).toThrow(
      WebhookRefused,
    );
  });
});
