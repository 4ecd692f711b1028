import { expect, test } from "vitest";
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import { caseWordsOf } from "./caseWords.ts";
import { paidOrder } from "./order/order.fixture.ts";

const wordsFor = (moneyCase: Partial<MoneyCase>, change: Partial<typeof paidOrder> = {}) =>
  caseWordsOf(
    {
      key: "payment:1",
      kind: "other",
      money: { amount: 2250, currency: "usd" },
      due: null,
      answerBy: null,
      isGivenBack: false,
      words: null,
      recipient: null,
      providerRef: "pi_1",
      ...moneyCase,
    },
    { ...paidOrder, ...change },
  );

test("a wrong amount is written as money, even in another currency than the price", () => {
  const paidAmount = { amount: 4400, currency: "usd" };
  const due = { amount: 2250, currency: "usd" };
  const { problem } = wordsFor({ kind: "wrongAmount", money: paidAmount, due });
  expect(problem).toBe("$44 was paid instead of $22.50, so the buyer got nothing for it.");
  const money = { amount: 4400, currency: "jpy" };
  const foreign = wordsFor({ kind: "wrongAmount", money, due: paidAmount });
  expect(foreign.problem).toBe("¥4,400 was paid instead of $44, so the buyer got nothing for it.");
});

test("a late or double payment can be marked as done only after a full refund", () => {
  expect(wordsFor({ kind: "late" }).actions).toEqual(["write"]);
  expect(wordsFor({ kind: "double" }).actions).toEqual(["write"]);
  expect(wordsFor({ kind: "late", isGivenBack: true }).actions).toEqual(["write", "done"]);
  expect(wordsFor({ kind: "double", isGivenBack: true }).problem).toBe(
    "$22.50 came a second time: the order was paid in another way before. All of it was refunded.",
  );
});

test("a failed refund can be retried while something is left, and one that came back can be paid another way", () => {
  expect(wordsFor({ kind: "refundSentBack" }).solution).toMatch(/another way/);
  const failed = { kind: "refundFailed", words: "The charge is disputed." } as const;
  expect(wordsFor(failed)).toMatchObject({
    problem: "A refund of $22.50 did not go through: The charge is disputed.",
    actions: ["refund", "write", "done"],
  });
  expect(wordsFor(failed, { refundedAmount: 5500, paymentStatus: "refunded" }).actions).toEqual([
    "write",
    "done",
  ]);
  const sentBack = wordsFor({ kind: "refundSentBack" }, { refundedAmount: 0, paymentStatus: "refunded" });
  expect(sentBack).toMatchObject({
    solution: expect.stringContaining("Refund it again"),
    actions: ["refund", "write", "done"],
  });
});

test("a dispute is answered at the provider, and offers no refund", () => {
  const disputed = wordsFor({ kind: "disputed", answerBy: "2031-06-09T17:30:00Z" });
  expect(disputed.solution).toContain("by June 9, 2031 at 5:30 PM UTC");
  expect(wordsFor({ kind: "disputed" }).solution).toMatch(/^The bank is deciding/);
  expect(wordsFor({ kind: "disputeLost" }).problem).toMatch(/took back \$22\.50/);
  for (const kind of ["disputed", "disputeLost"] as const)
    expect(wordsFor({ kind }).actions).not.toContain("refund");
  expect(disputed.solution).toMatch(/Answer the dispute.*pi_1/);
});

test("a bounced mail leads to the buyer's address, or to the attendee if a guest's mail bounced", () => {
  const bounced = { kind: "mailBounced", money: null, words: "550 5.1.1 Nobody" } as const;
  expect(wordsFor({ ...bounced, recipient: "MIA@example.org" }).actions).toEqual([
    "address",
    "resend",
    "done",
  ]);
  expect(wordsFor({ ...bounced, recipient: "guest@example.org" }).actions).toEqual(["attendee", "done"]);
  expect(wordsFor({ ...bounced, recipient: "mia@example.org" }).problem).toContain("550 5.1.1 Nobody");
});

test("a case of the kind other shows its own words, and offers no mail to a buyer without an address", () => {
  expect(wordsFor({ words: "Something else." }, { buyer: { name: "", email: null } })).toMatchObject({
    problem: "Something else.",
    actions: ["done"],
  });
});
