import { describe, expect, test } from "vitest";
import { DomainError } from "../../domainError.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";
import { decideHold, type HoldRequest, type Snapshot } from "../decide.ts";

const now = new Date("2026-06-01T12:00:00Z");
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const wishOf = (quantities: Record<number, number>, promoCode?: string): HoldRequest => ({
  eventId: 1,
  tickets: Object.entries(quantities).map(([id, quantity]) => ({ ticketId: Number(id), quantity })),
  promoCode,
});

function decide(spec: SnapshotSpec, wish: HoldRequest) {
  return decideOn(snapshotOf(spec), wish);
}
function decideOn(snapshot: Snapshot, wish: HoldRequest) {
  const outcome = decideHold(snapshot, wish, now);
  if (!(outcome instanceof DomainError)) return outcome;
  const { code, message, payload } = outcome;
  return { code, message, payload };
}

const twoTickets: SnapshotSpec = {
  event: { tax_amount: 10 },
  tickets: [
    { id: 11, price: 2500 },
    { id: 12, price: 1000 },
  ],
};

describe("a promo code", () => {
  test("a promo code lowers the price and the tax of the tickets that it covers, and of no others", () => {
    const spec = { ...twoTickets, promoCodes: [{ id: 31, code: "EARLY", value: 20, ticket_ids: [11] }] };
    expect(decide(spec, wishOf({ 11: 2, 12: 1 }, "early"))).toMatchObject({
      items: [
        { refId: 11, unitPrice: 2000, quantity: 2, total: 4000, withCode: true },
        { refId: 12, unitPrice: 1000, quantity: 1, total: 1000 },
      ],
      subtotal: 5000,
      tax: 500,
      totalAmount: 5500,
      discount: 1000,
      promoUses: 2,
      promoCode: { id: 31 },
    });
  });

  test("a promo code without a list of tickets covers all tickets except hidden ones", () => {
    const spec: SnapshotSpec = {
      tickets: [{ id: 11 }, { id: 12, is_hidden: true }],
      promoCodes: [{ id: 31, code: "EARLY" }],
    };
    expect(decide(spec, wishOf({ 11: 1 }, "EARLY"))).toMatchObject({ promoUses: 1 });
    expect(decide(spec, wishOf({ 11: 1, 12: 1 }, "EARLY"))).toMatchObject({
      payload: { fields: [{ path: "tickets.1.ticketId", message: "is not a ticket of this event" }] },
    });
  });

  test("a promo code with an amount lowers the price of each ticket by it, down to zero", () => {
    const promoCodes = [{ id: 31, code: "TENNER", kind: "amount" as const, value: 1500 }];
    expect(decide({ ...twoTickets, promoCodes }, wishOf({ 11: 1, 12: 2 }, "TENNER"))).toMatchObject({
      items: [{ unitPrice: 1000 }, { unitPrice: 0 }],
      totalAmount: 1100,
      discount: 3500,
    });
  });

  test("a promo code can be used up to its limit, counted in tickets", () => {
    const snapshot = snapshotOf({ promoCodes: [{ id: 31, code: "EARLY", max_uses: 5, sold: 1, held: 1 }] });
    expect(decideOn(snapshot, wishOf({ 11: 2 }, "EARLY"))).toMatchObject({ promoUses: 2 });
    expect(decideOn(snapshot, wishOf({ 11: 2 }, "EARLY"))).toMatchObject({
      code: "notEnoughLeft",
      message: "Only 1 more ticket can be bought with this code.",
      payload: { promoCodeLeft: 1, fields: [{ path: "promoCode" }] },
    });
    expect(decideOn(snapshot, wishOf({ 11: 1 }, "EARLY"))).toMatchObject({ promoUses: 1 });
    expect(decideOn(snapshot, wishOf({ 11: 1 }, "EARLY"))).toMatchObject({
      code: "soldOut",
      payload: { promoCodeLeft: 0 },
    });
    expect(snapshot.promoCodes.get(31)).toMatchObject({ held: 4, sold: 1 });
    expect(snapshot.tickets.get(11)).toMatchObject({ held: 3 });
  });

  test("a promo code counts only the tickets that it covers", () => {
    const spec = { ...twoTickets, promoCodes: [{ id: 31, code: "EARLY", max_uses: 1, ticket_ids: [12] }] };
    expect(decide(spec, wishOf({ 11: 5, 12: 1 }, "EARLY"))).toMatchObject({ promoUses: 1, places: 6 });
  });

  test("a promo code that is unknown, inactive or of another event is refused at its field", () => {
    const promoCodes = [
      { id: 31, code: "OFF", is_active: false },
      { id: 32, code: "THEIRS", event_id: 2 },
    ];
    for (const typed of ["OFF", "THEIRS", "NONE"])
      expect(decide({ promoCodes }, wishOf({ 11: 1 }, typed))).toMatchObject({
        code: "invalidInput",
        payload: { fields: [{ path: "promoCode", message: "is not known for this event" }] },
      });
  });

  test("a promo code is refused when it covers none of the tickets", () => {
    const spec = { ...twoTickets, promoCodes: [{ id: 31, code: "EARLY", ticket_ids: [12] }] };
    expect(decide(spec, wishOf({ 11: 1 }, "EARLY"))).toMatchObject({
      code: "invalidInput",
      payload: { fields: [{ path: "promoCode", message: "is not for these tickets" }] },
    });
  });

  test("a promo code can be used from its start until its end", () => {
    const decideIn = (window: { starts_at?: Date; ends_at?: Date }) =>
      decide({ promoCodes: [{ id: 31, code: "EARLY", ...window }] }, wishOf({ 11: 1 }, "EARLY"));
    expect(decideIn({ starts_at: now, ends_at: hoursFromNow(1) })).toMatchObject({ promoUses: 1 });
    const closed = (message: string) => ({
      code: "salesClosed",
      message,
      payload: { fields: [{ path: "promoCode", message }] },
    });
    expect(decideIn({ starts_at: hoursFromNow(1) })).toMatchObject(closed("This code cannot be used yet."));
    expect(decideIn({ ends_at: now })).toMatchObject(closed("This code has ended."));
  });
});

describe("a hidden ticket", () => {
  const spec: SnapshotSpec = {
    tickets: [{ id: 11 }, { id: 12, is_hidden: true, price: 1000 }],
    promoCodes: [
      { id: 31, code: "MEMBERS", kind: "access", value: 0, ticket_ids: [12] },
      { id: 32, code: "OTHERS", kind: "access", value: 0, ticket_ids: [11] },
    ],
  };

  test("a hidden ticket is sold at its price with an access code that covers it", () => {
    expect(decide(spec, wishOf({ 12: 2 }, "members"))).toMatchObject({
      totalAmount: 2000,
      discount: 0,
      promoUses: 2,
    });
  });

  test("a hidden ticket is refused as unknown without its code, also if it is inactive, and with another code", () => {
    const missing = {
      code: "invalidInput",
      payload: { fields: [{ path: "tickets.0.ticketId", message: "is not a ticket of this event" }] },
    };
    expect(decide(spec, wishOf({ 12: 1 }))).toMatchObject(missing);
    expect(decide(spec, wishOf({ 12: 1 }, "OTHERS"))).toMatchObject(missing);
    expect(decide(spec, wishOf({ 99: 1 }))).toMatchObject(missing);
    const inactive = { ...spec, tickets: [{ id: 12, is_hidden: true, is_active: false, title: "Crew" }] };
    expect(decide(inactive, wishOf({ 12: 1 }))).toMatchObject(missing);
  });

  test("a hidden ticket is sold at the door like any other", () => {
    expect(decide(spec, { ...wishOf({ 12: 1 }), isAtDoor: true })).toMatchObject({ places: 1 });
  });
});

describe("tickets that share places", () => {
  const spec: SnapshotSpec = {
    tickets: [
      { id: 11, title: "Adult", shared_capacity_id: 41 },
      { id: 12, title: "Child", shared_capacity_id: 41, max_stock: 2 },
      { id: 13, title: "Balcony" },
    ],
    shared: [{ id: 41, max_places: 5, sold: 1 }],
  };

  test("tickets that share places are sold until all shared places are taken", () => {
    const snapshot = snapshotOf(spec);
    expect(decideOn(snapshot, wishOf({ 11: 2, 12: 1 }))).toMatchObject({ places: 3 });
    expect(snapshot.shared.get(41)).toMatchObject({ held: 3, sold: 1 });
    expect(decideOn(snapshot, wishOf({ 11: 2 }))).toMatchObject({
      code: "notEnoughLeft",
      message: "Only 1 of Adult left.",
      payload: { available: { 11: 1 } },
    });
    expect(decideOn(snapshot, wishOf({ 12: 1 }))).toMatchObject({ places: 1 });
    expect(decideOn(snapshot, wishOf({ 11: 1, 12: 1 }))).toMatchObject({
      code: "soldOut",
      payload: { available: { 11: 0, 12: 0 } },
    });
    expect(decideOn(snapshot, wishOf({ 13: 1 }))).toMatchObject({ places: 1 });
  });

  test("tickets that share places are refused when each would fit alone, but not all together", () => {
    const crowded = { ...spec, tickets: [{ id: 11, shared_capacity_id: 41 }, spec.tickets![1]!] };
    expect(decide(crowded, wishOf({ 11: 3, 12: 2 }))).toMatchObject({
      code: "notEnoughLeft",
      message: "There are not enough places left for all of these tickets together.",
      payload: { available: { 11: 4, 12: 2 } },
    });
  });

  test("the limit of shared places is kept at the door too", () => {
    const wish = { ...wishOf({ 11: 5 }), isAtDoor: true };
    expect(decide(spec, wish)).toMatchObject({ code: "notEnoughLeft", payload: { available: { 11: 4 } } });
  });
});
