import fc from "fast-check";
import { expect, test } from "vitest";
import type { Event } from "../../../contract/shapes/event.ts";
import type { Extras } from "../../../contract/shapes/extras.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";
import {
  choiceIn,
  emptyChoice,
  limitChoiceTo,
  limitChoiceToOffer,
  limitText,
  maxQuantityOf,
  offerWithHold,
  quoteOf,
  requestOf,
  type SaleOffer,
  sameChoice,
  startingChoice,
  ticketCount,
  withQuantity,
} from "../choice.ts";

const now = new Date("2026-11-01T10:00:00Z");

const event = {
  isActive: true,
  cancelledAt: null,
  startDatetime: "2026-12-12T12:00:00Z",
  endDatetime: "2026-12-12T16:00:00Z",
  placesLeft: null,
  currency: "eur",
  taxType: "percent",
  taxAmount: 7,
  config: { maxTicketsPerRegistration: 10, salesStart: null, salesEnd: null },
} as Event;

const ticket = (id: number, overrides: Partial<Ticket> = {}): Ticket => ({
  id,
  eventId: 1,
  title: `Ticket ${id}`,
  description: "",
  price: 2500,
  currency: "eur",
  maxStock: 100,
  currentStock: 50,
  salesStart: null,
  salesEnd: null,
  isActive: true,
  sortOrder: id,
  validDays: null,
  isHidden: false,
  sharedCapacityId: null,
  taxRateId: null,
  taxRate: null,
  hasWaitingList: false,
  ...overrides,
});

const extra = (id: number, currentStock: number | null): Extras => ({
  id,
  eventId: 1,
  name: `Extra ${id}`,
  description: "",
  price: 500,
  currency: "eur",
  content: [],
  maxStock: currentStock,
  currentStock,
  isActive: true,
  taxRateId: null,
  taxRate: null,
});

const offerOf = (overrides: Partial<SaleOffer> & { event?: Event }): SaleOffer => ({
  event,
  tickets: [],
  extras: [],
  ...overrides,
});
const limited = (maxTicketsPerRegistration: number, placesLeft: number | null = null): Event => ({
  ...event,
  placesLeft,
  config: { ...event.config, maxTicketsPerRegistration },
});

test("one registration never has more tickets than the event allows, over all types", () => {
  const offer = offerOf({ event: limited(4), tickets: [ticket(1), ticket(2)] });
  const three = withQuantity(offer, emptyChoice, { kind: "tickets", id: 1, quantity: 3, now });
  expect(maxQuantityOf(offer, three, "tickets", 2, now)).toBe(1);
  expect(withQuantity(offer, three, { kind: "tickets", id: 2, quantity: 5, now }).tickets).toEqual({
    1: 3,
    2: 1,
  });
});

test("nobody can choose more than is left of a ticket or of the event's places", () => {
  const scarce = offerOf({ tickets: [ticket(1, { currentStock: 2 })] });
  expect(maxQuantityOf(scarce, emptyChoice, "tickets", 1, now)).toBe(2);
  const full = offerOf({ event: limited(10, 3), tickets: [ticket(1), ticket(2)] });
  expect(maxQuantityOf(full, { tickets: { 2: 2 }, extras: {} }, "tickets", 1, now)).toBe(1);
});

test("a ticket that is not on sale cannot be chosen", () => {
  const offer = offerOf({
    tickets: [
      ticket(1, { currentStock: 0 }),
      ticket(2, { salesStart: "2026-11-02T00:00:00Z" }),
      ticket(3, { isActive: false }),
    ],
  });
  for (const id of [1, 2, 3, 4]) expect(maxQuantityOf(offer, emptyChoice, "tickets", id, now)).toBe(0);
});

test("an extra is limited by its stock and to 1000 per order, not by the number of tickets", () => {
  const offer = offerOf({ event: limited(1), tickets: [ticket(1)], extras: [extra(8, 3), extra(9, null)] });
  expect(maxQuantityOf(offer, emptyChoice, "extras", 8, now)).toBe(3);
  expect(maxQuantityOf(offer, emptyChoice, "extras", 9, now)).toBe(1000);
  const all = { tickets: {}, extras: { 8: 3, 9: 1000 } };
  expect(limitText(offer, all, "extras", 8, now)).toBe("No more of these are left.");
  expect(limitText(offer, all, "extras", 9, now)).toBe("One order can have at most 1000 of these.");
});

test.each([Number.NaN, -3, 0, Number.POSITIVE_INFINITY])(
  "the quantity %d removes the ticket from the choice",
  (quantity) => {
    const offer = offerOf({ tickets: [ticket(1)] });
    const two = withQuantity(offer, emptyChoice, { kind: "tickets", id: 1, quantity: 2, now });
    expect(withQuantity(offer, two, { kind: "tickets", id: 1, quantity, now })).toEqual(emptyChoice);
  },
);

test("a single ticket type on sale starts with 1 ticket, and several types start with none", () => {
  expect(
    startingChoice(offerOf({ tickets: [ticket(1), ticket(2, { currentStock: 0 })] }), now).tickets,
  ).toEqual({ 1: 1 });
  expect(startingChoice(offerOf({ tickets: [ticket(1), ticket(2)] }), now)).toEqual(emptyChoice);
  expect(startingChoice(offerOf({ tickets: [] }), now)).toEqual(emptyChoice);
});

test("a stored choice is reduced to the offer when the buyer returns", () => {
  const offer = offerOf({ tickets: [ticket(1, { currentStock: 1 }), ticket(2)], extras: [extra(8, 0)] });
  const saved = { tickets: { 1: 3, 2: 2, 77: 1 }, extras: { 8: 1 } };
  expect(limitChoiceToOffer(offer, saved, now)).toEqual({ tickets: { 1: 1, 2: 2 }, extras: {} });
});

test("a refusal corrects the choice to what is left", () => {
  const choice = { tickets: { 1: 4, 2: 1 }, extras: { 8: 2 } };
  expect(limitChoiceTo(choice, { tickets: { 1: 2, 2: 0 }, extras: {} })).toEqual({
    tickets: { 1: 2 },
    extras: { 8: 2 },
  });
});

test("a choice has its lines, their subtotal, the tax and the total", () => {
  const offer = offerOf({ tickets: [ticket(1)], extras: [extra(8, 9)] });
  expect(quoteOf(offer, { tickets: { 1: 2 }, extras: { 8: 1 } })).toMatchObject({
    items: [
      { kind: "ticket", refId: 1, title: "Ticket 1", unitPrice: 2500, quantity: 2, total: 5000 },
      { kind: "extras", refId: 8, title: "Extra 8", unitPrice: 500, quantity: 1, total: 500 },
    ],
    subtotal: 5500,
    tax: 385,
    totalAmount: 5885,
    currency: "eur",
  });
});

test("two choices with the same quantities are equal, and a quantity of 0 does not count", () => {
  expect(
    sameChoice({ tickets: { 1: 1, 2: 2 }, extras: {} }, { tickets: { 2: 2, 1: 1 }, extras: { 8: 0 } }),
  ).toBe(true);
  expect(sameChoice({ tickets: { 1: 1 }, extras: {} }, { tickets: { 1: 2 }, extras: {} })).toBe(false);
  expect(requestOf({ tickets: { 2: 2, 1: 1 }, extras: { 8: 1 } })).toEqual({
    tickets: [
      { ticketId: 1, quantity: 1 },
      { ticketId: 2, quantity: 2 },
    ],
    extras: [{ extrasId: 8, quantity: 1 }],
  });
});

test("no sequence of chosen tickets exceeds the offer", () => {
  const offer = offerOf({
    event: limited(6, 5),
    tickets: [ticket(1, { currentStock: 3 }), ticket(2), ticket(3)],
  });
  const wish = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -2, max: 12 }));
  fc.assert(
    fc.property(fc.array(wish), (wishes) => {
      const choice = wishes.reduce(
        (chosen, [id, quantity]) => withQuantity(offer, chosen, { kind: "tickets", id, quantity, now }),
        emptyChoice,
      );
      expect(ticketCount(choice)).toBeLessThanOrEqual(5);
      expect(choice.tickets[1] ?? 0).toBeLessThanOrEqual(3);
      expect(choice.tickets[4]).toBeUndefined();
    }),
  );
});

test("the places and extras that a buyer holds count as available to that buyer", () => {
  const offer = offerOf({
    event: limited(10, 0),
    tickets: [ticket(1, { currentStock: 0 }), ticket(2, { currentStock: 4 })],
    extras: [extra(8, 1)],
  });
  const held = { tickets: { 1: 2 }, extras: { 8: 1 } };
  expect(limitChoiceToOffer(offer, held, now)).toEqual({ tickets: {}, extras: { 8: 1 } });
  expect(limitChoiceToOffer(offerWithHold(offer, held), held, now)).toEqual(held);
  expect(maxQuantityOf(offerWithHold(offer, held), held, "tickets", 1, now)).toBe(2);
  expect(maxQuantityOf(offerWithHold(offer, held), held, "tickets", 2, now)).toBe(0);
  expect(maxQuantityOf(offerWithHold(offer, held), held, "extras", 8, now)).toBe(2);
  expect(offerWithHold(offer, null)).toBe(offer);
});

test("a quantity at its limit has a text that says why", () => {
  const offer = offerOf({ event: limited(3), tickets: [ticket(1, { currentStock: 2 }), ticket(2)] });
  const two = { tickets: { 1: 2 }, extras: {} };
  expect(limitText(offer, two, "tickets", 1, now)).toBe("No more of these are left.");
  expect(limitText(offer, two, "tickets", 2, now)).toBeNull();
  const three = { tickets: { 1: 2, 2: 1 }, extras: {} };
  expect(limitText(offer, three, "tickets", 2, now)).toBe("One order can have at most 3 tickets.");
});

test.each([
  ["?ticket-12=2&extra-3=1", { tickets: { 12: 2 }, extras: { 3: 1 } }],
  ["?ticket-12=0&ticket-13=1&utm_source=mail", { tickets: { 13: 1 }, extras: {} }],
  ["?ticket-12=0", null],
  ["?ticket-x=1&ticket-1=-2&ticket-1=1.5&ticket-__proto__=1", null],
  ["", null],
])("the address %j contains the choice %j", (search, choice) => {
  expect(choiceIn(search)).toEqual(choice);
});
