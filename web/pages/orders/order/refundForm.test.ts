import { expect, test } from "vitest";
import { paidOrder, personOf } from "./order.fixture.ts";
import {
  bodyOf,
  pathsOf,
  problemsOf,
  type RefundValues,
  refundAmount,
  refundOutcome,
  valuesOf,
} from "./refundForm.ts";

const people = [personOf(1, "Mia"), personOf(2, "Ada"), personOf(3, "Zoë")];
const whole = { order: paidOrder, people };
const filled = (change: Partial<RefundValues>, of = whole): RefundValues => ({ ...valuesOf(of), ...change });
const quantities = (...texts: string[]) => ({
  how: "lines" as const,
  items: texts.map((quantity) => ({ quantity })),
});
const ticked = (...ids: number[]) =>
  people.map(({ attendeeId }) => ({ attendeeId, isLeaving: ids.includes(attendeeId) }));

test("it opens with everything that is left, and the tickets stay", () => {
  const of = { ...whole, order: { ...paidOrder, refundedAmount: 2200, refundDue: 100 } };
  expect(bodyOf(valuesOf(of), of)).toEqual({ orderId: 7, reason: "", amount: 3200, cancelTickets: false });
  expect(refundOutcome(valuesOf(of), of)).toEqual([
    "$32 goes back to Mia Keller, the way it was paid, and a mail tells of it.",
    "All tickets stay valid.",
  ]);
});

test("lines bring their share of the tax, and never more than is left", () => {
  const one = filled(quantities("1", "", ""));
  expect(refundAmount(one, whole)).toBe(2200);
  expect(bodyOf(one, whole)).toMatchObject({ items: [{ kind: "ticket", refId: 5, quantity: 1 }] });
  expect(bodyOf(one, whole)).not.toHaveProperty("amount");
  const nearlyAll = { ...whole, order: { ...paidOrder, refundedAmount: 4000 } };
  expect(refundAmount(one, nearlyAll)).toBe(1500);
  expect(refundOutcome(one, nearlyAll)).toContain("No more than this is left of the order.");
});

test("what is wrong is said where it is", () => {
  const wrong = (change: Partial<RefundValues>) => problemsOf(filled(change), whole);
  expect(wrong({ how: "amount", amount: "" })).toEqual({
    amount: "Please give an amount, such as 12 or 12.50.",
  });
  expect(wrong({ how: "amount", amount: "0" })).toEqual({ amount: "It must be more than nothing." });
  expect(wrong({ how: "amount", amount: "55.01" })).toEqual({
    amount: "It must be at most $55: so much is left.",
  });
  expect(wrong({ how: "amount", amount: "55" })).toEqual({});
  expect(wrong(quantities("", "", ""))).toEqual({ "items.0.quantity": "Please say how many of which line." });
  expect(wrong(quantities("3", "", "x"))).toEqual({
    "items.0.quantity": "The order has 2 of it.",
    "items.2.quantity": "Please give a whole number.",
  });
  expect(wrong({ tickets: "some" })).toEqual({
    "people.0.isLeaving": "Please say whose tickets are cancelled.",
  });
  expect(refundOutcome(filled({ how: "amount", amount: "x" }), whole)).toEqual([]);
});

test("some tickets, all of them, or all one by one are cancelled with what goes along", () => {
  const some = filled({
    tickets: "some",
    people: ticked(2),
  });
  expect(bodyOf(some, whole)).toMatchObject({ cancelTickets: true, attendeeIds: [2] });
  expect(refundOutcome(some, whole).slice(1)).toEqual([
    "1 ticket is cancelled (Ada Keller): its code dies, and the place returns to sale.",
    "2 tickets stay valid.",
  ]);
  const everybody = filled({ tickets: "some", people: ticked(1, 2, 3) });
  for (const all of [filled({ tickets: "all" }), everybody]) {
    expect(bodyOf(all, whole)).toMatchObject({ cancelTickets: true });
    expect(bodyOf(all, whole)).not.toHaveProperty("attendeeIds");
    expect(refundOutcome(all, whole).slice(1)).toEqual([
      "3 tickets are cancelled: their codes die, and the places return to sale.",
      "The extras bought with them return to sale as well.",
    ]);
  }
});

test("who is gone meanwhile does not leave their tick to another", () => {
  const values = filled({ tickets: "some", people: ticked(1, 2) });
  const now = { ...whole, people: people.slice(1) };
  expect(bodyOf(values, now)).toMatchObject({ attendeeIds: [2] });
  const none = { ...whole, people: people.slice(2) };
  expect(problemsOf(values, none)).toEqual({
    "people.2.isLeaving": "Please say whose tickets are cancelled.",
  });
});

test("extras and packages are on sale again when all of the money goes back, and not before", () => {
  for (const purpose of ["extras", "sponsorship"] as const) {
    const of = { order: { ...paidOrder, purpose }, people: null };
    expect(bodyOf(valuesOf(of), of)).toMatchObject({ amount: 5500, cancelTickets: true });
    expect(refundOutcome(valuesOf(of), of)[1]).toMatch(/^All of it goes back/);
    const part = { ...valuesOf(of), how: "amount" as const, amount: "10" };
    expect(bodyOf(part, of)).toMatchObject({ amount: 1000, cancelTickets: false });
    expect(refundOutcome(part, of)[1]).toMatch(/until all of the money goes back/);
  }
  const gift = { order: { ...paidOrder, purpose: "donation" as const }, people: null };
  expect(bodyOf(valuesOf(gift), gift)).toMatchObject({ cancelTickets: false });
});

test("what was paid at the door is given back by hand, and the screen says so", () => {
  const of = { order: { ...paidOrder, channel: "door", paidBy: "cash" } as const, people };
  expect(refundOutcome(valuesOf(of), of)[0]).toBe(
    "$55 is given back by hand: pay it out to Mia Keller yourself, in cash.",
  );
});

test("a free order has no money to give back, only tickets to cancel", () => {
  const of = {
    order: { ...paidOrder, paymentStatus: "free" as const, totalAmount: 0, subtotal: 0, tax: 0 },
    people,
  };
  expect(bodyOf(valuesOf(of), of)).toEqual({ orderId: 7, reason: "", cancelTickets: true });
  expect(refundOutcome(valuesOf(of), of)[0]).toMatch(/^3 tickets are cancelled/);
});

test("a refusal of the server stands at the field of what was sent", () => {
  const values = filled({
    ...quantities("", "", "1"),
    tickets: "some",
    people: ticked(3),
  });
  expect(pathsOf(values, whole)).toMatchObject({
    "items.0.quantity": "items.2.quantity",
    "attendeeIds.0": "people.2.isLeaving",
    cancelTickets: "tickets",
    amount: "how",
  });
  expect(pathsOf(filled({ how: "amount" }), whole)).toMatchObject({ amount: "amount" });
});
