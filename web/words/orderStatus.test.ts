import { expect, test } from "vitest";
import { paidOrder } from "../pages/orders/order/order.fixture.ts";
import { statusOf } from "./orderStatus.ts";

const words = (change: Partial<typeof paidOrder>) => statusOf({ ...paidOrder, ...change }).words;

test("a badge shows the state of the payment in the detail that staff need", () => {
  expect(words({})).toBe("Paid");
  expect(words({ refundDue: 100, refundedAmount: 2200 })).toBe("Refund pending");
  expect(words({ refundedAmount: 2200 })).toBe("Partly refunded");
  expect(words({ refundedAmount: 2200, refundAwaitsBuyer: 2200 })).toBe("Refund waits for the buyer");
  expect(words({ paymentStatus: "refunded", refundedAmount: 5500, refundAwaitsBuyer: 3300 })).toBe(
    "Refund waits for the buyer",
  );
  expect(words({ refundDue: 100, refundedAmount: 2200, refundAwaitsBuyer: 2200 })).toBe("Refund pending");
  expect(words({ paymentStatus: "refunded", refundedAmount: 5500 })).toBe("Refunded");
  expect(words({ paymentStatus: "pending" })).toBe("Waiting");
  expect(words({ paymentStatus: "pending", isExpired: true })).toBe("Expired");
  expect(words({ paymentStatus: "failed" })).toBe("Failed");
  expect(words({ paymentStatus: "free", totalAmount: 0 })).toBe("Free");
  expect(words({ paymentStatus: "refunded", totalAmount: 0 })).toBe("Cancelled");
});
