import { expect, test } from "vitest";
import { attentionOf } from "./attention.ts";
import { paidOrder } from "./order.fixture.ts";

const of = (attention: string | null, change: Partial<typeof paidOrder> = {}) =>
  attentionOf({ ...paidOrder, attention, ...change });

test("all is well where nothing is said", () => {
  expect(of(null)).toBeNull();
});

test("another amount than was due is told in money", () => {
  const { what } = of("The provider took 4400 usd where 2250 usd was due (minor units).")!;
  expect(what).toBe("$44 came where $22.50 was due, so nothing was handed out for it.");
});

test("a refund that failed is tried again as long as something is left", () => {
  const failed = "A refund failed: The charge is disputed.";
  expect(of(failed)).toMatchObject({
    what: "A refund did not go through: The charge is disputed.",
    acts: ["refund", "write"],
  });
  expect(of(failed, { refundedAmount: 5500, paymentStatus: "refunded" })?.acts).toEqual(["write"]);
});

test("a dispute is answered where the payment was taken, and nothing is given back here", () => {
  const told = of("The buyer disputes this payment with the bank.")!;
  expect(told.acts).not.toContain("refund");
  expect(told.mend).toMatch(/Answer the dispute/);
  expect(of("The bank sent the refund back. It must reach the buyer another way.")?.mend).toMatch(
    /another way/,
  );
});

test("who has no address cannot be written to, and what is new to us is told as it is", () => {
  expect(of("Something else.", { buyer: { name: "", email: null } })).toMatchObject({
    what: "Something else.",
    acts: [],
  });
});
