import { describe, expect, test } from "vitest";
import type { Admission, DoorAttendee } from "../../../contract/shapes/door.ts";
import { admissionAfter, admittingScanIds, type QueuedScan, withQueuedScans } from "../queuedScans.ts";

const scan = (place: number, overrides: Partial<QueuedScan> = {}): QueuedScan => ({
  scanId: `scan-${place}`,
  sequence: place,
  kind: "admit",
  attendeeId: 7,
  purchaseId: null,
  code: null,
  undoes: [],
  decided: true,
  claimedAt: "2026-06-15T18:00:00.000Z",
  gate: "North",
  ...overrides,
});
const undo = (place: number, ...undoes: string[]) => scan(place, { kind: "undo", undoes });
const otherDoors: Admission = { scanId: "theirs", at: "2026-06-15T17:00:00.000Z", gate: "South", by: "Lena" };
const ada: DoorAttendee = {
  attendeeId: 7,
  registrationId: 3,
  ticketId: 1,
  firstName: "Ada",
  lastName: "Lovelace",
  codeHash: "",
  state: "active",
  answers: [],
  admission: null,
};

describe("queued scans over the state of the server", () => {
  test("an attendee admitted by this device is in at its gate until the server answers", () => {
    expect(withQueuedScans(ada, [scan(1)]).admission).toEqual({
      scanId: "scan-1",
      at: "2026-06-15T18:00:00.000Z",
      gate: "North",
      by: "",
    });
    expect(withQueuedScans(ada, []).admission).toBeNull();
  });

  test("queued scans of other attendees change nothing", () => {
    expect(withQueuedScans(ada, [scan(1, { attendeeId: 8 })])).toBe(ada);
  });

  test("an admission by another door stays with that door", () => {
    expect(withQueuedScans({ ...ada, admission: otherDoors }, [scan(1)]).admission).toBe(otherDoors);
  });

  test("an undo removes the scans that it names, and other scans still count", () => {
    expect(admissionAfter(otherDoors, [undo(1, "theirs")])).toBeNull();
    expect(admissionAfter(otherDoors, [scan(1), undo(2, "theirs")])?.scanId).toBe("scan-1");
    expect(admissionAfter(null, [scan(1), undo(2, "scan-1"), scan(3)])?.scanId).toBe("scan-3");
    expect(admissionAfter(otherDoors, [undo(1, "another")])).toBe(otherDoors);
  });
});

test("an undo names the server's scan and all queued scans of an attendee, each once", () => {
  expect(admittingScanIds(otherDoors, [scan(1)])).toEqual(["theirs", "scan-1"]);
  expect(admittingScanIds({ ...otherDoors, scanId: "scan-1" }, [scan(1)])).toEqual(["scan-1"]);
  expect(admittingScanIds(null, [scan(1), undo(2, "scan-1"), scan(3)])).toEqual(["scan-3"]);
  expect(admittingScanIds(null, [])).toEqual([]);
});
