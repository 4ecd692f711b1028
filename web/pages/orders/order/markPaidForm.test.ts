import { expect, test } from "vitest";
import { bodyOf, markPaidOutcome, problemsOf, valuesOf } from "./markPaidForm.ts";
import { paidOrder } from "./order.fixture.ts";

const unpaid = { ...paidOrder, paymentStatus: "pending" } as const;

test("the amount that staff confirm is the amount that they saw", () => {
  expect(bodyOf({ paidBy: "bankTransfer", note: "4711" }, unpaid)).toEqual({
    orderId: 7,
    amount: 5500,
    paidBy: "bankTransfer",
    note: "4711",
  });
  expect(markPaidOutcome(unpaid)[0]).toBe(
    "$55 is recorded as received from Mia Keller, with your name and the time.",
  );
});

test("the note that staff wrote when they added the people is kept, unless they change it", () => {
  const added = { ...unpaid, paidNote: "Invoice 2026-17" };
  expect(bodyOf({ ...valuesOf(added), paidBy: "bankTransfer" }, added).note).toBe("Invoice 2026-17");
});

test("the payment method is required", () => {
  expect(problemsOf({ paidBy: "", note: "" })).toHaveProperty("paidBy");
  expect(problemsOf({ paidBy: "cash", note: "" })).toEqual({});
});

test("the outcome depends on what was bought, and on whether the buyer has an e-mail address", () => {
  expect(markPaidOutcome({ ...unpaid, purpose: "donation" })[1]).toContain(
    "The donation is recorded as paid",
  );
  expect(markPaidOutcome({ ...unpaid, buyer: { name: "Mia", email: null } })[1]).not.toContain("mailed");
});
