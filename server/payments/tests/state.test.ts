import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CurrentIntent, type Dispute, intentStates } from "../provider.ts";
import { canMove, type PaymentFacts, type PaymentState, paymentAfter } from "../state.ts";

const amount = 2500;
const pendingPayment: PaymentFacts = {
  state: "pending",
  amount,
  currency: "eur",
  decline_code: null,
  refunded_amount: 0,
  sent_back_amount: 0,
  awaits_buyer_amount: 0,
  disputes: [],
  attention: null,
};

const answerOf = (state: CurrentIntent["state"], rest: Partial<CurrentIntent> = {}): CurrentIntent => ({
  providerRef: "pi_1",
  paymentId: 7,
  state,
  amount,
  amountReceived: state === "succeeded" ? amount : 0,
  currency: "eur",
  declineCode: null,
  declineMessage: null,
  refundedAmount: 0,
  sentBackAmount: 0,
  awaitsBuyerAmount: 0,
  disputes: [],
  ...rest,
});

const dispute = (rest: Partial<Dispute> = {}): Dispute => ({
  ref: "du_1",
  stage: "chargeback",
  state: "open",
  dueBy: "2026-06-01T12:00:00.000Z",
  ...rest,
});

const paymentAfterAll = (...replies: CurrentIntent[]): PaymentFacts =>
  replies.reduce(paymentAfter, pendingPayment);

describe("a payment", () => {
  test("a payment is pending while the buyer tries, with the reason of the last decline", () => {
    const declined = answerOf("requires_payment", { declineCode: "insufficient_funds" });
    expect(paymentAfterAll(declined)).toEqual({ ...pendingPayment, decline_code: "insufficient_funds" });
    expect(paymentAfterAll(declined, answerOf("requires_action"))).toEqual(pendingPayment);
    const declineCode = "insufficient_funds";
    for (const paid of [answerOf("succeeded"), answerOf("succeeded", { declineCode })])
      expect(paymentAfterAll(declined, paid)).toEqual({ ...pendingPayment, state: "succeeded" });
    expect(paymentAfterAll(answerOf("processing", { declineCode })).decline_code).toBe(declineCode);
  });

  test("a payment is processing until the bank has decided", () => {
    expect(paymentAfterAll(answerOf("processing")).state).toBe("processing");
    expect(paymentAfterAll(answerOf("processing"), answerOf("requires_payment")).state).toBe("processing");
    const refused = answerOf("requires_payment", { declineCode: "card_declined" });
    expect(paymentAfterAll(answerOf("processing"), refused)).toEqual({
      ...pendingPayment,
      decline_code: "card_declined",
    });
    expect(paymentAfterAll(answerOf("processing"), answerOf("succeeded")).state).toBe("succeeded");
  });

  test("a payment that succeeds after it was cancelled is paid", () => {
    expect(paymentAfterAll(answerOf("cancelled"), answerOf("succeeded")).state).toBe("succeeded");
  });

  test.each([
    ["less", { amountReceived: amount - 1 }, { amount: 2499, currency: "eur" }],
    ["more", { amountReceived: amount + 1 }, { amount: 2501, currency: "eur" }],
    ["another currency", { currency: "thb" }, { amount: 2500, currency: "thb" }],
  ])("a payment of %s than was due is a case for staff, not paid", (_what, other, attention) => {
    const payment = paymentAfterAll(answerOf("succeeded", other));
    expect(payment.state).toBe("needs_attention");
    expect(payment.attention).toEqual({ kind: "wrongAmount", ...attention });
  });

  test("a payment follows refunds that were made in the provider's dashboard", () => {
    const part = paymentAfterAll(answerOf("succeeded"), answerOf("succeeded", { refundedAmount: 1000 }));
    expect(part).toMatchObject({ state: "succeeded", refunded_amount: 1000 });
    const all = paymentAfter(part, answerOf("succeeded", { refundedAmount: amount }));
    expect(all).toMatchObject({ state: "refunded", refunded_amount: amount });
    expect(paymentAfterAll(answerOf("succeeded", { refundedAmount: amount })).state).toBe("refunded");
  });

  test("a disputed payment stays paid, and keeps another case for staff", () => {
    const disputed = paymentAfterAll(answerOf("succeeded"), answerOf("succeeded", { disputes: [dispute()] }));
    expect(disputed).toMatchObject({ state: "succeeded", disputes: [dispute()], attention: null });
    const attention = { kind: "other", words: "Look" } as const;
    const other: PaymentFacts = { ...pendingPayment, state: "needs_attention", attention };
    for (const state of ["open", "won"] as const) {
      const reply = answerOf("succeeded", { disputes: [dispute({ state })] });
      expect(paymentAfter(other, reply)).toMatchObject({ attention, disputes: [dispute({ state })] });
    }
  });

  test.each([
    ["an inquiry that becomes a chargeback", ["inquiry", "answered"], ["chargeback", "open"]],
    ["a closed inquiry that becomes a chargeback", ["inquiry", "won"], ["chargeback", "open"]],
    ["a lost chargeback that is appealed", ["chargeback", "lost"], ["appeal", "open"]],
    ["the club's response", ["chargeback", "open"], ["chargeback", "answered"]],
    ["the bank's decision", ["chargeback", "answered"], ["chargeback", "lost"]],
    ["the decision of an appeal", ["appeal", "answered"], ["appeal", "won"]],
  ] as const)(
    "a dispute changes with %s, and older answers of the provider do not change it back",
    (_what, [stage, state], [laterStage, laterState]) => {
      const before = answerOf("succeeded", { disputes: [dispute({ stage, state })] });
      const after = answerOf("succeeded", { disputes: [dispute({ stage: laterStage, state: laterState })] });
      const current = paymentAfterAll(before, after);
      expect(current.disputes).toEqual(after.disputes);
      for (const late of [before, answerOf("succeeded")])
        expect(paymentAfter(current, late)).toEqual(current);
    },
  );

  test("a payment stores each of its disputes separately, and keeps them after an older answer", () => {
    const won = dispute({ state: "won" });
    const second = dispute({ ref: "du_2" });
    const both = answerOf("succeeded", { disputes: [won, second] });
    const current = paymentAfterAll(answerOf("succeeded", { disputes: [won] }), both);
    expect(current.disputes).toEqual([won, second]);
    expect(paymentAfter(current, answerOf("succeeded", { disputes: [dispute()] }))).toEqual(current);
    // The bank extended the due date.
    const later = { ...second, dueBy: "2026-06-08T12:00:00.000Z" };
    expect(paymentAfter(current, answerOf("succeeded", { disputes: [won, later] })).disputes).toEqual([
      won,
      later,
    ]);
    // This dispute was stored without an id.
    const withoutRef: PaymentFacts = {
      ...pendingPayment,
      state: "succeeded",
      disputes: [{ ...dispute(), ref: null }],
    };
    expect(paymentAfter(withoutRef, answerOf("succeeded"))).toEqual(withoutRef);
    expect(paymentAfter(withoutRef, both).disputes).toEqual([won, second]);
  });

  test("a refunded payment whose refund the bank returned is a case for staff until it is refunded again", () => {
    const refunded: PaymentFacts = { ...pendingPayment, state: "refunded", refunded_amount: amount };
    const sentBack = paymentAfter(refunded, answerOf("succeeded", { sentBackAmount: amount }));
    expect(sentBack).toMatchObject({
      state: "needs_attention",
      refunded_amount: 0,
      sent_back_amount: amount,
    });
    const refundedAgain = paymentAfter(
      sentBack,
      answerOf("succeeded", { sentBackAmount: amount, refundedAmount: amount }),
    );
    expect(refundedAgain).toMatchObject({ state: "refunded", refunded_amount: amount, attention: null });
    // The return is known already, so it is no new case.
    const later = answerOf("succeeded", { sentBackAmount: amount, refundedAmount: amount });
    expect(paymentAfter(refundedAgain, later)).toEqual(refundedAgain);
  });

  test("a refunded payment with one of two refunds returned is a case for staff with that amount only", () => {
    const refunded: PaymentFacts = { ...pendingPayment, state: "refunded", refunded_amount: amount };
    const reply = answerOf("succeeded", { refundedAmount: 1500, sentBackAmount: 1000 });
    const attention = { kind: "refundSentBack", amount: 1000, currency: "eur" };
    expect(paymentAfter(refunded, reply)).toMatchObject({ state: "needs_attention", attention });
  });

  test("a payment keeps its refunded amount when an older answer has a lower one", () => {
    const twice = answerOf("succeeded", { refundedAmount: 500, sentBackAmount: 500, awaitsBuyerAmount: 0 });
    const current = paymentAfterAll(twice);
    expect(current).toMatchObject({ refunded_amount: 500, sent_back_amount: 500 });
    for (const older of [
      answerOf("succeeded", { refundedAmount: 500, awaitsBuyerAmount: 500 }),
      answerOf("succeeded", { sentBackAmount: 500 }),
      answerOf("succeeded"),
    ])
      expect(paymentAfter(current, older)).toEqual(current);
  });

  test("a payment shows how much of a refund waits for the buyer", () => {
    const waiting = paymentAfterAll(answerOf("succeeded", { refundedAmount: 500, awaitsBuyerAmount: 500 }));
    expect(waiting).toMatchObject({ refunded_amount: 500, awaits_buyer_amount: 500 });
    expect(paymentAfter(waiting, answerOf("succeeded"))).toEqual(waiting);
    expect(paymentAfter(waiting, answerOf("succeeded", { refundedAmount: 500 }))).toMatchObject({
      refunded_amount: 500,
      awaits_buyer_amount: 0,
    });
  });

  test("a payment with a due refund is not settled by a late answer", () => {
    const due: PaymentFacts = { ...pendingPayment, state: "refund_due" };
    expect(paymentAfter(due, answerOf("succeeded"))).toEqual(due);
    const wrongAmount = answerOf("succeeded", { amountReceived: amount - 1 });
    expect(paymentAfter(due, wrongAmount)).toEqual(due);
    const caseForStaff: PaymentFacts = {
      ...pendingPayment,
      state: "needs_attention",
      attention: { kind: "other", words: "Event removed." },
    };
    expect(paymentAfter(caseForStaff, answerOf("succeeded"))).toEqual(caseForStaff);
  });
});

/** A payment moves to an earlier phase only if a refund is returned. */
const phase: Readonly<Record<PaymentState, number>> = {
  created: 0,
  pending: 1,
  processing: 1,
  failed: 2,
  cancelled: 2,
  succeeded: 3,
  refund_due: 4,
  needs_attention: 4,
  refunded: 5,
};

/** Answers of an honest provider: money only if paid, refunds only of paid amounts, none returned. */
const honestAnswer = fc
  .record({
    state: fc.constantFrom(...intentStates),
    refundedAmount: fc.oneof(fc.constant(0), fc.constant(amount), fc.nat({ max: amount })),
    declineCode: fc.constantFrom(null, "card_declined"),
    disputes: fc.uniqueArray(
      fc.record({
        ref: fc.constantFrom("du_1", "du_2"),
        stage: fc.constantFrom("inquiry", "chargeback", "appeal"),
        state: fc.constantFrom("open", "answered", "won", "lost"),
        dueBy: fc.constant(null),
      }),
      { selector: ({ ref }) => ref },
    ),
  })
  .map(({ state, refundedAmount, declineCode, disputes }) =>
    answerOf(state, state === "succeeded" ? { refundedAmount, disputes } : { declineCode }),
  );

describe("in any order of answers", () => {
  test("a payment never moves backward, and its refunds never shrink, while no refund is returned", () => {
    const refundDue = fc.constant("refundDue" as const);
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 5, arbitrary: honestAnswer }, refundDue), { maxLength: 30 }),
        (steps) => {
          let payment = pendingPayment;
          for (const step of steps) {
            const before = payment;
            if (step !== "refundDue") payment = paymentAfter(before, step);
            else if (canMove(before.state, "refund_due")) payment = { ...before, state: "refund_due" };
            expect(phase[payment.state]).toBeGreaterThanOrEqual(phase[before.state]);
            expect(payment.refunded_amount).toBeGreaterThanOrEqual(before.refunded_amount);
          }
        },
      ),
    );
  });

  test("a paid payment ends in the same state if answers are doubled and shuffled", () => {
    const shuffled = fc
      .tuple(
        honestAnswer.filter((reply) => reply.state === "succeeded"),
        fc.array(honestAnswer, { maxLength: 10 }),
      )
      .chain(([paid, others]) => {
        const all = [paid, ...others];
        const anyOrder = fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 });
        return fc.tuple(fc.constant(all), anyOrder);
      });
    fc.assert(
      fc.property(shuffled, ([inOrder, inAnyOrder]) => {
        const [one, other] = [paymentAfterAll(...inOrder), paymentAfterAll(...inAnyOrder)];
        expect(["succeeded", "refunded"]).toContain(one.state);
        expect({ state: other.state, refunded: other.refunded_amount }).toEqual({
          state: one.state,
          refunded: one.refunded_amount,
        });
      }),
    );
  });

  test("a payment of another amount or currency is never paid", () => {
    const any = fc.record({
      amountReceived: fc.nat({ max: 5000 }),
      currency: fc.constantFrom("eur", "usd", "jpy"),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (answers) => {
        const isDueAmount = answers.some((one) => one.amountReceived === amount && one.currency === "eur");
        fc.pre(!isDueAmount);
        expect(paymentAfterAll(...answers.map((one) => answerOf("succeeded", one))).state).not.toBe(
          "succeeded",
        );
      }),
    );
  });

  test("no state leads back to “created”", () => {
    for (const from of Object.keys(phase) as PaymentState[]) expect(canMove(from, "created")).toBe(false);
  });
});
