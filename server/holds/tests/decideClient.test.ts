import { expect, test } from "vitest";
import { DomainError } from "../../domainError.ts";
import { snapshotOf } from "../../testing/snapshot.ts";
import { decideHold, type HoldRequest } from "../decide.ts";
import { heldKey } from "../decideClient.ts";
import { returnGrant } from "../grant.ts";

const now = new Date("2026-05-01T10:00:00Z");
const snapshotWith = (stock: number, held: Record<string, number> = {}) => ({
  ...snapshotOf({ tickets: [{ id: 11, max_stock: stock }], event: { capacity: null } }),
  unpaid: new Map(Object.entries(held).map(([client, places]) => [heldKey(1, client), places])),
});
const wish = (quantity: number, more: Partial<HoldRequest> = {}): HoldRequest => ({
  eventId: 1,
  tickets: [{ ticketId: 11, quantity }],
  client: "192.0.2.1",
  ...more,
});
function hoardPlaces(stock: number): number {
  const snapshot = snapshotWith(stock);
  let places = 0;
  for (;;) {
    const outcome = decideHold(snapshot, wish(10), now);
    if (outcome instanceof DomainError) return places;
    places += outcome.places;
  }
}

test.each([
  [100, 20],
  [200, 40],
  [1000, 200],
  [10_000, 2000],
])("when %i places are free, one client gets %i in holds of ten", (stock, max) => {
  expect(hoardPlaces(stock)).toBe(max);
});

test("a refusal says how many places the client holds and when to try again", () => {
  expect(decideHold(snapshotWith(50, { "192.0.2.1": 20 }), wish(1), now)).toMatchObject({
    code: "tooMany",
    message:
      "Your network already holds 20 places that are not paid yet, and few are left. Finish those orders, or try again in a minute.",
    payload: { retryAfterSeconds: 60 },
  });
});

test("the first hold of a client is granted at any size, and holds of other clients do not count", () => {
  const snapshot = {
    ...snapshotWith(40, { "192.0.2.2": 20 }),
    events: snapshotOf({ event: { capacity: null }, config: { maxTicketsPerRegistration: 30 } }).events,
  };
  expect(decideHold(snapshot, wish(30), now)).toMatchObject({ places: 30 });
  expect(decideHold(snapshot, wish(1), now)).toMatchObject({ code: "tooMany" });
});

test.each<[string, Partial<HoldRequest>]>([
  ["a sale at the door", { isAtDoor: true }],
  ["an offer to somebody who waited", { isOffer: true }],
  ["a request without a client", { client: null }],
])("%s is granted beyond the limit of a client", (_what, more) => {
  expect(decideHold(snapshotWith(40, { "192.0.2.1": 30 }), wish(1, more), now)).toMatchObject({ places: 1 });
});

test("places that are returned within a batch are free for the same client again", () => {
  const snapshot = snapshotWith(50, { "192.0.2.1": 10 });
  const granted = decideHold(snapshot, wish(10), now);
  if (granted instanceof DomainError) throw granted;
  expect(decideHold(snapshot, wish(10), now)).toMatchObject({ code: "tooMany" });
  returnGrant(snapshot, granted, wish(10));
  expect(decideHold(snapshot, wish(10), now)).toMatchObject({ places: 10 });
});
