import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doorVerdict } from "../../shapes/door/door.ts";
import {
  type AdmissionCase,
  isRightDay,
  isRightDayForExtras,
  judgeAdmission,
  judgeRedemption,
  type ShownCode,
} from "./doorJudge.ts";
import { type QrReading, readQrText } from "./qr.ts";

const q = "6f1c0b1e-7d5a-4c9f-9a53-0d6a3f1c2b4e";
const reading: QrReading = { kind: "attendee", r: 5, a: 9, q, e: 3, s: "x".repeat(86) };
const genuine: ShownCode = { reading, signature: "good", isTheirs: true };
const older: ShownCode = { reading: { ...reading, e: null, s: null }, signature: "none", isTheirs: true };
const foreign: ShownCode = { reading: null, signature: "none", isTheirs: false };
const admission = { scanId: q, at: "2026-12-12T12:00:00.000Z", gate: "North", by: "Ann" };
const zoe = { registrationId: 5, state: "active", admission: null } as const;
const expected: AdmissionCase = {
  eventId: 3,
  code: genuine,
  missing: "gone",
  attendee: zoe,
  isRightDay: true,
};
const verdictWith = (change: Partial<AdmissionCase>) => judgeAdmission({ ...expected, ...change }).verdict;

describe("at the door", () => {
  const notPaid = { ...zoe, state: "notPaid" } as const;
  const cancelled = { ...zoe, state: "cancelled" } as const;
  const admitted = { ...zoe, admission };
  const extras: QrReading = { kind: "extras", id: 9, qrUuid: q, e: 3, s: "x".repeat(86) };

  test.each<[verdict: string, who: string, change: Partial<AdmissionCase>]>([
    ["welcome", "an attendee who is expected", {}],
    ["welcome", "an attendee who shows a code of the older form", { code: older }],
    ["welcome", "an attendee who is chosen by name", { code: null }],
    [
      "welcome",
      "an attendee in the list whose code this browser cannot check",
      { code: { ...genuine, signature: "unchecked" } },
    ],
    ["unknown", "a text that is not a Foyer code", { code: { ...genuine, reading: null } }],
    ["welcome", "the valid code of the previous system", { code: { ...foreign, oldCode: "valid" } }],
    [
      "replaced",
      "a code of the previous system that a new ticket replaced",
      { code: { ...foreign, oldCode: "ended" } },
    ],
    [
      "unknown",
      "a code of the previous system that belongs to nobody",
      { code: { ...foreign, oldCode: "valid" }, attendee: null },
    ],
    [
      "alreadyIn",
      "the code of the previous system, shown again",
      { code: { ...foreign, oldCode: "valid" }, attendee: admitted },
    ],
    [
      "cancelled",
      "the code of the previous system of an attendee whose registration was cancelled",
      { code: { ...foreign, oldCode: "valid" }, attendee: cancelled },
    ],
    ["unknown", "the code of extras", { code: { ...genuine, reading: extras } }],
    ["otherEvent", "a code of another event", { code: { ...genuine, reading: { ...reading, e: 4 } } }],
    ["forged", "a code with an invalid signature", { code: { ...genuine, signature: "bad" } }],
    ["replaced", "a code that was replaced by a newer one", { code: { ...genuine, isTheirs: false } }],
    ["unknown", "a guessed code without a signature", { code: { ...older, isTheirs: false } }],
    [
      "unknown",
      "an unchecked code with the secret of somebody else",
      { code: { ...genuine, signature: "unchecked", isTheirs: false } },
    ],
    [
      "forged",
      "a code with another registration",
      { code: { ...older, reading: { ...reading, r: 6, s: null } } },
    ],
    ["cancelled", "an attendee who was removed", { attendee: null }],
    ["cancelled", "an attendee who was chosen by name and was removed", { attendee: null, code: null }],
    ["welcome", "an attendee who registered after the copy was made", { attendee: null, missing: "newer" }],
    [
      "otherDay",
      "an attendee who registered after the copy was made, on another day",
      { attendee: null, missing: "newer", isRightDay: false },
    ],
    [
      "unknown",
      "an attendee who is not in the list, with an unsigned code",
      { attendee: null, code: older, missing: "newer" },
    ],
    [
      "unknown",
      "an attendee who is not in the list, with an unchecked code",
      { attendee: null, missing: "newer", code: { ...genuine, signature: "unchecked" } },
    ],
    ["notPaid", "an attendee who has not paid", { attendee: notPaid }],
    ["cancelled", "an attendee whose registration was cancelled", { attendee: cancelled }],
    ["otherDay", "an attendee who comes on another day", { isRightDay: false }],
    ["alreadyIn", "an attendee who was admitted before", { attendee: admitted }],
    [
      "alreadyIn",
      "an attendee who was admitted before and is chosen by name",
      { attendee: admitted, code: null },
    ],
  ])("the verdict is %s for %s", (verdict, _who, change) => {
    expect(verdictWith(change)).toBe(verdict);
  });

  test("a scan with several problems is refused for the first of them", () => {
    const manyProblems: Partial<AdmissionCase> = {
      code: { reading: { ...reading, e: 4, r: 6 }, signature: "bad", isTheirs: false },
      attendee: { ...zoe, state: "notPaid", admission },
      isRightDay: false,
    };
    const code = manyProblems.code as ShownCode;
    expect(verdictWith({ ...manyProblems, code: { ...code, reading: null } })).toBe("unknown");
    expect(verdictWith(manyProblems)).toBe("otherEvent");
    const forThisEvent = { ...code, reading: { ...reading, r: 6 } };
    expect(verdictWith({ ...manyProblems, code: forThisEvent })).toBe("forged");
    expect(verdictWith({ ...manyProblems, code: { ...forThisEvent, signature: "good" } })).toBe("replaced");
    expect(
      verdictWith({ ...manyProblems, code: { ...forThisEvent, signature: "good", isTheirs: true } }),
    ).toBe("forged");
    expect(verdictWith({ ...manyProblems, code: genuine })).toBe("notPaid");
    expect(verdictWith({ ...manyProblems, code: genuine, attendee: { ...cancelled, admission } })).toBe(
      "cancelled",
    );
    expect(verdictWith({ ...manyProblems, code: genuine, attendee: admitted })).toBe("otherDay");
    expect(verdictWith({ ...manyProblems, code: genuine, attendee: admitted, isRightDay: true })).toBe(
      "alreadyIn",
    );
  });

  test("a welcome attendee is new only if the list does not have them", () => {
    expect(judgeAdmission({ ...expected, attendee: null, missing: "newer" }).isNew).toBe(true);
    expect(judgeAdmission(expected).isNew).toBe(false);
    expect(judgeAdmission({ ...expected, attendee: null }).isNew).toBe(false);
  });

  test("no Foyer code admits anybody without a good signature or the right secret, whatever else is true", () => {
    const anyCase = fc.record({
      eventId: fc.constantFrom(3, 4),
      code: fc.record({
        reading: fc.constantFrom(reading, older.reading, extras, null),
        signature: fc.constantFrom("good", "bad", "none", "unchecked"),
        isTheirs: fc.boolean(),
      }),
      missing: fc.constantFrom("newer", "gone"),
      attendee: fc.constantFrom(zoe, admitted, notPaid, cancelled, { ...zoe, registrationId: 6 }, null),
      isRightDay: fc.boolean(),
    });
    fc.assert(
      fc.property(anyCase, (scan) => {
        const { verdict } = judgeAdmission(scan);
        expect(doorVerdict.options).toContain(verdict);
        if (verdict !== "welcome") return;
        expect(scan.code.reading?.kind).toBe("attendee");
        expect(scan.code.signature).not.toBe("bad");
        if (scan.attendee === null) expect(scan.code.signature).toBe("good");
        else
          expect([scan.code.isTheirs, scan.attendee.state, scan.attendee.admission]).toEqual([
            true,
            "active",
            null,
          ]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("for extras", () => {
  const extrasReading: QrReading = { kind: "extras", id: 9, qrUuid: q, e: 3, s: "x".repeat(86) };
  const code: ShownCode = { reading: extrasReading, signature: "good", isTheirs: true };
  const purchase = { state: "active", redemption: null } as const;
  const valid = { eventId: 3, code, missing: "gone", purchase, isRightDay: true } as const;

  test("extras are handed over, or refused with the reason", () => {
    const verdicts = [
      valid,
      { ...valid, code: null },
      { ...valid, code: { ...code, reading } },
      { ...valid, eventId: 4 },
      { ...valid, code: { ...code, signature: "bad" as const } },
      { ...valid, code: { ...code, isTheirs: false } },
      { ...valid, purchase: null },
      { ...valid, purchase: null, missing: "newer" as const },
      { ...valid, purchase: { ...purchase, state: "notPaid" as const } },
      { ...valid, isRightDay: false },
      { ...valid, purchase: { ...purchase, redemption: admission } },
    ].map((one) => judgeRedemption(one).verdict);
    expect(verdicts).toEqual([
      "welcome",
      "welcome",
      "unknown",
      "otherEvent",
      "forged",
      "replaced",
      "cancelled",
      "welcome",
      "notPaid",
      "otherDay",
      "alreadyIn",
    ]);
  });
});

describe("the day", () => {
  const gala = {
    startDatetime: "2026-12-12T12:00:00Z",
    endDatetime: "2026-12-13T09:00:00Z",
    timeZone: "Asia/Bangkok",
  };

  test.each([
    ["valid on the event's first day, from midnight in Bangkok", "2026-12-11T17:00:00Z", true],
    ["not valid a second before the first day", "2026-12-11T16:59:59Z", false],
    ["valid late on the last day", "2026-12-13T16:59:59Z", true],
    ["valid after the last day, until twelve hours after the event's end", "2026-12-13T21:00:00Z", true],
    ["not valid a second after these twelve hours", "2026-12-13T21:00:01Z", false],
  ])("a ticket of an event in Bangkok is %s", (_when, at, isRight) => {
    expect(isRightDay(gala, null, at)).toBe(isRight);
  });

  test("a ticket with days of its own is valid on these days, from midnight to midnight in the event's zone", () => {
    const sunday = ["2026-12-13"];
    expect(isRightDay(gala, sunday, "2026-12-12T16:59:59Z")).toBe(false);
    expect(isRightDay(gala, sunday, "2026-12-12T17:00:00Z")).toBe(true);
    expect(isRightDay(gala, sunday, "2026-12-13T17:00:00Z")).toBe(false);
    expect(isRightDay(gala, ["2026-12-12", "2026-12-13"], "2026-12-12T16:59:59Z")).toBe(true);
  });

  test("the day of an event that starts shortly after midnight begins six hours before the start", () => {
    const early = { ...gala, startDatetime: "2026-12-11T18:00:00Z", endDatetime: null };
    expect(isRightDay(early, null, "2026-12-11T12:00:00Z")).toBe(true);
    expect(isRightDay(early, null, "2026-12-11T11:59:59Z")).toBe(false);
  });

  test("the day of an event without an end is the day of its start and the following night", () => {
    const night = { startDatetime: "2026-06-06T20:00:00Z", endDatetime: null, timeZone: "Europe/Berlin" };
    expect(isRightDay(night, null, "2026-06-06T00:00:00Z")).toBe(true);
    expect(isRightDay(night, null, "2026-06-07T08:00:00Z")).toBe(true);
    expect(isRightDay(night, null, "2026-06-07T08:00:01Z")).toBe(false);
  });

  test("a day on which clocks change has 23 or 25 hours and ends at local midnight", () => {
    const spring = {
      startDatetime: "2026-03-28T12:00:00Z",
      endDatetime: "2026-03-29T12:00:00Z",
      timeZone: "Europe/Berlin",
    };
    const sunday = ["2026-03-29"];
    expect(isRightDay(spring, sunday, "2026-03-28T22:59:59Z")).toBe(false);
    expect(isRightDay(spring, sunday, "2026-03-28T23:00:00Z")).toBe(true);
    expect(isRightDay(spring, sunday, "2026-03-29T21:59:59Z")).toBe(true);
    expect(isRightDay(spring, sunday, "2026-03-29T22:00:00Z")).toBe(false);
    const autumn = { ...spring, startDatetime: "2026-10-24T12:00:00Z", endDatetime: "2026-10-25T12:00:00Z" };
    expect(isRightDay(autumn, ["2026-10-25"], "2026-10-24T22:00:00Z")).toBe(true);
    expect(isRightDay(autumn, ["2026-10-25"], "2026-10-25T22:59:59Z")).toBe(true);
    expect(isRightDay(autumn, ["2026-10-25"], "2026-10-25T23:00:00Z")).toBe(false);
  });

  test("a ticket of an event that ends at midnight is valid on the next day only for twelve hours after the end", () => {
    const ball = {
      startDatetime: "2026-12-12T12:00:00Z",
      endDatetime: "2026-12-12T17:00:00Z",
      timeZone: "Asia/Bangkok",
    };
    expect(isRightDay(ball, null, "2026-12-13T05:00:00Z")).toBe(true);
    expect(isRightDay(ball, null, "2026-12-13T05:00:01Z")).toBe(false);
  });

  test("an unknown zone is read as UTC, and an unreadable time refuses nobody", () => {
    expect(isRightDay({ ...gala, timeZone: "Mars/Olympus" }, ["2026-12-12"], "2026-12-12T23:59:59Z")).toBe(
      true,
    );
    expect(isRightDay({ ...gala, timeZone: "Mars/Olympus" }, ["2026-12-12"], "2026-12-13T00:00:00Z")).toBe(
      false,
    );
    expect(isRightDay(gala, ["2026-12-12"], "yesterday")).toBe(true);
  });
});

test("extras are handed over on the valid days of any ticket of the registration, and without tickets on the event's days", () => {
  const fair = {
    startDatetime: "2026-12-12T10:00:00Z",
    endDatetime: "2026-12-14T10:00:00Z",
    timeZone: "UTC",
  };
  const saturday = "2026-12-12T12:00:00Z";
  expect(isRightDayForExtras(fair, [["2026-12-13"], ["2026-12-12"]], saturday)).toBe(true);
  expect(isRightDayForExtras(fair, [["2026-12-13"], ["2026-12-14"]], saturday)).toBe(false);
  expect(isRightDayForExtras(fair, [["2026-12-13"], null], saturday)).toBe(true);
  expect(isRightDayForExtras(fair, [], saturday)).toBe(true);
  expect(isRightDayForExtras(fair, [], "2026-12-14T23:59:59Z")).toBe(true);
  expect(isRightDayForExtras(fair, [], "2027-01-01T12:00:00Z")).toBe(false);
});

test("a million random texts and codes admit nobody", () => {
  const seen = new Map<string, number>();
  // A fixed seed: each run has the same texts.
  let state = 12_345;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const noise = Array.from({ length: 100 }, () =>
    String.fromCharCode(...Array.from({ length: random(40) }, () => random(65_536))),
  );
  for (let tries = 0; tries < 1_000_000; tries++) {
    const secret = `${random(2 ** 32)
      .toString(16)
      .padStart(8, "0")}${q.slice(8)}`;
    const ids = { r: random(10) + 1, a: random(10) + 1, q: secret };
    const text = [
      () => JSON.stringify(ids),
      () => JSON.stringify({ ...ids, e: 3 }),
      () => JSON.stringify({ ...ids, e: 3, s: "A".repeat(85) + (tries % 10) }),
      () => JSON.stringify({ ...ids, e: 1 + random(9) }),
      () => noise[random(100)]!,
    ][tries % 5]!();
    const qrReading = readQrText(text);
    const isSigned = qrReading !== null && qrReading.s !== null;
    const { verdict } = judgeAdmission({
      ...expected,
      code: { reading: qrReading, signature: isSigned ? "bad" : "none", isTheirs: false },
      attendee: random(2) === 0 ? zoe : null,
      missing: random(2) === 0 ? "newer" : "gone",
    });
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual(["forged", "otherEvent", "unknown"]);
});
