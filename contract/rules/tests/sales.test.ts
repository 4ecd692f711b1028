import { describe, expect, test } from "vitest";
import {
  type EventSaleFields,
  eventSaleState,
  overallSaleState,
  type TicketSaleFields,
  ticketSaleState,
} from "../sales.ts";

const now = new Date("2026-06-01T12:00:00Z");
const past = "2026-05-01T12:00:00Z";
const future = "2026-07-01T12:00:00Z";
const event: EventSaleFields = {
  isActive: true,
  cancelledAt: null,
  startDatetime: future,
  endDatetime: null,
  placesLeft: null,
  config: { salesStart: null, salesEnd: null },
};
const ticket: TicketSaleFields = { isActive: true, currentStock: 5, salesStart: null, salesEnd: null };

test.each<[string, Partial<EventSaleFields>, string]>([
  ["on sale", {}, "onSale"],
  [
    "cancelled, and also inactive and over",
    { cancelledAt: past, isActive: false, endDatetime: past },
    "cancelled",
  ],
  ["a draft", { isActive: false }, "notActive"],
  ["over at its end", { endDatetime: now.toISOString() }, "over"],
  ["not over a millisecond before its end", { endDatetime: "2026-06-01T12:00:00.001Z" }, "onSale"],
  ["over a day after its start because it has no end", { startDatetime: "2026-05-31T12:00:00Z" }, "over"],
  ["before its sales", { config: { salesStart: future, salesEnd: null } }, "notYet"],
  ["at the start of its sales", { config: { salesStart: now.toISOString(), salesEnd: null } }, "onSale"],
  ["at the end of its sales", { config: { salesStart: null, salesEnd: now.toISOString() } }, "closed"],
])("the sale state is right for an event that is %s", (_what, change, state) => {
  expect(eventSaleState({ ...event, ...change }, now)).toBe(state);
});

test.each<[string, Partial<TicketSaleFields>, Partial<EventSaleFields>, string]>([
  ["on sale", {}, {}, "onSale"],
  ["part of a cancelled event", {}, { cancelledAt: past }, "cancelled"],
  ["inactive", { isActive: false }, {}, "notActive"],
  ["before its own sales", { salesStart: future }, {}, "notYet"],
  ["after its own sales", { salesEnd: past }, {}, "closed"],
  ["sold out", { currentStock: 0 }, {}, "soldOut"],
  ["in stock although the event is full", {}, { placesLeft: 0 }, "soldOut"],
])("the sale state is right for a ticket that is %s", (_what, change, ofEvent, state) => {
  expect(ticketSaleState({ ...event, ...ofEvent }, { ...ticket, ...change }, now)).toBe(state);
});

describe("the state of a whole event is the best state of its tickets", () => {
  const soldOut = { ...ticket, currentStock: 0 };
  const later = { ...ticket, salesStart: future };
  const closed = { ...ticket, salesEnd: past };
  const inactive = { ...ticket, isActive: false };
  test.each<[string, TicketSaleFields[]]>([
    ["onSale", [soldOut, ticket, closed]],
    ["notYet", [soldOut, later, closed]],
    ["soldOut", [soldOut, closed]],
    ["closed", [closed, inactive]],
    ["notActive", [inactive]],
    ["notActive", []],
  ])("an event is %s if this is the best state of its tickets", (state, tickets) => {
    expect(overallSaleState(event, tickets, now)).toBe(state);
  });
});
