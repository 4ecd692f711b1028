import { expect, test } from "vitest";
import { removalLines } from "./removalWords.ts";

const noCounts = {
  tickets: 0,
  promoCodes: 0,
  extras: 0,
  questions: 0,
  packages: 0,
  sponsorships: 0,
  registrations: 0,
  attendees: 0,
  checkins: 0,
  orders: 0,
};

test("everything deleted with the event is counted, and empty counts are left out", () => {
  expect(removalLines({ ...noCounts, tickets: 2, registrations: 1, attendees: 1234 })).toEqual([
    "2 ticket types",
    "1 registration",
    "1,234 attendees",
  ]);
  expect(removalLines(noCounts)).toEqual([]);
});
