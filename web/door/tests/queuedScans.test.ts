import { describe, expect, test } from "vitest";
import type { Admission, DoorAttendee, DoorPurchase } from "../../../contract/shapes/door/door.ts";
import {
  admissionAfter,
  admittingScanIds,
  type QueuedScan,
  withQueuedPurchase,
  withQueuedScans,
} from "../queuedScans.ts";

const scan = (number: number, overrides: Partial<QueuedScan> = {}): QueuedScan => ({
  scanId: `scan-${number}`,
  sequence: number,
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
const undo = (number: number, ...undoes: string[]) => scan(number, { kind: "undo", undoes });
const admissionElsewhere: Admission = {
  scanId: "theirs",
  at: "2026-06-15T17:00:00.000Z",
  gate: "South",
  by: "Lena",
};
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
  test("an attendee whom this device admits counts as admitted at this device's gate until the server answers", () => {
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

  test("an attendee whom another door admitted first stays admitted by that door", () => {
    expect(withQueuedScans({ ...ada, admission: admissionElsewhere }, [scan(1)]).admission).toBe(
      admissionElsewhere,
    );
  });

  test("an undo removes the scans that it lists, and other scans still count", () => {
    expect(admissionAfter(admissionElsewhere, [undo(1, "theirs")])).toBeNull();
    expect(admissionAfter(admissionElsewhere, [scan(1), undo(2, "theirs")])?.scanId).toBe("scan-1");
    expect(admissionAfter(null, [scan(1), undo(2, "scan-1"), scan(3)])?.scanId).toBe("scan-3");
    expect(admissionAfter(admissionElsewhere, [undo(1, "another")])).toBe(admissionElsewhere);
  });
});

test("the scans that admit an attendee are the server's and the queued ones that were not undone, each once", () => {
  expect(admittingScanIds(admissionElsewhere, [scan(1)])).toEqual(["theirs", "scan-1"]);
  expect(admittingScanIds({ ...admissionElsewhere, scanId: "scan-1" }, [scan(1)])).toEqual(["scan-1"]);
  expect(admittingScanIds(null, [scan(1), undo(2, "scan-1"), scan(3)])).toEqual(["scan-3"]);
  expect(admittingScanIds(null, [])).toEqual([]);
});

test("pending handovers are added to those that the server knows, and pending undos remove handovers", () => {
  const wine: DoorPurchase = {
    purchaseId: 5,
    registrationId: 3,
    codeHash: "",
    items: [{ title: "Wine", quantity: 3 }],
    state: "active",
    redemption: null,
    handovers: [{ ...admissionElsewhere, counts: [1] }],
  };
  const redeem = (number: number, quantity?: number) =>
    scan(number, {
      kind: "redeem",
      attendeeId: null,
      purchaseId: 5,
      ...(quantity !== undefined && { lines: [{ line: 0, quantity }] }),
    });
  const countsAfter = (purchase: DoorPurchase, ...scans: QueuedScan[]) =>
    withQueuedPurchase(purchase, scans).handovers?.map(({ counts }) => counts[0]);
  expect(countsAfter(wine, redeem(1, 1))).toEqual([1, 1]);
  expect(countsAfter(wine, redeem(1))).toEqual([1, 2]);
  expect(withQueuedPurchase(wine, [redeem(1)]).redemption).toMatchObject({ scanId: "scan-1", gate: "North" });
  // The server has saved the scan already, but this device has not received the answer.
  const known = withQueuedPurchase(wine, [redeem(1, 1)]);
  expect(countsAfter(known, redeem(1, 1))).toEqual([1, 1]);
  const undoOfTheirs = scan(2, { ...redeem(2), kind: "undo", undoes: ["theirs"] });
  expect(countsAfter(wine, redeem(1, 1), undoOfTheirs)).toEqual([1]);
  const { handovers: _none, ...withoutHandovers } = wine;
  expect(countsAfter({ ...withoutHandovers, redemption: admissionElsewhere })).toBeUndefined();
  expect(
    withQueuedPurchase({ ...withoutHandovers, redemption: admissionElsewhere }, [undoOfTheirs]).redemption,
  ).toBeNull();
});
