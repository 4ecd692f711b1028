import { describe, expect, test } from "vitest";
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import { DomainError } from "../../domainError.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";
import { decideHold, type Grant, type HoldRequest } from "../decide.ts";

const now = new Date("2026-06-01T12:00:00Z");
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const one: HoldRequest = { eventId: 1, tickets: [{ ticketId: 11, quantity: 1 }] };

function decide(
  spec: SnapshotSpec,
  wish: HoldRequest = one,
): Grant | { code: string; message: string; payload: unknown } {
  const outcome = decideHold(snapshotOf(spec), wish, now);
  if (!(outcome instanceof DomainError)) return outcome;
  const { code, message, payload } = outcome;
  return { code, message, payload };
}

describe("a request is granted", () => {
  test("a request is granted at the event's prices and tax, until the event's hold time ends", () => {
    const spec = {
      tickets: [{ id: 11, price: 2500 }],
      event: { tax_amount: 7.5 },
      config: { holdMinutes: 20 },
    };
    expect(decide(spec, { eventId: 1, tickets: [{ ticketId: 11, quantity: 3 }] })).toMatchObject({
      places: 3,
      subtotal: 7500,
      tax: 563,
      totalAmount: 8063,
      expiresAt: new Date("2026-06-01T12:20:00Z"),
      items: [{ kind: "ticket", refId: 11, unitPrice: 2500, quantity: 3, total: 7500 }],
    });
  });

  test("the last place is granted, and the next request is refused", () => {
    const snapshot = snapshotOf({ tickets: [{ id: 11, max_stock: 1 }] });
    expect(decideHold(snapshot, one, now)).not.toBeInstanceOf(DomainError);
    expect(decideHold(snapshot, one, now)).toMatchObject({
      code: "soldOut",
      payload: { available: { 11: 0 } },
    });
  });

  test("two lines with the same ticket are granted or refused as their sum", () => {
    const line = { ticketId: 11, quantity: 2 };
    expect(
      decide({ tickets: [{ id: 11, max_stock: 4 }] }, { eventId: 1, tickets: [line, line] }),
    ).toMatchObject({
      places: 4,
      items: [{ quantity: 4 }],
    });
    expect(
      decide({ tickets: [{ id: 11, max_stock: 3 }] }, { eventId: 1, tickets: [line, line] }),
    ).toMatchObject({
      code: "notEnoughLeft",
      payload: { available: { 11: 3 } },
    });
  });
});

describe("a request is refused", () => {
  test.each<[string, SnapshotSpec, { code: string; message: string }]>([
    [
      "for a draft, as not found",
      { event: { is_active: false } },
      { code: "notFound", message: "There is no such event." },
    ],
    [
      "for a cancelled event",
      { event: { cancelled_at: now } },
      { code: "salesClosed", message: "This event was cancelled." },
    ],
    [
      "for an event that is over",
      { event: { start_datetime: hoursFromNow(-9), end_datetime: now } },
      { code: "salesClosed", message: "This event is over." },
    ],
    [
      "a day after the start of an event without an end",
      { event: { start_datetime: hoursFromNow(-24), end_datetime: null } },
      { code: "salesClosed", message: "This event is over." },
    ],
    [
      "before sales begin",
      { config: { salesStart: hoursFromNow(1).toISOString() } },
      { code: "salesClosed", message: "Ticket sales have not started yet." },
    ],
    [
      "when sales have ended",
      { config: { salesEnd: now.toISOString() } },
      { code: "salesClosed", message: "Ticket sales have ended." },
    ],
    [
      "before this ticket's sales begin",
      { tickets: [{ id: 11, sales_start: hoursFromNow(1) }] },
      { code: "salesClosed", message: "Standard: Ticket sales have not started yet." },
    ],
    [
      "when this ticket's sales have ended",
      { tickets: [{ id: 11, sales_end: now }] },
      { code: "salesClosed", message: "Standard: Ticket sales have ended." },
    ],
    [
      "for an inactive ticket, without its name",
      { tickets: [{ id: 11, is_active: false }] },
      { code: "salesClosed", message: "This ticket is not on sale." },
    ],
    [
      "for another event's ticket",
      { tickets: [{ id: 11, event_id: 2 }] },
      { code: "invalidInput", message: "tickets.0.ticketId is not a ticket of this event." },
    ],
    [
      "for an unknown ticket",
      { tickets: [] },
      { code: "invalidInput", message: "tickets.0.ticketId is not a ticket of this event." },
    ],
  ])("a request is refused %s", (_why, spec, refusal) => {
    expect(decide(spec)).toMatchObject(refusal);
  });

  test("a request is refused for more tickets than one registration may have, over all its lines", () => {
    const tickets = [
      { ticketId: 11, quantity: 3 },
      { ticketId: 12, quantity: 3 },
    ];
    const spec = { config: { maxTicketsPerRegistration: 5 }, tickets: [{ id: 11 }, { id: 12 }] };
    expect(decide(spec, { eventId: 1, tickets })).toMatchObject({
      code: "invalidInput",
      message: "tickets must be at most 5 tickets in one registration.",
    });
  });

  test("a request is refused when the event is full, even if the ticket has stock", () => {
    expect(decide({ event: { capacity: 5, held: 2, sold: 3 } })).toMatchObject({
      code: "soldOut",
      payload: { available: { 11: 0 } },
    });
  });

  test("a refusal says what is left of each ticket, and which ticket has too few places", () => {
    const tickets = [
      { ticketId: 11, quantity: 1 },
      { ticketId: 12, quantity: 3 },
    ];
    const spec = { tickets: [{ id: 11 }, { id: 12, title: "Balcony", max_stock: 10, held: 5, sold: 3 }] };
    expect(decide(spec, { eventId: 1, tickets })).toEqual({
      code: "notEnoughLeft",
      message: "Only 2 of Balcony left.",
      payload: { available: { 11: 100, 12: 2 } },
    });
  });

  test.each([
    ["unknown", [], "invalidInput"],
    ["part of another event", [{ id: 21, event_id: 2 }], "invalidInput"],
    ["inactive", [{ id: 21, is_active: false }], "invalidInput"],
    ["sold out", [{ id: 21, max_stock: 2, sold: 2 }], "soldOut"],
    ["nearly sold out", [{ id: 21, max_stock: 2, sold: 1 }], "notEnoughLeft"],
  ])("a request is refused for an extra that is %s", (_why, extras, code) => {
    const wish = { ...one, extras: [{ extrasId: 21, quantity: 2 }] };
    expect(decide({ extras }, wish)).toMatchObject({ code });
  });

  test.each([
    [1, "Only 1 of Dinner left."],
    [2, "Dinner is sold out."],
  ])(
    "a request for an extra with %i of 2 sold is refused, and the message says what is left",
    (sold, message) => {
      const extras = [{ id: 21 }, { id: 22, name: "Dinner", max_stock: 2, sold }];
      const wish = { ...one, extras: [1, 2].map((quantity, index) => ({ extrasId: 21 + index, quantity })) };
      expect(decide({ extras }, wish)).toMatchObject({ message });
      expect(decide({ extras: extras.slice(0, 1) }, wish)).toMatchObject({
        payload: { fields: [{ path: "extras.1.extrasId" }] },
      });
    },
  );

  test("a request is refused for a total above the limit of an order, and granted at the limit", () => {
    const decideAt = (price: number) =>
      decide({ extras: [{ id: 21, price }] }, { ...one, extras: [{ extrasId: 21, quantity: 1 }] });
    expect(decideAt(holdLimits.amount - 2500)).toMatchObject({ totalAmount: holdLimits.amount });
    expect(decideAt(holdLimits.amount - 2499)).toMatchObject({ code: "invalidInput" });
  });
});

describe("staff at the door", () => {
  const atDoor = (spec: SnapshotSpec) => decide(spec, { ...one, isAtDoor: true });

  test("staff at the door can sell before and after the sale on the website", () => {
    for (const config of [
      { salesStart: hoursFromNow(1).toISOString() },
      { salesEnd: hoursFromNow(-1).toISOString() },
    ])
      expect(atDoor({ config })).toMatchObject({ places: 1 });
  });

  test("staff at the door cannot sell for an event that is over or cancelled, or an inactive ticket", () => {
    for (const spec of [
      { event: { cancelled_at: now } },
      { event: { start_datetime: hoursFromNow(-9), end_datetime: now } },
      { tickets: [{ id: 11, is_active: false }] },
    ])
      expect(atDoor(spec)).toMatchObject({ code: "salesClosed" });
  });
});
