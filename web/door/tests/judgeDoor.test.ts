import { expect, test } from "vitest";
import type { DoorAttendee } from "../../../contract/shapes/door/door.ts";
import { type DoorStore, nothingKept } from "../doorStore.ts";
import { judgeAttendee } from "../judgeDoor.ts";

const mia: DoorAttendee = {
  attendeeId: 7,
  registrationId: 3,
  name: "Mia Keller",
  ticketId: 1,
  codeHash: "",
  state: "active",
  admission: null,
} as unknown as DoorAttendee;

/** A copy without any attendee. */
function emptyStore(isWhole: boolean): DoorStore {
  const kept = { ...nothingKept, isWhole };
  const objects = (name: string) => ({
    get: async () => (name === "kept" ? kept : undefined),
    index: () => ({ getAll: async () => [] }),
  });
  return { transaction: () => ({ done: Promise.resolve(), objectStore: objects }) } as unknown as DoorStore;
}

test.each([
  ["welcome while the names are loading", false, "welcome"],
  ["cancelled once all names are there", true, "cancelled"],
])("a guest whom only the server's search has found is %s", async (_words, isWhole, verdict) => {
  const context = {
    store: emptyStore(isWhole),
    eventId: 1,
    checkSignature: async () => "good" as const,
    now: new Date(),
    found: new Map([[7, mia]]),
  };
  expect((await judgeAttendee(context, 7)).verdict).toBe(verdict);
});
