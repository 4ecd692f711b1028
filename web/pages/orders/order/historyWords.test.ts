import { expect, test } from "vitest";
import type { OrderEntry } from "../../../../contract/shapes/refund.ts";
import { historyText } from "./historyWords.ts";
import { doneRefund, paidOrder } from "./order.fixture.ts";

const reply = { order: paidOrder, refunds: [{ ...doneRefund, reason: "Ill" }] };
const said = (entry: Partial<OrderEntry>, of = reply) =>
  historyText(
    {
      at: "2030-05-01T10:00:00.000Z",
      by: "Buyer",
      action: "placed",
      from: null,
      to: null,
      field: null,
      people: [],
      note: null,
      refundIds: null,
      ...entry,
    },
    of,
  );

test("the way of an order is told in sentences, not codes", () => {
  expect(said({ action: "registration.held", to: "held" })).toBe(
    "Mia Keller chose the tickets; their places were held.",
  );
  expect(said({})).toBe("Mia Keller ordered for $55.");
  expect(said({ action: "paid", by: "Stripe", from: "pending", to: "paid" })).toBe("$55 was paid.");
  expect(
    said(
      { action: "soldAtDoor", by: "Helper at North" },
      { ...reply, order: { ...paidOrder, channel: "door", paidBy: "cash" } },
    ),
  ).toBe("Helper at North sold it: in cash, at the door.");
  expect(said({ action: "registration.cancelled", by: "Ada Staff", from: "active", to: "cancelled" })).toBe(
    "Ada Staff cancelled all tickets; their places returned to sale.",
  );
  expect(said({ action: "registration.passedOn", from: "Leo", to: "Ada Lovelace" })).toBe(
    "Mia Keller passed the ticket of Leo on to Ada Lovelace.",
  );
  expect(said({ action: "registration.cancelled", from: "pending" })).toBe(
    "Mia Keller gave the places back.",
  );
});

test("a payment on which cards were tried out is told with what became of its places", () => {
  expect(said({ action: "cardsTried", by: "Stripe" })).toBe(
    "Ten cards were declined, one after the other, so the payment was stopped.",
  );
  expect(said({ action: "registration.cancelled", by: "Foyer", from: "pending" })).toBe(
    "Foyer gave the places back.",
  );
});

test("a refund is told by who asked, how much and why, and again when it has arrived", () => {
  const { createdAt, doneAt } = doneRefund;
  expect(said({ action: "refundAsked", by: "Ada Staff", at: createdAt })).toBe(
    "Ada Staff asked for a refund of $22: “Ill”.",
  );
  expect(said({ action: "refunded", by: "Stripe", at: doneAt! })).toBe("$22 went back to Mia Keller.");
  expect(said({ action: "refundFailed", by: "Stripe" })).toBe(
    "Stripe refused the refund; the money is still here.",
  );
  const door = { order: { ...paidOrder, channel: "door", paidBy: "cash" } as const, refunds: [doneRefund] };
  expect(said({ action: "refundAsked", by: "Ada Staff", at: createdAt }, door)).toBe(
    "Ada Staff gave $22 back by hand.",
  );
});

test("a refund is that which the entry names, whatever was written in the same moment", () => {
  const { createdAt, doneAt } = doneRefund;
  const both = { ...reply, refunds: [doneRefund, { ...doneRefund, id: 2, amount: 1000 }] };
  const request = { action: "refundAsked", by: "Ada Staff", at: createdAt };
  expect(said({ ...request, refundIds: [2] }, both)).toBe("Ada Staff asked for a refund of $10.");
  expect(said({ ...request, refundIds: [] }, both)).toBe(
    "Ada Staff gave the order up; nothing was paid for it.",
  );
  expect(said({ action: "refunded", by: "Stripe", at: doneAt!, refundIds: [1] }, both)).toBe(
    "$22 went back to Mia Keller.",
  );
});

test("a refund that waits for the buyer's bank account has not gone back yet", () => {
  const at = doneRefund.doneAt!;
  const waits = { ...reply, order: { ...paidOrder, refundedAmount: 2200, refundAwaitsBuyer: 2200 } };
  const words = "It waits until Mia Keller has told Stripe a bank account.";
  expect(said({ action: "refunded", by: "Stripe", at }, waits)).toBe(`A refund of $22 was made. ${words}`);
  const theirs = { ...waits, refunds: [{ ...doneRefund, by: "Stripe" }] };
  expect(said({ action: "refunded", by: "Stripe", at }, theirs)).toBe(
    `A refund of $22 was made, by the payment provider’s own page. ${words}`,
  );
  // An earlier refund of another amount has arrived.
  const earlier = { ...doneRefund, id: 2, amount: 1000, doneAt: "2030-05-01T12:00:00.000Z" };
  const both = { ...waits, refunds: [earlier, doneRefund] };
  expect(said({ action: "refunded", by: "Stripe", at: earlier.doneAt }, both)).toBe(
    "$10 went back to Mia Keller.",
  );
});

test("a dispute is told from the buyer's first word to the bank's last", () => {
  const bank = { by: "Stripe" };
  expect(said({ ...bank, action: "disputed" })).toBe("The buyer disputed the payment with the bank.");
  expect(said({ ...bank, action: "disputeAnswered" })).toBe("The dispute was answered; the bank decides.");
  expect(said({ ...bank, action: "disputeWon" })).toBe(
    "The bank decided the dispute for you: the money stays.",
  );
  expect(said({ ...bank, action: "disputeLost" })).toBe(
    "The bank decided the dispute for the buyer, and took the money back.",
  );
});

test("what was given back at the provider, and what a bank sent back, is told apart", () => {
  const [at] = [doneRefund.doneAt!];
  const theirs = { order: paidOrder, refunds: [{ ...doneRefund, by: "Stripe" }] };
  expect(said({ action: "refunded", by: "Stripe", at }, theirs)).toBe(
    "$22 went back to Mia Keller, by the payment provider’s own page.",
  );
  const back = { order: paidOrder, refunds: [{ ...doneRefund, amount: -2200, by: "Stripe" }] };
  expect(said({ action: "refunded", by: "Stripe", at }, back)).toBe(
    "$22 of what was given back came back to us from the bank.",
  );
});

test("what is new to us is still told in words", () => {
  expect(said({ action: "moved", by: "Operator", from: "pending", to: "failed" })).toBe(
    "The operator changed it from waiting for payment to failed.",
  );
  expect(said({ action: "registration.somethingNew", by: "Ada Staff" })).toBe("Ada Staff: something new.");
});

test("what staff do to an order is told with their words, and from what to what", () => {
  const byHand = { order: { ...paidOrder, paidBy: "bankTransfer" } as const, refunds: [] };
  const by = "Ada Staff";
  expect(said({ action: "paidByHand", by, note: "Reference 4711" }, byHand)).toBe(
    "Ada Staff marked it as paid: $55, by bank transfer: “Reference 4711”.",
  );
  expect(said({ action: "mailed", by, to: "mia@example.org" })).toBe(
    "Ada Staff mailed it again to mia@example.org.",
  );
  const email = { action: "registration.buyerChanged", by, field: "email", to: "mia@example.com" };
  expect(said({ ...email, from: "mia@example.org" })).toBe(
    "Ada Staff changed the buyer’s e-mail address from mia@example.org to mia@example.com.",
  );
  expect(said({ ...email, from: "" })).toBe("Ada Staff added the buyer’s e-mail address: mia@example.com.");
  expect(said({ action: "caseDone", by, field: "disputed", note: "Won" })).toBe(
    "Ada Staff marked as done: a dispute: “Won”.",
  );
  const people = ["Ada Lovelace", "Zoë Groß"];
  const change = { from: "Standard", to: "VIP", people: people.slice(1) };
  expect(said({ action: "registration.ticketChanged", by, ...change })).toBe(
    "Ada Staff changed the ticket of Zoë Groß from Standard to VIP.",
  );
  expect(said({ action: "registration.ticketsCancelled", by, people })).toBe(
    "Ada Staff cancelled the tickets of Ada Lovelace and Zoë Groß; their places returned to sale.",
  );
});
