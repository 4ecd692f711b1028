import { expect, test } from "vitest";
import { type EventState, eventStateOf, placesLeftOf, placesLeftText } from "./eventState.ts";

const now = new Date("2030-06-01T12:00:00Z");
const upcoming = {
  cancelledAt: null,
  isActive: true,
  startDatetime: "2030-06-02T18:00:00Z",
  endDatetime: null,
};
const past = { ...upcoming, startDatetime: "2030-05-01T18:00:00Z" };
const someSold = { sold: 3, left: 7 };

test.each<[string, Parameters<typeof eventStateOf>[0], typeof someSold, EventState]>([
  ["that is published and has places left is published", upcoming, someSold, "published"],
  ["that is not published is a draft", { ...upcoming, isActive: false }, someSold, "draft"],
  ["without free places is sold out", upcoming, { sold: 10, left: 0 }, "soldOut"],
  ["without any ticket is published, not sold out", upcoming, { sold: 0, left: 0 }, "published"],
  ["that has ended is over, even as a draft", { ...past, isActive: false }, someSold, "over"],
  [
    "that was cancelled is cancelled, even if it is over",
    { ...past, cancelledAt: past.startDatetime },
    someSold,
    "cancelled",
  ],
])("an event %s", (_, event, figures, state) => {
  expect(eventStateOf(event, figures, now)).toBe(state);
});

test("tickets with a shared capacity have at most its places left together", () => {
  const ticket = { isActive: true, sharedCapacityId: null, currentStock: 5 };
  const shared = { ...ticket, sharedCapacityId: 3, currentStock: 100 };
  const tickets = [ticket, shared, shared, { ...shared, isActive: false }];
  const room = [{ id: 3, left: 100 }];
  expect(placesLeftOf(tickets, room, null)).toBe(105);
  expect(placesLeftOf(tickets, room, 40)).toBe(40);
  // The tickets may have fewer places than their shared capacity.
  expect(placesLeftOf([ticket, { ...shared, currentStock: 30 }], room, null)).toBe(35);
  expect(placesLeftOf([], [], null)).toBe(0);
});

test("an event without tickets has a dash as the number of places left, and a sold-out event has 0", () => {
  expect(placesLeftText({ sold: 0, held: 0, left: 0 })).toBe("–");
  expect(placesLeftText({ sold: 10, held: 0, left: 0 })).toBe("0");
  expect(placesLeftText({ sold: 0, held: 10, left: 0 })).toBe("0");
  expect(placesLeftText({ sold: 0, held: 0, left: 1200 })).toBe("1,200");
});
