import { expect, test } from "vitest";
import type { DoorAttendee } from "../../../contract/shapes/door/door.ts";
import { AttendeeIndex } from "../attendeeIndex.ts";

const somebody = (attendeeId: number, overrides: Partial<DoorAttendee> = {}): DoorAttendee => ({
  attendeeId,
  registrationId: 1,
  ticketId: 1,
  firstName: "Ada",
  lastName: "Lovelace",
  codeHash: "",
  state: "active",
  answers: [],
  admission: null,
  ...overrides,
});
const admission = { scanId: "a-scan", at: "2026-06-15T18:00:00.000Z", gate: "North", by: "" };

test("attendees with a code of the previous system are counted once each, until they are removed", () => {
  const index = new AttendeeIndex();
  index.put(somebody(1, { oldCodeHash: "x" }));
  index.put(somebody(1, { oldCodeHash: "x" }));
  index.put(somebody(2));
  expect(index.oldCodeCount).toBe(1);
  index.remove(1);
  expect(index.oldCodeCount).toBe(0);
});

test("cancelled attendees are in the device's index, but are not expected", () => {
  const index = new AttendeeIndex();
  for (const one of [somebody(1), somebody(2, { state: "notPaid" }), somebody(3, { state: "cancelled" })])
    index.put(one);
  expect([index.size, index.expected, index.arrived]).toEqual([3, 2, 0]);
  index.put(somebody(1, { state: "cancelled" }));
  index.put(somebody(3, { admission }));
  expect([index.size, index.expected, index.arrived]).toEqual([3, 2, 1]);
  index.remove(3);
  expect([index.size, index.expected, index.arrived]).toEqual([2, 1, 0]);
  index.clear();
  expect([index.size, index.expected, index.arrived]).toEqual([0, 0, 0]);
});
