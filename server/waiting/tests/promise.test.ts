import { describe, expect, test } from "vitest";
import { DomainError } from "../../domainError.ts";
import { decideHold, type HoldRequest } from "../../holds/decide.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";

const now = new Date("2026-06-01T12:00:00Z");
const wish = (quantity: number, more: Partial<HoldRequest> = {}): HoldRequest => ({
  eventId: 1,
  tickets: [{ ticketId: 11, quantity }],
  ...more,
});
function decide(spec: SnapshotSpec, request: HoldRequest) {
  const outcome = decideHold(snapshotOf(spec), request, now);
  return outcome instanceof DomainError ? [outcome.code, outcome.payload] : "granted";
}
const soldOut = ["soldOut", { available: { 11: 0 } }];

describe("a ticket with three places left and a waiting group of two", () => {
  const ticket = { id: 11, max_stock: 10, sold: 7, waiting_least: 2 };

  test("a ticket whose free places fit a waiting group is sold out for the public", () => {
    expect(decide({ tickets: [ticket] }, wish(1))).toEqual(soldOut);
  });

  test("a ticket is on sale if its free places are too few for every waiting group", () => {
    expect(decide({ tickets: [{ ...ticket, sold: 9 }] }, wish(1))).toBe("granted");
    expect(decide({ tickets: [ticket], event: { capacity: 8, sold: 7 } }, wish(1))).toBe("granted");
  });

  test("reserved places are on sale for the waiting group, at the door, and if the waiting list is switched off", () => {
    expect(decide({ tickets: [ticket] }, wish(2, { isOffer: true }))).toBe("granted");
    expect(decide({ tickets: [ticket] }, wish(3, { isAtDoor: true }))).toBe("granted");
    expect(decide({ tickets: [ticket], config: { waitingList: false } }, wish(3))).toBe("granted");
  });

  test("a waiting group that exceeds the limit of a registration can get the free places, but not more places", () => {
    const spec = { tickets: [ticket], config: { maxTicketsPerRegistration: 2 } };
    expect(decide(spec, wish(3, { isOffer: true }))).toBe("granted");
    expect(decide(spec, wish(4, { isOffer: true }))).toEqual(["notEnoughLeft", { available: { 11: 3 } }]);
  });

  test("a refused request for two tickets holds no places of either", () => {
    const spec = { tickets: [ticket, { id: 12, max_stock: 5 }] };
    const twoTickets = { ...wish(1), tickets: [...wish(1).tickets, { ticketId: 12, quantity: 2 }] };
    const snapshot = snapshotOf(spec);
    expect(decideHold(snapshot, twoTickets, now)).toMatchObject({
      code: "notEnoughLeft",
      payload: { available: { 11: 0, 12: 5 } },
    });
    expect([...snapshot.tickets.values()].map(({ held }) => held)).toEqual([0, 0]);
  });
});
