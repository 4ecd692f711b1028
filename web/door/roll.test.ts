import { expect, test } from "vitest";
import type { DoorAttendee } from "../../contract/shapes/door.ts";
import { Roll } from "./roll.ts";

const somebody = (attendeeId: number, over: Partial<DoorAttendee> = {}): DoorAttendee => ({
  attendeeId,
  registrationId: 1,
  ticketId: 1,
  firstName: "Ada",
  lastName: "Lovelace",
  codeHash: "",
  state: "active",
  answers: [],
  admission: null,
  ...over,
});
const admission = { scanId: "a-scan", at: "2026-06-15T18:00:00.000Z", gate: "North", by: "" };

test("those who are cancelled are names of the copy, and not expected", () => {
  const roll = new Roll();
  for (const one of [somebody(1), somebody(2, { state: "notPaid" }), somebody(3, { state: "cancelled" })])
    roll.put(one);
  expect([roll.size, roll.expected, roll.arrived]).toEqual([3, 2, 0]);
  roll.put(somebody(1, { state: "cancelled" }));
  roll.put(somebody(3, { admission }));
  expect([roll.size, roll.expected, roll.arrived]).toEqual([3, 2, 1]);
  roll.remove(3);
  expect([roll.size, roll.expected, roll.arrived]).toEqual([2, 1, 0]);
  roll.clear();
  expect([roll.size, roll.expected, roll.arrived]).toEqual([0, 0, 0]);
});
