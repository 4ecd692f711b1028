import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Dispute, type IntentNow, intentStates } from "../provider.ts";
import { mayMove, type PaymentFacts, type PaymentState, paymentAfter } from "../state.ts";

const amount = 2500;
const opened: PaymentFacts = {
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

const saying = (state: IntentNow["state"], rest: Partial<IntentNow> = {}): IntentNow => ({
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

const standingAfterAll = (...reply: IntentNow[]): PaymentFacts => reply.reduce(paymentAfter, opened);

describe("a payment", () => {
  test("is pending while the buyer tries, with the reason of the last decline", () => {
    const declined = saying("requires_payment", { declineCode: "insufficient_funds" });
    expect(standingAfterAll(declined)).toEqual({ ...opened, decline_code: "insufficient_funds" });
    expect(standingAfterAll(declined, saying("requires_action"))).toEqual(opened);
    const declineCode = "insufficient_funds";
    for (const paid of [saying("succeeded"), saying("succeeded", { declineCode })])
      expect(standingAfterAll(declined, paid)).toEqual({ ...opened, state: "succeeded" });
    expect(standingAfterAll(saying("processing", { declineCode })).decline_code).toBe(declineCode);
  });

  test("is processing until the bank has decided", () => {
    expect(standingAfterAll(saying("processing")).state).toBe("processing");
    expect(standingAfterAll(saying("processing"), saying("requires_payment")).state).toBe("processing");
    const refused = saying("requires_payment", { declineCode: "card_declined" });
    expect(standingAfterAll(saying("processing"), refused)).toEqual({
      ...opened,
      decline_code: "card_declined",
    });
    expect(standingAfterAll(saying("processing"), saying("succeeded")).state).toBe("succeeded");
  });

  test("that came in after it was given up is paid", () => {
    expect(standingAfterAll(saying("cancelled"), saying("succeeded")).state).toBe("succeeded");
  });

  test.each([
    ["less", { amountReceived: amount - 1 }, { amount: 2499, currency: "eur" }],
    ["more", { amountReceived: amount + 1 }, { amount: 2501, currency: "eur" }],
    ["another currency", { currency: "thb" }, { amount: 2500, currency: "thb" }],
  ])("of %s than was due is a case for staff, not paid", (_what, other, why) => {
    const standing = standingAfterAll(saying("succeeded", other));
    expect(standing.state).toBe("needs_attention");
    expect(standing.attention).toEqual({ kind: "wrongAmount", ...why });
  });

  test("follows refunds that were made in the provider's dashboard", () => {
    const part = standingAfterAll(saying("succeeded"), saying("succeeded", { refundedAmount: 1000 }));
    expect(part).toMatchObject({ state: "succeeded", refunded_amount: 1000 });
    const all = paymentAfter(part, saying("succeeded", { refundedAmount: amount }));
    expect(all).toMatchObject({ state: "refunded", refunded_amount: amount });
    expect(standingAfterAll(saying("succeeded", { refundedAmount: amount })).state).toBe("refunded");
  });

  test("that is disputed stays paid, and its other troubles stay what they are", () => {
    const disputed = standingAfterAll(saying("succeeded"), saying("succeeded", { disputes: [dispute()] }));
    expect(disputed).toMatchObject({ state: "succeeded", disputes: [dispute()], attention: null });
    const attention = { kind: "other", words: "Look" } as const;
    const other: PaymentFacts = { ...opened, state: "needs_attention", attention };
    for (const state of ["open", "won"] as const) {
      const reply = saying("succeeded", { disputes: [dispute({ state })] });
      expect(paymentAfter(other, reply)).toMatchObject({ attention, disputes: [dispute({ state })] });
    }
  });

  test.each([
    ["an inquiry that the bank makes a chargeback", ["inquiry", "answered"], ["chargeback", "open"]],
    ["an inquiry that was closed, and made a chargeback", ["inquiry", "won"], ["chargeback", "open"]],
    ["a chargeback that was lost, and is appealed", ["chargeback", "lost"], ["appeal", "open"]],
    ["an answer", ["chargeback", "open"], ["chargeback", "answered"]],
    ["the bank's decision", ["chargeback", "answered"], ["chargeback", "lost"]],
    ["the decision of an appeal", ["appeal", "answered"], ["appeal", "won"]],
  ] as const)("follows %s, and no older look", (_what, [stage, state], [laterStage, laterState]) => {
    const before = saying("succeeded", { disputes: [dispute({ stage, state })] });
    const after = saying("succeeded", { disputes: [dispute({ stage: laterStage, state: laterState })] });
    const now = standingAfterAll(before, after);
    expect(now.disputes).toEqual(after.disputes);
    for (const late of [before, saying("succeeded")]) expect(paymentAfter(now, late)).toEqual(now);
  });

  test("has each of its disputes by itself, whichever is told first", () => {
    const won = dispute({ state: "won" });
    const second = dispute({ ref: "du_2" });
    const both = saying("succeeded", { disputes: [won, second] });
    const now = standingAfterAll(saying("succeeded", { disputes: [won] }), both);
    expect(now.disputes).toEqual([won, second]);
    expect(paymentAfter(now, saying("succeeded", { disputes: [dispute()] }))).toEqual(now);
    // The bank gave more time.
    const later = { ...second, dueBy: "2026-06-08T12:00:00.000Z" };
    expect(paymentAfter(now, saying("succeeded", { disputes: [won, later] })).disputes).toEqual([won, later]);
    // A dispute stored without an id gets its id now.
    const nameless: PaymentFacts = { ...opened, state: "succeeded", disputes: [{ ...dispute(), ref: null }] };
    expect(paymentAfter(nameless, saying("succeeded"))).toEqual(nameless);
    expect(paymentAfter(nameless, both).disputes).toEqual([won, second]);
  });

  test("whose refund the bank sent back is a case for staff, until it has been refunded another way", () => {
    const refunded: PaymentFacts = { ...opened, state: "refunded", refunded_amount: amount };
    const back = paymentAfter(refunded, saying("succeeded", { sentBackAmount: amount }));
    expect(back).toMatchObject({ state: "needs_attention", refunded_amount: 0, sent_back_amount: amount });
    const again = paymentAfter(back, saying("succeeded", { sentBackAmount: amount, refundedAmount: amount }));
    expect(again).toMatchObject({ state: "refunded", refunded_amount: amount, attention: null });
    // The return is known already, so it is not a new case.
    const later = saying("succeeded", { sentBackAmount: amount, refundedAmount: amount });
    expect(paymentAfter(again, later)).toEqual(again);
  });

  test("of which one of two refunds was sent back is a case for that sum alone", () => {
    const refunded: PaymentFacts = { ...opened, state: "refunded", refunded_amount: amount };
    const reply = saying("succeeded", { refundedAmount: 1500, sentBackAmount: 1000 });
    const why = { kind: "refundSentBack", amount: 1000, currency: "eur" };
    expect(paymentAfter(refunded, reply)).toMatchObject({ state: "needs_attention", attention: why });
  });

  test("keeps what was given back when an older look tells of less", () => {
    const twice = saying("succeeded", { refundedAmount: 500, sentBackAmount: 500, awaitsBuyerAmount: 0 });
    const now = standingAfterAll(twice);
    expect(now).toMatchObject({ refunded_amount: 500, sent_back_amount: 500 });
    for (const older of [
      saying("succeeded", { refundedAmount: 500, awaitsBuyerAmount: 500 }),
      saying("succeeded", { sentBackAmount: 500 }),
      saying("succeeded"),
    ])
      expect(paymentAfter(now, older)).toEqual(now);
  });

  test("says how much of a refund waits for the buyer", () => {
    const waiting = standingAfterAll(saying("succeeded", { refundedAmount: 500, awaitsBuyerAmount: 500 }));
    expect(waiting).toMatchObject({ refunded_amount: 500, awaits_buyer_amount: 500 });
    expect(paymentAfter(waiting, saying("succeeded"))).toEqual(waiting);
    expect(paymentAfter(waiting, saying("succeeded", { refundedAmount: 500 }))).toMatchObject({
      refunded_amount: 500,
      awaits_buyer_amount: 0,
    });
  });

  test("that is owed back is not settled by a late look", () => {
    const due: PaymentFacts = { ...opened, state: "refund_due" };
    expect(paymentAfter(due, saying("succeeded"))).toEqual(due);
    const wrongAmount = saying("succeeded", { amountReceived: amount - 1 });
    expect(paymentAfter(due, wrongAmount)).toEqual(due);
    const caseForStaff: PaymentFacts = {
      ...opened,
      state: "needs_attention",
      attention: { kind: "other", words: "Event removed." },
    };
    expect(paymentAfter(caseForStaff, saying("succeeded"))).toEqual(caseForStaff);
  });
});

/** The phase of each state. A payment may move within a phase, but never to an earlier one. */
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

/** Possible answers of an honest provider: money only if paid, refunds only of paid amounts. */
const honest = fc
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
    saying(state, state === "succeeded" ? { refundedAmount, disputes } : { declineCode }),
  );

describe("in any order of looks at the provider", () => {
  test("a payment never moves backward, and its refunds never shrink", () => {
    const owe = fc.constant("owe" as const);
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: honest }, owe), { maxLength: 30 }), (steps) => {
        let standing = opened;
        for (const step of steps) {
          const before = standing;
          if (step !== "owe") standing = paymentAfter(before, step);
          else if (mayMove(before.state, "refund_due")) standing = { ...before, state: "refund_due" };
          expect(phase[standing.state]).toBeGreaterThanOrEqual(phase[before.state]);
          expect(standing.refunded_amount).toBeGreaterThanOrEqual(before.refunded_amount);
        }
      }),
    );
  });

  test("what was paid ends the same, however looks are doubled and shuffled", () => {
    const shuffled = fc
      .tuple(
        honest.filter((reply) => reply.state === "succeeded"),
        fc.array(honest, { maxLength: 10 }),
      )
      .chain(([paid, others]) => {
        const all = [paid, ...others];
        const anyOrder = fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 });
        return fc.tuple(fc.constant(all), anyOrder);
      });
    fc.assert(
      fc.property(shuffled, ([inOrder, inAnyOrder]) => {
        const [one, other] = [standingAfterAll(...inOrder), standingAfterAll(...inAnyOrder)];
        expect(["succeeded", "refunded"]).toContain(one.state);
        expect({ state: other.state, refunded: other.refunded_amount }).toEqual({
          state: one.state,
          refunded: one.refunded_amount,
        });
      }),
    );
  });

  test("a payment is never paid by another amount or currency", () => {
    const any = fc.record({
      amountReceived: fc.nat({ max: 5000 }),
      currency: fc.constantFrom("eur", "usd", "jpy"),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (looks) => {
        const isRight = looks.some((look) => look.amountReceived === amount && look.currency === "eur");
        fc.pre(!isRight);
        expect(standingAfterAll(...looks.map((look) => saying("succeeded", look))).state).not.toBe(
          "succeeded",
        );
      }),
    );
  });

  test("no state leads back to where nothing is known", () => {
    for (const from of Object.keys(phase) as PaymentState[]) expect(mayMove(from, "created")).toBe(false);
  });
});
