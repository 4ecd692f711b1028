import { afterEach, expect, test, vi } from "vitest";
import { addSavedDoor, pastDoors } from "../keptDoors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["that ended in the morning", "2026-12-13T08:00:00Z", "2026-12-13T22:59:59Z"],
  ["that ended in the first hour of a day of 25 hours", "2026-10-24T22:05:00Z", "2026-10-25T22:59:59Z"],
])("names of an event in Berlin %s are kept until the end of its last day", (_what, endsAt, endOfDay) => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  });
  addSavedDoor({ eventId: 1, endsAt });
  expect(pastDoors(new Date(endOfDay))).toEqual([]);
  expect(pastDoors(new Date(Date.parse(endsAt) + 25 * 3_600_000 + 1))).toEqual([1]);
});
