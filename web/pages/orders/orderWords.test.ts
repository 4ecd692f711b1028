import { expect, test } from "vitest";
import { itemsText } from "../../words/itemsText.ts";
import { doneRefund, paidOrder } from "./order/order.fixture.ts";
import {
  buyerText,
  channelText,
  noRefundBecause,
  paidText,
  refundedLines,
  waitingRefunds,
} from "./orderWords.ts";

test("the texts of an order show where it was sold and how it was paid", () => {
  const cash = { ...paidOrder, channel: "door", paidBy: "cash" } as const;
  const card = { ...paidOrder, channel: "door", paidBy: "cardTerminal" } as const;
  expect([paidOrder, cash, card].map(channelText)).toEqual(["Web", "Door, cash", "Door, card"]);
  expect([paidOrder, cash, card].map(paidText)).toEqual([
    "Online",
    "In cash, at the door",
    "By card terminal, at the door",
  ]);
  const byHand = (["cash", "bankTransfer"] as const).map((paidBy) => ({ ...paidOrder, paidBy }));
  expect(byHand.map(channelText)).toEqual(["Web, cash", "Web, transfer"]);
  expect(byHand.map(paidText)).toEqual(["In cash", "By bank transfer"]);
  expect(paidText({ ...paidOrder, totalAmount: 0 })).toBe("Nothing to pay");
  const imported = { ...paidOrder, totalAmount: 0, currency: "eur", paidElsewhere: 2000 } as const;
  expect(paidText(imported)).toBe("€20.00, paid in another system");
  expect(paidText({ ...paidOrder, paymentStatus: "pending" })).toBe("Not yet paid");
  expect(paidText({ ...paidOrder, paymentStatus: "pending", isExpired: true })).toBe("Not paid");
});

test("items are listed with their quantities, and a buyer without a name has words", () => {
  expect(itemsText(paidOrder.items)).toBe(
    "2\u00a0×\u00a0Standard, 1\u00a0×\u00a0Child, 1\u00a0×\u00a0Dinner",
  );
  expect(refundedLines({ items: [{ kind: "extras", refId: 5, quantity: 1 }] }, paidOrder)).toBe("1 × Dinner");
  expect(refundedLines(doneRefund, paidOrder)).toBe("");
  expect(buyerText({ buyer: { name: "", email: "mia@example.org" } })).toBe("mia@example.org");
  expect(buyerText({ buyer: { name: "", email: null } })).toBe("The buyer");
});

test("the reason why nothing can be refunded is shown", () => {
  const why = (change: Partial<typeof paidOrder>) => noRefundBecause({ ...paidOrder, ...change });
  expect([why({}), why({ refundedAmount: 5000 })]).toEqual([null, null]);
  expect(why({ paymentStatus: "pending" })).toBe("Nothing is paid yet.");
  expect(why({ paymentStatus: "failed" })).toMatch(/not paid/);
  expect(why({ paymentStatus: "pending", isExpired: true })).toMatch(/not paid/);
  expect(why({ refundedAmount: 5000, refundDue: 500 })).toBe("The rest is already being refunded.");
  expect(why({ paymentStatus: "refunded", refundedAmount: 5500 })).toBe("All of it is refunded.");
  // The bank sent a refund back.
  expect(why({ paymentStatus: "refunded", refundedAmount: 4800 })).toBeNull();
  expect(why({ paymentStatus: "refunded", refundedAmount: 5500, refundAwaitsBuyer: 5500 })).toBe(
    "The rest waits until the buyer enters a bank account at Stripe.",
  );
  expect(why({ paymentStatus: "free", totalAmount: 0 })).toBeNull();
  expect(why({ paymentStatus: "refunded", totalAmount: 0 })).toBe("It is cancelled.");
});

test("the waiting refunds are the latest ones that fit into the waiting amount", () => {
  const refundWith = (id: number, change: Partial<typeof doneRefund>) => ({ ...doneRefund, id, ...change });
  const refunds = [
    refundWith(1, { amount: 1000 }),
    refundWith(2, { amount: 2200 }),
    refundWith(3, { amount: 500, state: "failed", doneAt: null }),
    refundWith(4, { amount: -700 }),
    refundWith(5, { amount: 1200 }),
  ];
  const waiting = (refundAwaitsBuyer: number) =>
    [...waitingRefunds(refunds, { refundAwaitsBuyer })].map(({ id }) => id);
  expect(waiting(0)).toEqual([]);
  expect(waiting(1200)).toEqual([5]);
  // The later refunds are larger than the waiting amount, failed, or came back.
  expect(waiting(1000)).toEqual([1]);
  expect(waiting(3400)).toEqual([5, 2]);
  expect(waiting(4400)).toEqual([5, 2, 1]);
  expect([...waitingRefunds(refunds, {})]).toEqual([]);
});
