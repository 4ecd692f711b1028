import { expect, test } from "vitest";
import { paidOrder, personOf } from "./order.fixture.ts";
import {
  bodyOf,
  noCancelBecause,
  pathsOf,
  problemsOf,
  type RefundValues,
  refundAmount,
  refundOutcome,
  valuesOf,
  valuesWith,
} from "./refundForm.ts";

const people = [personOf(1, "Mia"), personOf(2, "Ada"), personOf(3, "Zoë")];
type Context = Parameters<typeof valuesOf>[0];
const wholeOrder: Context = { order: paidOrder, people, refunds: [] };
const everythingOf = (context: Context) => valuesWith(valuesOf(context), "rest");
const filled = (change: Partial<RefundValues>, context: Context = wholeOrder): RefundValues => ({
  ...everythingOf(context),
  ...change,
});
const quantities = (...texts: string[]) => ({
  how: "lines" as const,
  items: texts.map((quantity) => ({ quantity })),
});
const ticked = (...ids: number[]) =>
  people.map(({ attendeeId }) => ({ attendeeId, isCancelled: ids.includes(attendeeId) }));

test("the form opens without an amount, and refunds nothing until an amount is chosen", () => {
  const opened = valuesOf(wholeOrder);
  expect([opened.how, opened.tickets]).toEqual(["", "keep"]);
  expect(problemsOf(opened, wholeOrder)).toEqual({ how: "Please choose how much to refund." });
  expect(refundAmount(opened, wholeOrder)).toBeNull();
  expect(refundOutcome(opened, wholeOrder)).toEqual([]);
});

test("a refund of everything that is left cancels the tickets by default", () => {
  const context = { ...wholeOrder, order: { ...paidOrder, refundedAmount: 2200, refundDue: 100 } };
  expect(bodyOf(everythingOf(context), context)).toEqual({
    orderId: 7,
    reason: "",
    amount: 3200,
    cancelTickets: true,
  });
  expect(refundOutcome(everythingOf(context), context)).toEqual([
    "$32 is refunded to the card or account of Mia Keller, and the buyer gets a mail about it.",
    "3 tickets are cancelled: their codes stop working, and the places return to sale.",
    "The extras bought with them return to sale as well.",
  ]);
});

test("the last ticket is not cancelled if `paidLater` is true", () => {
  const context = { ...wholeOrder, paidLater: true };
  const reason = "Extras that were bought later are paid for. Refund them first.";
  const all = everythingOf(context);
  expect(noCancelBecause(all, context)).toBe(reason);
  expect(noCancelBecause({ ...all, tickets: "some", people: ticked(1, 2, 3) }, context)).toBe(reason);
  expect(noCancelBecause({ ...all, tickets: "some", people: ticked(1, 2) }, context)).toBeNull();
  expect(noCancelBecause({ ...all, tickets: "keep" }, context)).toBeNull();
  expect(noCancelBecause(all, wholeOrder)).toBeNull();
});

test("when another amount is chosen, the tickets stay valid by default, unless some people were chosen", () => {
  const opened = everythingOf(wholeOrder);
  const part = valuesWith(opened, "amount");
  expect([part.how, part.tickets]).toEqual(["amount", "keep"]);
  expect(valuesWith(part, "rest").tickets).toBe("all");
  expect(valuesWith({ ...opened, tickets: "some" }, "lines").tickets).toBe("some");
});

test("the refund of a line includes its share of the tax, and never exceeds what is left", () => {
  const oneTicket = filled(quantities("1", "", ""));
  expect(refundAmount(oneTicket, wholeOrder)).toBe(2200);
  expect(bodyOf(oneTicket, wholeOrder)).toMatchObject({ items: [{ kind: "ticket", refId: 5, quantity: 1 }] });
  expect(bodyOf(oneTicket, wholeOrder)).not.toHaveProperty("amount");
  const nearlyAll = { ...wholeOrder, order: { ...paidOrder, refundedAmount: 4000 } };
  expect(refundAmount(oneTicket, nearlyAll)).toBe(1500);
  expect(refundOutcome(oneTicket, nearlyAll)).toContain("This is the most that can still be refunded.");
});

test("extras that are refunded one by one are refunded in full, and return to sale with the last", () => {
  const refundOf = (state: "done" | "failed") => ({
    state,
    items: [{ kind: "extras" as const, refId: 5, quantity: 1 }],
  });
  const dinners = { ...paidOrder.items[2]!, unitPrice: 500, quantity: 3, total: 1500, net: 1500, tax: 109 };
  const order = { ...paidOrder, items: [dinners], subtotal: 1500, tax: 109, totalAmount: 1609 };
  const after = (refundedAmount: number, refunds: Context["refunds"]): Context => ({
    order: { ...order, purpose: "extras", refundedAmount },
    people: null,
    refunds,
  });
  const oneDinner = { ...valuesOf(after(0, [])), ...quantities("1") };
  const second = after(536, [refundOf("done"), refundOf("failed")]);
  expect(refundAmount(oneDinner, second)).toBe(537);
  expect(bodyOf(oneDinner, second)).toMatchObject({ cancelTickets: false });
  const last = after(1073, [refundOf("done"), refundOf("done")]);
  expect(refundAmount(oneDinner, last)).toBe(536);
  expect(bodyOf(oneDinner, last)).toMatchObject({ cancelTickets: true });
});

test("each mistake is shown at its field", () => {
  const problemsWith = (change: Partial<RefundValues>) => problemsOf(filled(change), wholeOrder);
  expect(problemsWith({ how: "amount", amount: "" })).toEqual({
    amount: "Please give an amount, such as 12 or 12.50.",
  });
  expect(problemsWith({ how: "amount", amount: "0" })).toEqual({ amount: "It must be more than 0." });
  expect(problemsWith({ how: "amount", amount: "55.01" })).toEqual({
    amount: "It must be at most $55, the amount that is left.",
  });
  expect(problemsWith({ how: "amount", amount: "55" })).toEqual({});
  expect(problemsWith(quantities("", "", ""))).toEqual({
    "items.0.quantity": "Please enter how many of each.",
  });
  expect(problemsWith(quantities("3", "", "x"))).toEqual({
    "items.0.quantity": "The order has only 2.",
    "items.2.quantity": "Please give a whole number.",
  });
  expect(problemsWith({ tickets: "some" })).toEqual({
    "people.0.isCancelled": "Please choose the tickets to cancel.",
  });
  expect(refundOutcome(filled({ how: "amount", amount: "x" }), wholeOrder)).toEqual([]);
});

test("some or all tickets are cancelled, and the extras only with all of them", () => {
  const oneCancelled = filled({
    tickets: "some",
    people: ticked(2),
  });
  expect(bodyOf(oneCancelled, wholeOrder)).toMatchObject({ cancelTickets: true, attendeeIds: [2] });
  expect(refundOutcome(oneCancelled, wholeOrder).slice(1)).toEqual([
    "1 ticket is cancelled (Ada Keller): its code stops working, and the place returns to sale.",
    "2 tickets stay valid.",
    "The extras of the order stay, too. They are cancelled only with the last ticket.",
  ]);
  const everybody = filled({ tickets: "some", people: ticked(1, 2, 3) });
  for (const all of [filled({ tickets: "all" }), everybody]) {
    expect(bodyOf(all, wholeOrder)).toMatchObject({ cancelTickets: true });
    expect(bodyOf(all, wholeOrder)).not.toHaveProperty("attendeeIds");
    expect(refundOutcome(all, wholeOrder).slice(1)).toEqual([
      "3 tickets are cancelled: their codes stop working, and the places return to sale.",
      "The extras bought with them return to sale as well.",
    ]);
  }
});

test("the tick of a removed attendee does not move to another attendee", () => {
  const values = filled({ tickets: "some", people: ticked(1, 2) });
  const withoutMia = { ...wholeOrder, people: people.slice(1) };
  expect(bodyOf(values, withoutMia)).toMatchObject({ attendeeIds: [2] });
  const onlyZoe = { ...wholeOrder, people: people.slice(2) };
  expect(problemsOf(values, onlyZoe)).toEqual({
    "people.2.isCancelled": "Please choose the tickets to cancel.",
  });
});

test("extras and packages return to sale only with a full refund", () => {
  for (const purpose of ["extras", "sponsorship"] as const) {
    const context = { ...wholeOrder, order: { ...paidOrder, purpose }, people: null };
    expect(bodyOf(everythingOf(context), context)).toMatchObject({ amount: 5500, cancelTickets: true });
    expect(refundOutcome(everythingOf(context), context)[1]).toMatch(/^Everything is refunded/);
    const part = { ...valuesOf(context), how: "amount" as const, amount: "10" };
    expect(bodyOf(part, context)).toMatchObject({ amount: 1000, cancelTickets: false });
    expect(refundOutcome(part, context)[1]).toMatch(/until everything is refunded/);
  }
  const donation = { ...wholeOrder, order: { ...paidOrder, purpose: "donation" as const }, people: null };
  expect(bodyOf(everythingOf(donation), donation)).toMatchObject({ cancelTickets: false });
});

test("a payment in cash at the door is refunded by hand, and the form shows how", () => {
  const context = { ...wholeOrder, order: { ...paidOrder, channel: "door", paidBy: "cash" } as const };
  expect(refundOutcome(everythingOf(context), context)[0]).toBe(
    "$55 is refunded by hand: pay it out to Mia Keller yourself, in cash.",
  );
});

test("if the bank sent back a refund of a fully refunded order, the form asks staff not to pay twice", () => {
  const warning =
    "The bank sent an earlier refund back. Refund only if you have not paid the buyer another way.";
  const sentBack = { ...wholeOrder, order: { ...paidOrder, paymentStatus: "refunded" as const } };
  expect(refundOutcome(everythingOf(sentBack), sentBack)).toContain(warning);
  expect(refundOutcome(everythingOf(wholeOrder), wholeOrder)).not.toContain(warning);
});

test("a free order has nothing to refund, only tickets to cancel", () => {
  const context = {
    ...wholeOrder,
    order: { ...paidOrder, paymentStatus: "free" as const, totalAmount: 0, subtotal: 0, tax: 0 },
  };
  expect(bodyOf(valuesOf(context), context)).toEqual({ orderId: 7, reason: "", cancelTickets: true });
  expect(refundOutcome(valuesOf(context), context)[0]).toMatch(/^3 tickets are cancelled/);
  expect(refundOutcome(valuesOf(context), context)).toContain("The buyer gets a mail about it.");
  const withoutAddress = {
    ...context,
    order: { ...context.order, buyer: { ...paidOrder.buyer, email: null } },
  };
  expect(refundOutcome(valuesOf(withoutAddress), withoutAddress).join(" ")).not.toMatch(/mail/);
});

test("a refusal of the server is shown at the field of the sent value", () => {
  const values = filled({
    ...quantities("", "", "1"),
    tickets: "some",
    people: ticked(3),
  });
  expect(pathsOf(values, wholeOrder)).toMatchObject({
    "items.0.quantity": "items.2.quantity",
    "attendeeIds.0": "people.2.isCancelled",
    cancelTickets: "tickets",
    amount: "how",
  });
  expect(pathsOf(filled({ how: "amount" }), wholeOrder)).toMatchObject({ amount: "amount" });
});
