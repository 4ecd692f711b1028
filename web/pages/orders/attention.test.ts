import { expect, test } from "vitest";
import type { MoneyCase } from "../../../contract/shapes/moneyCase.ts";
import { attentionOf } from "./attention.ts";
import { paidOrder } from "./order/order.fixture.ts";

const of = (reply: Partial<MoneyCase>, change: Partial<typeof paidOrder> = {}) =>
  attentionOf(
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
      ...reply,
    },
    { ...paidOrder, ...change },
  );

test("another amount than was due is told in money, also in a currency that is none of ours", () => {
  const came = { amount: 4400, currency: "usd" };
  const { what } = of({ kind: "wrongAmount", money: came, due: { amount: 2250, currency: "usd" } });
  expect(what).toBe("$44 came where $22.50 was due, so nothing was handed out for it.");
  const foreign = of({ kind: "wrongAmount", money: { amount: 4400, currency: "jpy" }, due: came });
  expect(foreign.what).toContain("where $44 was due");
});

test("money that came late or twice is done once all of it has gone back, and not before", () => {
  expect(of({ kind: "late" }).acts).toEqual(["write"]);
  expect(of({ kind: "late", isGivenBack: true }).acts).toEqual(["write", "done"]);
  expect(of({ kind: "double", isGivenBack: true }).what).toBe(
    "$22.50 came a second time: the order was paid in another way before. All of it went back.",
  );
});

test("a refund that failed is tried again as long as something is left", () => {
  const failed = { kind: "refundFailed", words: "The charge is disputed." } as const;
  expect(of(failed)).toMatchObject({
    what: "A refund of $22.50 did not go through: The charge is disputed.",
    acts: ["refund", "write", "done"],
  });
  expect(of(failed, { refundedAmount: 5500, paymentStatus: "refunded" }).acts).toEqual(["write", "done"]);
});

test("a dispute is answered where the payment was taken, and nothing is given back here", () => {
  const reply = of({ kind: "disputed", answerBy: "2031-06-09T17:30:00Z" });
  expect(reply.mend).toContain("by June 9, 2031 at 5:30 PM UTC");
  expect(of({ kind: "disputed" }).mend).toMatch(/^The bank is deciding/);
  expect(of({ kind: "disputeLost" }).what).toMatch(/took back \$22\.50/);
  expect(reply.acts).not.toContain("refund");
  expect(reply.mend).toMatch(/Answer the dispute.*pi_1/);
  expect(of({ kind: "refundSentBack" }).mend).toMatch(/another way/);
});

test("a mail that came back is mended by the buyer's address, or the attendee's where it is a guest's", () => {
  const back = { kind: "mailBounced", money: null, words: "550 5.1.1 Nobody" } as const;
  expect(of({ ...back, recipient: "MIA@example.org" }).acts).toEqual(["address", "resend", "done"]);
  expect(of({ ...back, recipient: "guest@example.org" }).acts).toEqual(["attendee", "done"]);
  expect(of({ ...back, recipient: "mia@example.org" }).what).toContain("550 5.1.1 Nobody");
});

test("who has no address cannot be written to, and what is new to us is told as it is", () => {
  expect(of({ words: "Something else." }, { buyer: { name: "", email: null } })).toMatchObject({
    what: "Something else.",
    acts: ["done"],
  });
});
