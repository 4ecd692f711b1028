import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "../../db/pool.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import * as payments from "../payments.ts";
import type { CurrentIntent } from "../provider.ts";
import {
  type CreatedIntent,
  lockPayment,
  type PaymentRow,
  paymentById,
  paymentByRef,
  paymentsNotCheckedSince,
} from "../rows.ts";
import { openStates } from "../state.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterAll(() => database.close());

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database.db, work);

const buildOpenPayment = (): Promise<PaymentRow> =>
  database.db
    .insertInto("payments")
    .values({ provider: "stripe", amount: 2500, currency: "eur" })
    .returningAll()
    .executeTakeFirstOrThrow();

const recordIntent = (intent: CreatedIntent): Promise<boolean> =>
  inTx(async (tx) => (await payments.recordIntents(tx, [intent])).has(intent));

let intentCount = 0;
async function buildPendingPayment(): Promise<PaymentRow & { provider_ref: string }> {
  const providerRef = `pi_${++intentCount}`;
  const { id } = await buildOpenPayment();
  if (!(await recordIntent({ paymentId: id, providerRef, clientSecret: `${providerRef}_secret` })))
    throw new Error("the intent was not recorded");
  return { ...(await paymentById(database.db, id))!, provider_ref: providerRef };
}

const answerOf = (
  providerRef: string,
  state: CurrentIntent["state"],
  rest: Partial<CurrentIntent> = {},
): CurrentIntent => ({
  providerRef,
  paymentId: 7,
  state,
  amount: 2500,
  amountReceived: state === "succeeded" ? 2500 : 0,
  currency: "eur",
  declineCode: null,
  declineMessage: null,
  refundedAmount: 0,
  sentBackAmount: 0,
  awaitsBuyerAmount: 0,
  disputes: [],
  ...rest,
});
const paid = (payment: { provider_ref: string }) => answerOf(payment.provider_ref, "succeeded");
const record = (payment: PaymentRow, reply: CurrentIntent) => inTx((tx) => recordLocked(tx, payment, reply));

async function recordLocked(tx: Tx, { id }: Pick<PaymentRow, "id">, reply: CurrentIntent) {
  const payment = (await lockPayment(tx, id))!;
  return (await payments.recordStates(tx, [{ payment, intent: reply }]))[0]!;
}

describe("a payment's intent", () => {
  test("a payment is found by its provider's name and its reference", async () => {
    const payment = await buildPendingPayment();
    expect(payment).toMatchObject({ state: "pending", amount: 2500, currency: "eur", refunded_amount: 0 });
    expect(await paymentByRef(database.db, "stripe", payment.provider_ref)).toEqual(
      await paymentById(database.db, payment.id),
    );
    expect(await paymentByRef(database.db, "test", payment.provider_ref)).toBeUndefined();
  });

  test("a payment's intent may be recorded again, but not replaced by another", async () => {
    const payment = await buildPendingPayment();
    const recordAgain = (providerRef: string) =>
      recordIntent({ paymentId: payment.id, providerRef, clientSecret: "other" });
    expect(await recordAgain(payment.provider_ref)).toBe(true);
    expect(await recordAgain("pi_second")).toBe(false);
    expect(await paymentById(database.db, payment.id)).toMatchObject({
      provider_ref: payment.provider_ref,
      client_secret: payment.client_secret,
    });
  });

  test("an intent of a payment that was abandoned meanwhile is not recorded", async () => {
    const opened = await buildOpenPayment();
    await inTx((tx) => payments.abandonUnstarted(tx, opened));
    expect((await paymentById(database.db, opened.id))?.state).toBe("cancelled");
    const late = { paymentId: opened.id, providerRef: "pi_late", clientSecret: "x" };
    expect(await recordIntent(late)).toBe(false);
    const started = await buildPendingPayment();
    await inTx((tx) => payments.abandonUnstarted(tx, started));
    expect((await paymentById(database.db, started.id))?.state).toBe("pending");
  });

  test("a payment gets one intent, even if two different ones are recorded together", async () => {
    const [one, other] = [await buildOpenPayment(), await buildOpenPayment()];
    const intents = ["pi_left", "pi_right"].flatMap((ref) =>
      [one, other].map(({ id }) => ({ paymentId: id, providerRef: `${ref}_${id}`, clientSecret: ref })),
    );
    const recorded = [...(await inTx((tx) => payments.recordIntents(tx, intents)))];
    expect(recorded).toHaveLength(2);
    expect(new Set(recorded.map(({ paymentId }) => paymentId))).toEqual(new Set([one.id, other.id]));
    for (const { paymentId, providerRef, clientSecret } of recorded)
      expect(await paymentById(database.db, paymentId)).toMatchObject({
        state: "pending",
        provider_ref: providerRef,
        client_secret: clientSecret,
      });
  });

  test("an intent that the provider refused ends its payment with the reason", async () => {
    const opened = await buildOpenPayment();
    const failed = await inTx((tx) => payments.markFailed(tx, opened, "amount_too_small"));
    expect(failed).toMatchObject({ state: "failed", decline_code: "amount_too_small" });
  });

  test("an intent of another payment is never recorded as this payment's state", async () => {
    const [one, other] = [await buildPendingPayment(), await buildPendingPayment()];
    await expect(record(one, paid(other))).rejects.toThrow(/has the intent/);
  });
});

describe("the provider's answer", () => {
  /** All twenty have read the payment before any continues. */
  async function handleTwentyTimes<T>(
    payment: PaymentRow,
    handle: (tx: Tx, seen: PaymentRow, nth: number) => Promise<T>,
  ) {
    const allHaveRead = Promise.withResolvers<void>();
    let readers = 0;
    const handleOnce = (nth: number) =>
      inTx(async (tx) => {
        const seen = await paymentById(tx, payment.id);
        if (++readers === 20) allHaveRead.resolve();
        await allHaveRead.promise;
        return handle(tx, seen!, nth);
      });
    return Promise.all(Array.from({ length: 20 }, (_, nth) => handleOnce(nth)));
  }

  test("twenty simultaneous answers, outdated ones included, settle a payment exactly once", async () => {
    const payment = await buildPendingPayment();
    const states = ["succeeded", "requires_payment", "succeeded", "processing"] as const;
    const recorded = await handleTwentyTimes(payment, (tx, seen, nth) =>
      recordLocked(tx, seen, answerOf(payment.provider_ref, states[nth % 4]!)),
    );
    const settled = recorded.filter((one) => one.from !== "succeeded" && one.payment.state === "succeeded");
    expect(settled).toHaveLength(1);
    expect((await paymentById(database.db, payment.id))?.state).toBe("succeeded");
  });

  test("control: without the lock, twenty simultaneous answers settle a payment twenty times", async () => {
    const payment = await buildPendingPayment();
    const settled = await handleTwentyTimes(payment, async (tx, seen) => {
      await tx.updateTable("payments").set({ state: "succeeded" }).where("id", "=", payment.id).execute();
      return seen.state === "pending";
    });
    expect(settled.filter(Boolean)).toHaveLength(20);
  });

  test("the reason of a decline is stored, and cleared when the payment succeeds", async () => {
    const payment = await buildPendingPayment();
    const declined = answerOf(payment.provider_ref, "requires_payment", {
      declineCode: "insufficient_funds",
    });
    expect((await record(payment, declined)).payment).toMatchObject({
      state: "pending",
      decline_code: "insufficient_funds",
    });
    const settled = await record(payment, paid(payment));
    expect(settled).toMatchObject({ from: "pending", payment: { state: "succeeded", decline_code: null } });
  });
});

describe("a refund", () => {
  test("a refund is due until the whole amount is refunded", async () => {
    const payment = await buildPendingPayment();
    await record(payment, paid(payment));
    expect(await inTx((tx) => payments.markRefundDue(tx, payment, "late"))).toMatchObject({
      state: "refund_due",
    });
    expect((await record(payment, paid(payment))).payment.state).toBe("refund_due");
    const part = await inTx((tx) =>
      payments.markRefunded(tx, payment, { refundedAmount: 1000, awaitsBuyerAmount: 0 }),
    );
    expect(part).toMatchObject({ state: "refund_due", refunded_amount: 1000 });
    const all = await inTx((tx) =>
      payments.markRefunded(tx, payment, { refundedAmount: 2500, awaitsBuyerAmount: 0 }),
    );
    expect(all).toMatchObject({ state: "refunded", refunded_amount: 2500 });
    expect(await inTx((tx) => payments.markRefundDue(tx, payment, "late"))).toMatchObject({
      state: "refunded",
    });
  });

  test("a refund of an unpaid payment cannot become due", async () => {
    const payment = await buildPendingPayment();
    await expect(inTx((tx) => payments.markRefundDue(tx, payment, "late"))).rejects.toThrow(
      /is pending and cannot become refund_due/,
    );
    expect((await paymentById(database.db, payment.id))?.state).toBe("pending");
  });

  test("a refund that the provider refuses is a case for staff, who may try again", async () => {
    const payment = await buildPendingPayment();
    await record(payment, paid(payment));
    await inTx((tx) => payments.markRefundDue(tx, payment, "late"));
    const attention = { kind: "refundRefused", words: "The charge is disputed." } as const;
    expect(await inTx((tx) => payments.markAttention(tx, payment, attention))).toMatchObject({
      state: "needs_attention",
      attention,
    });
    await inTx((tx) => payments.markRefundDue(tx, payment, "late"));
    expect(
      await inTx((tx) => payments.markRefunded(tx, payment, { refundedAmount: 2500, awaitsBuyerAmount: 0 })),
    ).toMatchObject({
      state: "refunded",
      attention: null,
    });
  });
});

describe("an event from the provider", () => {
  const event = (eventId: string) => ({
    provider: "stripe" as const,
    eventId,
    type: "payment_intent.succeeded",
    providerRef: "pi_1",
  });

  test("one of fifty simultaneous deliveries of an event is new, and the others are not", async () => {
    const copies = Array.from({ length: 50 }, () =>
      inTx((tx) => payments.rememberEvent(tx, event("evt_50"))),
    );
    expect((await Promise.all(copies)).filter(Boolean)).toHaveLength(1);
  });

  test("an event whose effect failed is new when it is delivered again", async () => {
    const failed = inTx(async (tx) => {
      await payments.rememberEvent(tx, event("evt_failed"));
      throw new Error("the effect failed");
    });
    await expect(failed).rejects.toThrow("the effect failed");
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_failed")))).toBe(true);
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_failed")))).toBe(false);
  });

  test("an event of another provider may have the same id", async () => {
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_both")))).toBe(true);
    const other = { ...event("evt_both"), provider: "test" as const };
    expect(await inTx((tx) => payments.rememberEvent(tx, other))).toBe(true);
  });
});

describe("an intent that no payment has", () => {
  const storeUnknownPayment = (reply: CurrentIntent) =>
    inTx((tx) => payments.storeUnknownPayment(tx, "stripe", reply));

  test("an unknown intent that is ours and paid is stored once, as a case for staff", async () => {
    expect(await storeUnknownPayment(answerOf("pi_unknown", "succeeded"))).toMatchObject({
      state: "needs_attention",
      amount: 2500,
      provider_ref: "pi_unknown",
    });
    expect(await storeUnknownPayment(answerOf("pi_unknown", "succeeded"))).toBeNull();
  });

  test.each([
    ["unpaid", answerOf("pi_u1", "requires_payment")],
    ["of another product", answerOf("pi_u2", "succeeded", { paymentId: null })],
    ["refunded already", answerOf("pi_u3", "succeeded", { refundedAmount: 2500 })],
  ])("an unknown intent is ignored if it is %s", async (_what, reply) => {
    expect(await storeUnknownPayment(reply)).toBeNull();
    expect(await paymentByRef(database.db, "stripe", reply.providerRef)).toBeUndefined();
  });
});

describe("the sweeper", () => {
  const findPayments = (before: Date, limit = 1000) =>
    paymentsNotCheckedSince(database.db, { provider: "stripe", states: openStates, before, limit });

  test("the sweeper gets open payments and due refunds, the least recently checked ones first", async () => {
    const [first, second, done, owed] = [
      await buildPendingPayment(),
      await buildPendingPayment(),
      await buildPendingPayment(),
      await buildPendingPayment(),
    ];
    await record(done, paid(done));
    await record(owed, paid(owed));
    await inTx((tx) => payments.markRefundDue(tx, owed, "late"));
    await record(first, answerOf(first.provider_ref, "requires_payment"));

    const ownIds = new Set([first.id, second.id, done.id, owed.id]);
    const findIds = async (before: Date) =>
      (await findPayments(before)).map(({ id }) => id).filter((id) => ownIds.has(id));
    expect(await findIds(new Date(Date.now() + 60_000))).toEqual([second.id, owed.id, first.id]);
    // Exactly `before`, because a Date has no microseconds.
    const updated_at = new Date(Date.now() + 1000);
    await database.db.updateTable("payments").set({ updated_at }).where("id", "=", first.id).execute();
    expect(await findIds(updated_at)).toEqual([second.id, owed.id]);
    expect(await findPayments(new Date(Date.now() + 60_000), 1)).toHaveLength(1);
  });
});
