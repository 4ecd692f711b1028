import { expect, test } from "vitest";
import type { OrderAction } from "../../../../contract/historyEntries.ts";
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

const examples: Readonly<Record<OrderAction, readonly [entry: Partial<OrderEntry>, sentence: string]>> = {
  placed: [{}, "Mia Keller placed the order: $55."],
  addedByHand: [{ by: "Ada Staff", note: "Phone" }, "Ada Staff added the order by hand, for $55: “Phone”."],
  soldAtDoor: [{ by: "Helper at North" }, "Helper at North sold it: online."],
  paid: [{ by: "Stripe", from: "pending", to: "paid" }, "$55 was paid."],
  paidByHand: [{ by: "Ada Staff" }, "Ada Staff marked the order as paid: $55, online."],
  paidTwice: [
    { by: "Stripe" },
    "The order was already paid when a second payment came. The second payment is refunded in full.",
  ],
  cardsTried: [{ by: "Stripe" }, "Ten cards were declined, one after the other, so the payment was stopped."],
  mailed: [
    { by: "Ada Staff", to: "mia@example.org" },
    "Ada Staff mailed the order again to mia@example.org.",
  ],
  buyerChanged: [
    { by: "Ada Staff", field: "name", from: "Mia", to: "Mia Marlow" },
    "Ada Staff changed the buyer’s name from Mia to Mia Marlow.",
  ],
  caseDone: [
    { by: "Ada Staff", field: "disputed", note: "Won" },
    "Ada Staff marked as done: a dispute: “Won”.",
  ],
  refundDue: [{}, "The payment came too late: the order had expired, so the whole payment is refunded."],
  refundAsked: [{ by: "Ada Staff", at: doneRefund.createdAt }, "Ada Staff requested a refund of $22: “Ill”."],
  refunded: [{ by: "Stripe", at: doneRefund.doneAt! }, "$22 was refunded to Mia Keller."],
  disputed: [{ by: "Stripe" }, "The buyer disputed the payment with the bank."],
  disputeAnswered: [{ by: "Stripe" }, "The dispute was answered; the bank decides."],
  disputeWon: [{ by: "Stripe" }, "The bank decided the dispute in your favour. You keep the money."],
  disputeLost: [{ by: "Stripe" }, "The bank decided the dispute for the buyer, and took the money back."],
  refundFailed: [{ by: "Stripe" }, "Stripe refused the refund. You still have the money."],
  expired: [{ by: "Foyer" }, "The order was not paid in time."],
  "registration.held": [{ to: "held" }, "Mia Keller chose the tickets; their places were reserved."],
  "registration.pending": [{}, "The payment began."],
  "registration.active": [{}, "The tickets became valid."],
  "registration.expired": [{}, "The time to pay ran out, and the places returned to sale."],
  "registration.cancelled": [
    { by: "Ada Staff", from: "active", to: "cancelled" },
    "Ada Staff cancelled all tickets; their places returned to sale.",
  ],
  "registration.passedOn": [
    { from: "Leo", to: "Ada Lovelace" },
    "Mia Keller passed the ticket of Leo on to Ada Lovelace.",
  ],
  "registration.ticketChanged": [
    { by: "Ada Staff", from: "Standard", to: "VIP", people: ["Zoë Groß"] },
    "Ada Staff changed the ticket of Zoë Groß from Standard to VIP.",
  ],
  "registration.ticketsCancelled": [
    { by: "Ada Staff", people: ["Ada Lovelace", "Zoë Groß"] },
    "Ada Staff cancelled the tickets of Ada Lovelace and Zoë Groß; their places returned to sale.",
  ],
  "registration.addressesCorrected": [
    { people: ["leo@example.org"] },
    "Mia Keller corrected addresses; the tickets were mailed to leo@example.org.",
  ],
  "registration.nameCorrected": [
    { from: "Leo", to: "Leo Groß" },
    "Mia Keller corrected the name Leo to Leo Groß.",
  ],
  "registration.guestSaved": [{ from: "Leo", to: "Leo" }, "Leo changed the details of their own ticket."],
  "registration.corrected": [{ people: ["Leo"] }, "Mia Keller corrected the details of Leo."],
  "registration.importCorrected": [
    { by: "Ada Staff" },
    "Ada Staff imported the file again, which corrected the order.",
  ],
  "registration.buyerChanged": [
    { by: "Ada Staff", field: "email", from: "", to: "mia@example.com" },
    "Ada Staff added the buyer’s e-mail address: mia@example.com.",
  ],
  "registration.deleted": [{ by: "Ada Staff" }, "Ada Staff deleted the registration."],
};

test.each(Object.entries(examples))("the history says %s in a sentence", (action, [entry, sentence]) => {
  expect(sentenceOf({ action, ...entry })).toBe(sentence);
});

test("the sentence of an action depends on its order, on who did it, and on the value before it", () => {
  expect(
    sentenceOf(
      { action: "soldAtDoor", by: "Helper at North" },
      { ...paidContext, order: { ...paidOrder, channel: "door", paidBy: "cash" } },
    ),
  ).toBe("Helper at North sold it: in cash, at the door.");
  expect(sentenceOf({ action: "registration.guestSaved", from: "Leo", to: "Ada" })).toBe(
    "Ada changed the details of the ticket of Leo.",
  );
  expect(
    sentenceOf({ action: "registration.addressesCorrected", from: "Gus", people: ["gus@example.org"] }),
  ).toBe("Gus changed their own address; their ticket was mailed to gus@example.org.");
  expect(sentenceOf({ action: "registration.cancelled", from: "pending" })).toBe(
    "Mia Keller released the places.",
  );
  expect(sentenceOf({ action: "registration.cancelled", by: "Foyer", from: "pending" })).toBe(
    "Foyer released the places.",
  );
});

test("a refund by hand is described as done, not as requested", () => {
  const { createdAt } = doneRefund;
  const door = { order: { ...paidOrder, channel: "door", paidBy: "cash" } as const, refunds: [doneRefund] };
  expect(sentenceOf({ action: "refundAsked", by: "Ada Staff", at: createdAt }, door)).toBe(
    "Ada Staff refunded $22 by hand.",
  );
});

test("an entry shows the refunds of its `refundIds`, even if others have the same time", () => {
  const { createdAt, doneAt } = doneRefund;
  const both = { ...paidContext, refunds: [doneRefund, { ...doneRefund, id: 2, amount: 1000 }] };
  const request = { action: "refundAsked", by: "Ada Staff", at: createdAt };
  expect(sentenceOf({ ...request, refundIds: [2] }, both)).toBe("Ada Staff requested a refund of $10.");
  expect(sentenceOf({ ...request, refundIds: [] }, both)).toBe(
    "Ada Staff cancelled the order; nothing was paid for it.",
  );
  expect(sentenceOf({ action: "refunded", by: "Stripe", at: doneAt!, refundIds: [1] }, both)).toBe(
    "$22 was refunded to Mia Keller.",
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
    "$10 was refunded to Mia Keller.",
  );
});

test("a refund on the provider's website, of a late payment, and one that the bank sent back have different sentences", () => {
  const at = doneRefund.doneAt!;
  const atProvider = { order: paidOrder, refunds: [{ ...doneRefund, by: "Stripe" }] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, atProvider)).toBe(
    "$22 was refunded to Mia Keller, on the payment provider’s website.",
  );
  expect(
    sentenceOf({ action: "refunded", by: "Stripe", at, from: "failed", to: "refunded" }, atProvider),
  ).toBe("$22 was refunded to Mia Keller, because the payment came too late.");
  const returnedByBank = { order: paidOrder, refunds: [{ ...doneRefund, amount: -2200, by: "Stripe" }] };
  expect(sentenceOf({ action: "refunded", by: "Stripe", at }, returnedByBank)).toBe(
    "The bank returned $22 of the refund to the club.",
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
    "Ada Staff marked the order as paid: $55, by bank transfer: “Reference 4711”.",
  );
  const email = { action: "registration.buyerChanged", by, field: "email", to: "mia@example.com" };
  expect(sentenceOf({ ...email, from: "mia@example.org" })).toBe(
    "Ada Staff changed the buyer’s e-mail address from mia@example.org to mia@example.com.",
  );
  const corrected = { action: "registration.importCorrected", by };
  expect(sentenceOf({ ...corrected, from: "mia@example.org", to: "mia@example.com" })).toBe(
    "Ada Staff imported the file again, which corrected the order. The buyer’s e-mail address changed from mia@example.org to mia@example.com.",
  );
});
