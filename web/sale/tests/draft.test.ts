import fc from "fast-check";
import { expect, test } from "vitest";
import type { TaxedItem } from "../../../contract/shapes/order.ts";
import {
  type AttendeeDraft,
  draftAfter,
  emptyDraft,
  fitAttendees,
  type Hold,
  hasOffer,
  type PurchaseDraft,
  swapTicket,
  ticketsToName,
} from "../draft.ts";

const line = (refId: number, quantity: number): TaxedItem => ({
  kind: "ticket",
  refId,
  title: `Ticket ${refId}`,
  unitPrice: 1000,
  quantity,
  total: 1000 * quantity,
  net: 1000 * quantity,
  tax: 0,
});

function holdOf(items: TaxedItem[], registrationId = 7): Hold {
  const tickets = Object.fromEntries(items.map(({ refId, quantity }) => [refId, quantity]));
  return {
    registrationId,
    accessKey: "k".repeat(22),
    expiresAt: "2026-12-12T12:15:00Z",
    skewMs: 0,
    quote: {
      items,
      pricesIncludeTax: false,
      subtotal: 0,
      tax: 0,
      totalAmount: 0,
      taxes: [],
      currency: "eur",
      promoCode: null,
      discount: 0,
    },
    choice: { tickets, extras: {} },
  };
}

const attendee = (ticketId: number, name: string): AttendeeDraft => ({
  ticketId,
  name,
  email: "",
  answers: {},
});

const ascending = (one: number, other: number) => one - other;

const held = (draft: PurchaseDraft, hold: Hold) =>
  draftAfter(draft, { type: "held", hold, namesFor: "everyTicket" });

test("a hold makes an attendee for each ticket of each type", () => {
  const draft = held(emptyDraft, holdOf([line(1, 2), line(2, 1)]));
  expect(draft.people.attendees.map(({ ticketId }) => ticketId)).toEqual([1, 1, 2]);
  expect(draft.choice).toEqual({ tickets: { 1: 2, 2: 1 }, extras: {} });
});

test("if an event asks for the buyer only, any number of tickets has one attendee", () => {
  expect(ticketsToName([line(1, 3), line(2, 1)], "buyerOnly")).toEqual([1]);
});

test("extras need no attendee", () => {
  expect(ticketsToName([{ ...line(5, 2), kind: "extras" }, line(1, 1)], "everyTicket")).toEqual([1]);
});

test("when a hold ends, the choice and the typed values stay", () => {
  const typed = {
    buyer: { name: "Ada", email: "a@b.co", phone: "" },
    buyerAttends: true,
    attendees: [attendee(1, "")],
  };
  const before = draftAfter(held(emptyDraft, holdOf([line(1, 1)])), { type: "typed", people: typed });
  const after = draftAfter(before, { type: "holdEnded" });
  expect(after).toMatchObject({ hold: null, holdEnded: true, choice: { tickets: { 1: 1 } }, people: typed });
  expect(held(after, holdOf([line(1, 1)], 8)).holdEnded).toBe(false);
});

test("after another choice as many names stay as there are tickets, and each keeps its ticket if that is still held", () => {
  const typed = [attendee(1, "Ada"), attendee(1, "Grace"), attendee(2, "Edith")];
  expect(fitAttendees(typed, [2, 2, 1]).map(({ name, ticketId }) => `${name} ${ticketId}`)).toEqual([
    "Ada 1",
    "Grace 2",
    "Edith 2",
  ]);
  expect(fitAttendees(typed, [1]).map(({ name }) => name)).toEqual(["Ada"]);
  expect(
    fitAttendees([attendee(1, "Ada")], [1, 3]).map(({ name, ticketId }) => `${name} ${ticketId}`),
  ).toEqual(["Ada 1", " 3"]);
});

test("an attendee who gets another ticket swaps with an attendee who has that ticket", () => {
  const attendees = [attendee(1, "Ada"), attendee(2, "Grace"), attendee(2, "Edith")];
  expect(swapTicket(attendees, 0, 2).map(({ ticketId }) => ticketId)).toEqual([2, 2, 1]);
  expect(swapTicket(attendees, 0, 9)).toEqual(attendees);
});

test("after any changes, the attendees have exactly the tickets that were bought", () => {
  const ids = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      ids,
      ids,
      fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 5 }))),
      (before, bought, swaps) => {
        const typed = before.map((id, index) => attendee(id, `Guest ${index}`));
        const attendees = swaps.reduce(
          (current, [index, id]) => swapTicket(current, index, id),
          fitAttendees(typed, bought),
        );
        const tickets = attendees.map(({ ticketId }) => ticketId);
        expect([...tickets].sort(ascending)).toEqual([...bought].sort(ascending));
        expect(attendees.map(({ name }) => name)).toEqual(bought.map((_, at) => typed[at]?.name ?? ""));
      },
    ),
  );
});

test("a refusal keeps the corrected choice and drops the request, so that the next one is new", () => {
  const chosen = draftAfter(emptyDraft, { type: "chosen", choice: { tickets: { 1: 4 }, extras: {} } });
  const request = draftAfter(chosen, { type: "asked", asking: { key: "one", body: "{}" } });
  expect(request.choice).toEqual({ tickets: { 1: 4 }, extras: {} });
  const refused = draftAfter(request, { type: "refused", choice: { tickets: { 1: 2 }, extras: {} } });
  expect(refused).toMatchObject({ asking: null, choice: { tickets: { 1: 2 } } });
});

test("people who are changed after they were saved must be sent again", () => {
  const namedDraft = draftAfter(held(emptyDraft, holdOf([line(1, 1)])), { type: "named" });
  expect(namedDraft.named).toBe(true);
  expect(draftAfter(namedDraft, { type: "typed", people: namedDraft.people }).named).toBe(false);
});

test("after a purchase only its proof stays, and no personal data", () => {
  const full = draftAfter(held(emptyDraft, holdOf([line(1, 1)])), {
    type: "typed",
    people: {
      buyer: { name: "Ada", email: "a@b.co", phone: "1" },
      buyerAttends: true,
      attendees: [attendee(1, "Ada")],
    },
  });
  const bought = { registrationId: 7, accessKey: "k".repeat(22) };
  expect(draftAfter(full, { type: "bought", bought })).toEqual({ ...emptyDraft, bought });
});

test("a possible charge is remembered until the card is declined or the hold ends", () => {
  const paying = draftAfter(held(emptyDraft, holdOf([line(1, 1)])), { type: "paying" });
  expect(paying.paying).toBe(true);
  expect(draftAfter(paying, { type: "notPaid" })).toMatchObject({ paying: false, hold: paying.hold });
  for (const after of [
    held(paying, holdOf([line(1, 1)], 8)),
    draftAfter(paying, { type: "released" }),
    draftAfter(paying, { type: "holdEnded" }),
  ])
    expect(after.paying).toBe(false);
});

test("a draft has an offer from the waiting list until the offer expires by the server's clock", () => {
  const hold: Hold = { ...holdOf([line(1, 1)]), isOffer: true, skewMs: 1000 };
  const endsAt = Date.parse(hold.expiresAt) - 1000;
  expect(hasOffer({ hold }, endsAt - 1)).toBe(true);
  expect(hasOffer({ hold }, endsAt)).toBe(false);
  expect(hasOffer({ hold: holdOf([line(1, 1)]) }, endsAt - 1)).toBe(false);
  expect(hasOffer({ hold: null }, endsAt - 1)).toBe(false);
});
