import { expect, test } from "vitest";
import type { PaymentStatus } from "../../../contract/shapes/order.ts";
import type { RegistrationState } from "../../../contract/shapes/registration.ts";
import { outcomeOfPurchase, outcomeWords } from "../outcome.ts";

const rows: [RegistrationState, PaymentStatus | null, boolean, ReturnType<typeof outcomeOfPurchase>][] = [
  ["active", "paid", false, "confirmed"],
  ["active", "free", false, "confirmed"],
  ["active", "refunded", false, "confirmed"],
  ["held", null, false, "unpaid"],
  ["pending", "pending", false, "unpaid"],
  ["pending", "pending", true, "checking"],
  ["pending", "failed", true, "unpaid"],
  ["expired", "pending", false, "expired"],
  ["expired", "failed", true, "expired"],
  ["expired", "paid", true, "checking"],
  ["expired", "refunded", true, "refundedLate"],
  ["cancelled", "refunded", false, "refunded"],
  ["cancelled", "free", false, "cancelled"],
];

test.each(rows)(
  "a registration that is %s with an order %s (payment begun: %s) is %s",
  (state, status, paying, outcome) => {
    const order = status === null ? null : { paymentStatus: status };
    expect(outcomeOfPurchase({ registration: { state }, order, paying })).toBe(outcome);
  },
);

test("a payment that was not made is shown as not paid, unless the tickets are paid or expired meanwhile", () => {
  const outcomeWith = (state: RegistrationState, paymentStatus: PaymentStatus) =>
    outcomeOfPurchase({
      registration: { state },
      order: { paymentStatus },
      paying: true,
      awaitsPayment: true,
    });
  expect(outcomeWith("pending", "pending")).toBe("notPaid");
  expect(outcomeWith("active", "paid")).toBe("confirmed");
  expect(outcomeWith("expired", "pending")).toBe("expired");
});

test("tickets of a cancelled event have one outcome before a refund and another after it", () => {
  const registration = { state: "active" } as const;
  const outcomeWith = (paymentStatus: PaymentStatus) =>
    outcomeOfPurchase({ registration, order: { paymentStatus }, paying: false, isEventCancelled: true });
  expect([outcomeWith("refunded"), outcomeWith("paid"), outcomeWith("free")]).toEqual([
    "eventCancelledRefunded",
    "eventCancelled",
    "eventCancelled",
  ]);
});

test("every outcome has words", () => {
  for (const { title, text } of Object.values(outcomeWords)) expect(title && text).not.toBe("");
});
