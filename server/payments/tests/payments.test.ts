import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "../../db/pool.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import * as payments from "../payments.ts";
import type { IntentNow } from "../provider.ts";
import { lockPayment, type MadeIntent, type PaymentRow, paymentById, paymentByRef } from "../rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterAll(() => database.close());

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database.db, work);

/** A payment of 25 euros without an intent. */
const openedPayment = (): Promise<PaymentRow> =>
  database.db
    .insertInto("payments")
    .values({ provider: "stripe", amount: 2500, currency: "eur" })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Records the intent, and returns whether the payment has it. */
const isRecorded = (intent: MadeIntent): Promise<boolean> =>
  inTx(async (tx) => (await payments.recordIntents(tx, [intent])).has(intent));

let made = 0;
/** A payment of 25 euros whose buyer has the client secret. */
async function pendingPayment(): Promise<PaymentRow & { provider_ref: string }> {
  const providerRef = `pi_${++made}`;
  const { id } = await openedPayment();
  if (!(await isRecorded({ paymentId: id, providerRef, clientSecret: `${providerRef}_secret` })))
    throw new Error("the intent was not recorded");
  return { ...(await paymentById(database.db, id))!, provider_ref: providerRef };
}

const saying = (
  providerRef: string,
  state: IntentNow["state"],
  rest: Partial<IntentNow> = {},
): IntentNow => ({
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
const paid = (payment: { provider_ref: string }) => saying(payment.provider_ref, "succeeded");
const record = (payment: PaymentRow, reply: IntentNow) => inTx((tx) => recordLocked(tx, payment, reply));

/** Locks a payment and records a provider's answer. */
async function recordLocked(tx: Tx, { id }: Pick<PaymentRow, "id">, reply: IntentNow) {
  const payment = (await lockPayment(tx, id))!;
  return (await payments.recordStates(tx, [{ payment, told: reply }]))[0]!;
}

describe("a payment's intent", () => {
  test("is found by the provider's name and its reference", async () => {
    const payment = await pendingPayment();
    expect(payment).toMatchObject({ state: "pending", amount: 2500, currency: "eur", refunded_amount: 0 });
    expect(await paymentByRef(database.db, "stripe", payment.provider_ref)).toEqual(
      await paymentById(database.db, payment.id),
    );
    expect(await paymentByRef(database.db, "test", payment.provider_ref)).toBeUndefined();
  });

  test("may be recorded again, but no other in its place", async () => {
    const payment = await pendingPayment();
    const again = (providerRef: string) =>
      isRecorded({ paymentId: payment.id, providerRef, clientSecret: "other" });
    expect(await again(payment.provider_ref)).toBe(true);
    expect(await again("pi_second")).toBe(false);
    expect(await paymentById(database.db, payment.id)).toMatchObject({
      provider_ref: payment.provider_ref,
      client_secret: payment.client_secret,
    });
  });

  test("of a payment that was given up meanwhile is not recorded", async () => {
    const opened = await openedPayment();
    expect(await inTx((tx) => payments.abandonUnstarted(tx, opened))).toBe(true);
    const late = { paymentId: opened.id, providerRef: "pi_late", clientSecret: "x" };
    expect(await isRecorded(late)).toBe(false);
    const started = await pendingPayment();
    expect(await inTx((tx) => payments.abandonUnstarted(tx, started))).toBe(false);
  });

  test("is one, also when two that differ are recorded together", async () => {
    const [one, other] = [await openedPayment(), await openedPayment()];
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

  test("that the provider refused ends the payment with its reason", async () => {
    const opened = await openedPayment();
    const failed = await inTx((tx) => payments.markFailed(tx, opened, "amount_too_small"));
    expect(failed).toMatchObject({ state: "failed", decline_code: "amount_too_small" });
  });

  test("of another payment is never recorded as this one's state", async () => {
    const [one, other] = [await pendingPayment(), await pendingPayment()];
    await expect(record(one, paid(other))).rejects.toThrow(/has the intent/);
  });
});

describe("the provider's word", () => {
  /** Runs twenty looks at once; each transaction has read the payment before any continues. */
  async function twentyAtOnce<T>(
    payment: PaymentRow,
    look: (tx: Tx, seen: PaymentRow, nth: number) => Promise<T>,
  ) {
    const everybodyHasSeenIt = Promise.withResolvers<void>();
    let seers = 0;
    const one = (nth: number) =>
      inTx(async (tx) => {
        const seen = await paymentById(tx, payment.id);
        if (++seers === 20) everybodyHasSeenIt.resolve();
        await everybodyHasSeenIt.promise;
        return look(tx, seen ?? payment, nth);
      });
    return Promise.all(Array.from({ length: 20 }, (_, nth) => one(nth)));
  }

  test("settles a payment exactly once among twenty at the same time, late looks included", async () => {
    const payment = await pendingPayment();
    const states = ["succeeded", "requires_payment", "succeeded", "processing"] as const;
    const recorded = await twentyAtOnce(payment, (tx, seen, nth) =>
      recordLocked(tx, seen, saying(payment.provider_ref, states[nth % 4] ?? "succeeded")),
    );
    const settled = recorded.filter(
      (look) => look.from !== "succeeded" && look.payment.state === "succeeded",
    );
    expect(settled).toHaveLength(1);
    expect((await paymentById(database.db, payment.id))?.state).toBe("succeeded");
  });

  test("would settle it twenty times over without the lock, so that the race is a race", async () => {
    const payment = await pendingPayment();
    const settled = await twentyAtOnce(payment, async (tx, seen) => {
      await tx.updateTable("payments").set({ state: "succeeded" }).where("id", "=", payment.id).execute();
      return seen.state === "pending";
    });
    expect(settled.filter(Boolean)).toHaveLength(20);
  });

  test("about a decline is kept, and forgotten once paid", async () => {
    const payment = await pendingPayment();
    const declined = saying(payment.provider_ref, "requires_payment", { declineCode: "insufficient_funds" });
    expect((await record(payment, declined)).payment).toMatchObject({
      state: "pending",
      decline_code: "insufficient_funds",
    });
    const settled = await record(payment, paid(payment));
    expect(settled).toMatchObject({ from: "pending", payment: { state: "succeeded", decline_code: null } });
  });
});

describe("money that goes back", () => {
  test("is due, then refunded when all of it has gone", async () => {
    const payment = await pendingPayment();
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

  test("is never due from what was not paid", async () => {
    const payment = await pendingPayment();
    await expect(inTx((tx) => payments.markRefundDue(tx, payment, "late"))).rejects.toThrow(
      /is pending and cannot become refund_due/,
    );
    expect((await paymentById(database.db, payment.id))?.state).toBe("pending");
  });

  test("that the provider refuses to give back is a case for staff, who may try again", async () => {
    const payment = await pendingPayment();
    await record(payment, paid(payment));
    await inTx((tx) => payments.markRefundDue(tx, payment, "late"));
    const why = { kind: "refundRefused", words: "The charge is disputed." } as const;
    expect(await inTx((tx) => payments.markAttention(tx, payment, why))).toMatchObject({
      state: "needs_attention",
      attention: why,
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

  test("is new once among fifty copies at the same time", async () => {
    const copies = Array.from({ length: 50 }, () =>
      inTx((tx) => payments.rememberEvent(tx, event("evt_50"))),
    );
    expect((await Promise.all(copies)).filter(Boolean)).toHaveLength(1);
  });

  test("whose effect failed is new again", async () => {
    const failed = inTx(async (tx) => {
      await payments.rememberEvent(tx, event("evt_failed"));
      throw new Error("the effect failed");
    });
    await expect(failed).rejects.toThrow("the effect failed");
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_failed")))).toBe(true);
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_failed")))).toBe(false);
  });

  test("of another provider may have the same id", async () => {
    expect(await inTx((tx) => payments.rememberEvent(tx, event("evt_both")))).toBe(true);
    const other = { ...event("evt_both"), provider: "test" as const };
    expect(await inTx((tx) => payments.rememberEvent(tx, other))).toBe(true);
  });
});

describe("an intent that no payment knows", () => {
  const keep = (reply: IntentNow) => inTx((tx) => payments.keepUnknown(tx, "stripe", reply));

  test("is kept once as a case for staff when it is ours and paid", async () => {
    expect(await keep(saying("pi_unknown", "succeeded"))).toMatchObject({
      state: "needs_attention",
      amount: 2500,
      provider_ref: "pi_unknown",
    });
    expect(await keep(saying("pi_unknown", "succeeded"))).toBeNull();
  });

  test.each([
    ["unpaid", saying("pi_u1", "requires_payment")],
    ["another product's", saying("pi_u2", "succeeded", { paymentId: null })],
    ["given back already", saying("pi_u3", "succeeded", { refundedAmount: 2500 })],
  ])("is left alone when it is %s", async (_what, reply) => {
    expect(await keep(reply)).toBeNull();
    expect(await paymentByRef(database.db, "stripe", reply.providerRef)).toBeUndefined();
  });
});

describe("the sweeper", () => {
  test("gets what is open or owed, the longest forgotten first, and nothing that was just looked at", async () => {
    const [first, second, done, owed] = [
      await pendingPayment(),
      await pendingPayment(),
      await pendingPayment(),
      await pendingPayment(),
    ];
    await record(done, paid(done));
    await record(owed, paid(owed));
    await inTx((tx) => payments.markRefundDue(tx, owed, "late"));
    await record(first, saying(first.provider_ref, "requires_payment"));

    const mine = new Set([first.id, second.id, done.id, owed.id]);
    const found = async (before: Date) =>
      (await payments.pendingPaymentsOlderThan(database.db, "stripe", before, 1000))
        .map(({ id }) => id)
        .filter((id) => mine.has(id));
    expect(await found(new Date(Date.now() + 60_000))).toEqual([second.id, owed.id, first.id]);
    // A second later than the others, because a Date has no microseconds.
    const updated_at = new Date(Date.now() + 1000);
    await database.db.updateTable("payments").set({ updated_at }).where("id", "=", first.id).execute();
    expect(await found(updated_at)).toEqual([second.id, owed.id]);
    expect(
      await payments.pendingPaymentsOlderThan(database.db, "stripe", new Date(Date.now() + 60_000), 1),
    ).toHaveLength(1);
  });
});
