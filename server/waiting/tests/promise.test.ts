import { describe, expect, test } from "vitest";
import { DomainError } from "../../domainError.ts";
import { decideHold, type Wish } from "../../holds/decide.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";

const now = new Date("2026-06-01T12:00:00Z");
const wish = (quantity: number, more: Partial<Wish> = {}): Wish => ({
  eventId: 1,
  tickets: [{ ticketId: 11, quantity }],
  ...more,
});
/** "granted", or the code of the refusal with what is left of each ticket. */
function decided(spec: SnapshotSpec, wanted: Wish) {
  const outcome = decideHold(snapshotOf(spec), wanted, now);
  return outcome instanceof DomainError ? [outcome.code, outcome.payload] : "granted";
}
const ended = ["soldOut", { available: { 11: 0 } }];

describe("a ticket of which three are left and for which a party of two waits", () => {
  const ticket = { id: 11, max_stock: 10, sold: 7, waiting_least: 2 };

  test("is sold out for the public, also for one alone", () => {
    expect(decided({ tickets: [ticket] }, wish(1))).toEqual(ended);
  });

  test("is on sale once what is left is too little for everybody who waits", () => {
    expect(decided({ tickets: [{ ...ticket, sold: 9 }] }, wish(1))).toBe("granted");
    expect(decided({ tickets: [ticket], event: { capacity: 8, sold: 7 } }, wish(1))).toBe("granted");
  });

  test("is on sale for the party itself, at the door, and where the event has no list", () => {
    expect(decided({ tickets: [ticket] }, wish(2, { isOffer: true }))).toBe("granted");
    expect(decided({ tickets: [ticket] }, wish(3, { isAtDoor: true }))).toBe("granted");
    expect(decided({ tickets: [ticket], config: { waitingList: false } }, wish(3))).toBe("granted");
  });

  test("is offered to a party that is larger than registrations may be, and no more than is there", () => {
    const spec = { tickets: [ticket], config: { maxTicketsPerRegistration: 2 } };
    expect(decided(spec, wish(3, { isOffer: true }))).toBe("granted");
    expect(decided(spec, wish(4, { isOffer: true }))).toEqual(["notEnoughLeft", { available: { 11: 3 } }]);
  });

  test("takes nothing of another ticket along when both are wanted", () => {
    const spec = { tickets: [ticket, { id: 12, max_stock: 5 }] };
    const both = { ...wish(1), tickets: [...wish(1).tickets, { ticketId: 12, quantity: 2 }] };
    const snapshot = snapshotOf(spec);
    expect(decideHold(snapshot, both, now)).toMatchObject({
      code: "notEnoughLeft",
      payload: { available: { 11: 0, 12: 5 } },
    });
    expect([...snapshot.tickets.values()].map(({ held }) => held)).toEqual([0, 0]);
  });
});
