import { expect, test, vi } from "vitest";
import { addSavedDoor, pastDoors } from "../keptDoors.ts";

test("names are kept until the end of the event's last day, also if the event ended in the morning", () => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  });
  // Nine o'clock in Berlin.
  addSavedDoor({ eventId: 1, endsAt: "2026-12-13T08:00:00Z" });
  expect(pastDoors(new Date("2026-12-13T22:59:59Z"))).toEqual([]);
  expect(pastDoors(new Date("2026-12-14T09:00:01Z"))).toEqual([1]);
  vi.unstubAllGlobals();
});
