import { describe, expect, test } from "vitest";
import type { Admission, DoorAttendee } from "../../../contract/shapes/door.ts";
import { admissionAfter, holdingIds, type QueuedScan, withQueuedScans } from "../queuedScans.ts";

const scan = (place: number, over: Partial<QueuedScan> = {}): QueuedScan => ({
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
  ...over,
});
const undo = (place: number, ...undoes: string[]) => scan(place, { kind: "undo", undoes });
const others: Admission = { scanId: "theirs", at: "2026-06-15T17:00:00.000Z", gate: "South", by: "Lena" };
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

describe("what this device did is laid over what the server says", () => {
  test("somebody it let in is in, at its gate, until the server has answered", () => {
    expect(withQueuedScans(ada, [scan(1)]).admission).toEqual({
      scanId: "scan-1",
      at: "2026-06-15T18:00:00.000Z",
      gate: "North",
      by: "",
    });
    expect(withQueuedScans(ada, []).admission).toBeNull();
  });

  test("scans of others change nothing", () => {
    expect(withQueuedScans(ada, [scan(1, { attendeeId: 8 })])).toBe(ada);
  });

  test("whom another door let in first, that door holds", () => {
    expect(withQueuedScans({ ...ada, admission: others }, [scan(1)]).admission).toBe(others);
  });

  test("an undo takes back what it names, and what else holds somebody stays", () => {
    expect(admissionAfter(others, [undo(1, "theirs")])).toBeNull();
    expect(admissionAfter(others, [scan(1), undo(2, "theirs")])?.scanId).toBe("scan-1");
    expect(admissionAfter(null, [scan(1), undo(2, "scan-1"), scan(3)])?.scanId).toBe("scan-3");
    expect(admissionAfter(others, [undo(1, "another")])).toBe(others);
  });
});

test("an undo names all that holds somebody: the server's scan and those that wait, but none twice", () => {
  expect(holdingIds(others, [scan(1)])).toEqual(["theirs", "scan-1"]);
  expect(holdingIds({ ...others, scanId: "scan-1" }, [scan(1)])).toEqual(["scan-1"]);
  expect(holdingIds(null, [scan(1), undo(2, "scan-1"), scan(3)])).toEqual(["scan-3"]);
  expect(holdingIds(null, [])).toEqual([]);
});
