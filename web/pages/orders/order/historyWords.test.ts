import { expect, test } from "vitest";
import type { OrderEntry } from "../../../../contract/shapes/money/refund.ts";
import { historyText } from "./historyWords.ts";
import { doneRefund, paidOrder } from "./order.fixture.ts";

const paidContext = { order: paidOrder, refunds: [{ ...doneRefund, reason: "Ill" }] };
const sentenceOf = (entry: Partial<OrderEntry>, context = paidContext) =>
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
    context,
  );

test("the history of an order is written in sentences, not codes", () => {
  expect(sentenceOf({ action: "registration.held", to: "held" })).toBe(
    "Mia Keller chose the tickets; their places were held.",
  );
  expect(sentenceOf({})).toBe("Mia Keller ordered for $55.");
  expect(sentenceOf({ action: "paid", by: "Stripe", from: "pending", to: "paid" })).toBe("$55 was paid.");
  expect(
    sentenceOf(
      { action: "soldAtDoor", by: "Helper at North" },
      { ...paidContext, order: { ...paidOrder, channel: "door", paidBy: "cash" } },
    ),
  ).toBe("Helper at North sold it: in cash, at the door.");
  expect(
    sentenceOf({ action: "registration.cancelled", by: "Ada Staff", from: "active", to: "cancelled" }),
  ).toBe("Ada Staff cancelled all tickets; their places returned to sale.");
  expect(sentenceOf({ action: "registration.passedOn", from: "Leo", to: "Ada Lovelace" })).toBe(
    "Mia Keller passed the ticket of Leo on to Ada Lovelace.",
  );
  expect(sentenceOf({ action: "registration.nameCorrected", from: "Leo", to: "Leo Groß" })).toBe(
    "Mia Keller corrected the name Leo to Leo Groß.",
  );
  expect(sentenceOf({ action: "registration.guestSaved", from: "Leo", to: "Leo" })).toBe(
    "Leo changed the details of their own ticket.",
  );
  expect(sentenceOf({ action: "registration.guestSaved", from: "Leo", to: "Ada" })).toBe(
    "Ada changed the details of the ticket of Leo.",
  );
  expect(sentenceOf({ action: "registration.corrected", people: ["Leo"] })).toBe(
    "Mia Keller corrected the details of Leo.",
  );
  expect(sentenceOf({ action: "registration.addressesCorrected", people: ["leo@example.org"] })).toBe(
    "Mia Keller corrected addresses; the tickets were mailed to leo@example.org.",
  );
  expect(
    sentenceOf({ action: "registration.addressesCorrected", from: "Gus", people: ["gus@example.org"] }),
  ).toBe("Gus changed their own address; their ticket was mailed to gus@example.org.");
  expect(sentenceOf({ action: "registration.cancelled", from: "pending" })).toBe(
    "Mia Keller gave the places back.",
  );
});

test("the history shows that cards were tested on a payment, and that its places were released", () => {
  expect(sentenceOf({ action: "cardsTried", by: "Stripe" })).toBe(
    "Ten cards were declined, one after the other, so the payment was stopped.",
  );
  expect(sentenceOf({ action: "registration.cancelled", by: "Foyer", from: "pending" })).toBe(
    "Foyer gave the places back.",
  );
});

test("the entry of a requested refund shows who, how much and why, and its arrival is another entry", () => {
  const { createdAt, doneAt } = doneRefund;
  expect(sentenceOf({ action: "refundAsked", by: "Ada Staff", at: createdAt })).toBe(
    "Ada Staff asked for a refund of $22: “Ill”.",
  );
  expect(sentenceOf({ action: "refunded", by: "Stripe", at: doneAt! })).toBe("$22 went back to Mia Keller.");
  expect(sentenceOf({ action: "refundFailed", by: "Stripe" })).toBe(
    "Stripe refused the refund. You still have the money.",
  );
  const door = { order: { ...paidOrder, channel: "door", paidBy: "cash" } as const, refunds: [doneRefund] };
  expect(sentenceOf({ action: "refundAsked", by: "Ada Staff", at: createdAt }, door)).toBe(
    "Ada Staff gave $22 back by hand.",
  );
});

test("an entry shows the refunds of its `refundIds`, even if others have the same time", () => {
  const { createdAt, doneAt } = doneRefund;
  const both = { ...paidContext, refunds: [doneRefund, { ...doneRefund, id: 2, amount: 1000 }] };
  const request = { action: "refundAsked", by: "Ada Staff", at: createdAt };
  expect(sentenceOf({ ...request, refundIds: [2] }, both)).toBe("Ada Staff asked for a refund of $10.");
  expect(sentenceOf({ ...request, refundIds: [] }, both)).toBe(
    "Ada Staff cancelled the order; nothing was paid for it.",
  );
  expect(sentenceOf({ action: "refunded", by: "Stripe", at: doneAt!, refundIds: [1] }, both)).toBe(
    "$22 went back to Mia Keller.",
  );
});

test("a refund that waits for the buyer's bank account is not shown as received", () => {
  const at = doneRefund.doneAt!;
  const waiting = { ...paidContext, order: { ...paidOrder, refundedAmount: 2200, refundAwaitsBuyer: 2200 } };
  const words = "Mia Keller must still enter a bank account at Stripe.";
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, waiting)).toBe(
    `A refund of $22 was made. ${words}`,
  );
  const atProvider = { ...waiting, refunds: [{ ...doneRefund, by: "Stripe" }] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, atProvider)).toBe(
    `A refund of $22 was made, on the payment provider’s website. ${words}`,
  );
  // An earlier refund of another amount has arrived.
  const earlier = { ...doneRefund, id: 2, amount: 1000, doneAt: "2030-05-01T12:00:00.000Z" };
  const both = { ...waiting, refunds: [earlier, doneRefund] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at: earlier.doneAt }, both)).toBe(
    "$10 went back to Mia Keller.",
  );
});

test("every step of a dispute has its sentence", () => {
  const stripe = { by: "Stripe" };
  expect(sentenceOf({ ...stripe, action: "disputed" })).toBe("The buyer disputed the payment with the bank.");
  expect(sentenceOf({ ...stripe, action: "disputeAnswered" })).toBe(
    "The dispute was answered; the bank decides.",
  );
  expect(sentenceOf({ ...stripe, action: "disputeWon" })).toBe(
    "The bank decided the dispute for you. You keep the money.",
  );
  expect(sentenceOf({ ...stripe, action: "disputeLost" })).toBe(
    "The bank decided the dispute for the buyer, and took the money back.",
  );
});

test("a refund at the provider and a refund that the bank returned have different sentences", () => {
  const at = doneRefund.doneAt!;
  const atProvider = { order: paidOrder, refunds: [{ ...doneRefund, by: "Stripe" }] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, atProvider)).toBe(
    "$22 went back to Mia Keller, on the payment provider’s website.",
  );
  const returnedByBank = { order: paidOrder, refunds: [{ ...doneRefund, amount: -2200, by: "Stripe" }] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, returnedByBank)).toBe(
    "$22 of what was refunded came back to us from the bank.",
  );
});

test("an unknown action still has a sentence", () => {
  expect(sentenceOf({ action: "moved", by: "Operator", from: "pending", to: "failed" })).toBe(
    "The operator changed it from waiting for payment to failed.",
  );
  expect(sentenceOf({ action: "registration.somethingNew", by: "Ada Staff" })).toBe(
    "Ada Staff: something new.",
  );
});

test("an act of staff shows their note, and the old and new value", () => {
  const byHand = { order: { ...paidOrder, paidBy: "bankTransfer" } as const, refunds: [] };
  const by = "Ada Staff";
  expect(sentenceOf({ action: "paidByHand", by, note: "Reference 4711" }, byHand)).toBe(
    "Ada Staff marked it as paid: $55, by bank transfer: “Reference 4711”.",
  );
  expect(sentenceOf({ action: "mailed", by, to: "mia@example.org" })).toBe(
    "Ada Staff mailed the order again to mia@example.org.",
  );
  const email = { action: "registration.buyerChanged", by, field: "email", to: "mia@example.com" };
  expect(sentenceOf({ ...email, from: "mia@example.org" })).toBe(
    "Ada Staff changed the buyer’s e-mail address from mia@example.org to mia@example.com.",
  );
  expect(sentenceOf({ ...email, from: "" })).toBe(
    "Ada Staff added the buyer’s e-mail address: mia@example.com.",
  );
  const corrected = { action: "registration.importCorrected", by };
  expect(sentenceOf(corrected)).toBe("Ada Staff imported the file again, which corrected it.");
  expect(sentenceOf({ ...corrected, from: "mia@example.org", to: "mia@example.com" })).toBe(
    "Ada Staff imported the file again, which corrected it. The buyer’s e-mail address changed from mia@example.org to mia@example.com.",
  );
  expect(sentenceOf({ action: "caseDone", by, field: "disputed", note: "Won" })).toBe(
    "Ada Staff marked as done: a dispute: “Won”.",
  );
  const people = ["Ada Lovelace", "Zoë Groß"];
  const change = { from: "Standard", to: "VIP", people: people.slice(1) };
  expect(sentenceOf({ action: "registration.ticketChanged", by, ...change })).toBe(
    "Ada Staff changed the ticket of Zoë Groß from Standard to VIP.",
  );
  expect(sentenceOf({ action: "registration.ticketsCancelled", by, people })).toBe(
    "Ada Staff cancelled the tickets of Ada Lovelace and Zoë Groß; their places returned to sale.",
  );
});
