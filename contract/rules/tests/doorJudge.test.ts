import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doorVerdict } from "../../shapes/door.ts";
import {
  type AdmissionCase,
  isRightDay,
  judgeAdmission,
  judgeRedemption,
  type ShownCode,
} from "../doorJudge.ts";
import { type QrReading, readQrText } from "../qr.ts";

const q = "6f1c0b1e-7d5a-4c9f-9a53-0d6a3f1c2b4e";
const reading: QrReading = { kind: "attendee", r: 5, a: 9, q, e: 3, s: "x".repeat(86) };
const genuine: ShownCode = { reading, signature: "good", isTheirs: true };
const older: ShownCode = { reading: { ...reading, e: null, s: null }, signature: "none", isTheirs: true };
const admission = { scanId: q, at: "2026-12-12T12:00:00.000Z", gate: "North", by: "Ann" };
const zoe = { registrationId: 5, state: "active", admission: null } as const;
const expected: AdmissionCase = {
  eventId: 3,
  code: genuine,
  missing: "gone",
  attendee: zoe,
  isRightDay: true,
};
const of = (change: Partial<AdmissionCase>) => judgeAdmission({ ...expected, ...change }).verdict;

describe("at the door", () => {
  const notPaid = { ...zoe, state: "notPaid" } as const;
  const cancelled = { ...zoe, state: "cancelled" } as const;
  const isIn = { ...zoe, admission };
  const extras: QrReading = { kind: "extras", id: 9, qrUuid: q, e: 3, s: "x".repeat(86) };

  test.each<[verdict: string, who: string, change: Partial<AdmissionCase>]>([
    ["welcome", "who is expected", {}],
    ["welcome", "who shows a code of the older form", { code: older }],
    ["welcome", "who is chosen by name", { code: null }],
    [
      "welcome",
      "whose code this browser cannot check, but has",
      { code: { ...genuine, signature: "unchecked" } },
    ],
    ["unknown", "who shows a text that is not ours", { code: { ...genuine, reading: null } }],
    ["unknown", "who shows the code of extras", { code: { ...genuine, reading: extras } }],
    [
      "otherEvent",
      "who shows a code of another event",
      { code: { ...genuine, reading: { ...reading, e: 4 } } },
    ],
    ["forged", "whose signature does not hold", { code: { ...genuine, signature: "bad" } }],
    ["replaced", "whose ticket has a newer code", { code: { ...genuine, isTheirs: false } }],
    ["unknown", "who guesses a code without a signature", { code: { ...older, isTheirs: false } }],
    [
      "unknown",
      "another's unchecked code",
      { code: { ...genuine, signature: "unchecked", isTheirs: false } },
    ],
    [
      "forged",
      "a code with another registration",
      { code: { ...older, reading: { ...reading, r: 6, s: null } } },
    ],
    ["cancelled", "who is not there any more", { attendee: null }],
    ["cancelled", "who was chosen by name, and is not there any more", { attendee: null, code: null }],
    ["welcome", "who came after the copy was made", { attendee: null, missing: "newer" }],
    [
      "otherDay",
      "who came after the copy was made, on another day",
      { attendee: null, missing: "newer", isRightDay: false },
    ],
    ["unknown", "who is not there, without a signature", { attendee: null, code: older, missing: "newer" }],
    [
      "unknown",
      "who is not there, unchecked",
      { attendee: null, missing: "newer", code: { ...genuine, signature: "unchecked" } },
    ],
    ["notPaid", "who has not paid", { attendee: notPaid }],
    ["cancelled", "whose registration was cancelled", { attendee: cancelled }],
    ["otherDay", "who comes on another day", { isRightDay: false }],
    ["alreadyIn", "who is in", { attendee: isIn }],
    ["alreadyIn", "who is in and chosen by name", { attendee: isIn, code: null }],
  ])("%s: %s", (verdict, _who, change) => {
    expect(of(change)).toBe(verdict);
  });

  test("the first reason wins", () => {
    const everything: Partial<AdmissionCase> = {
      code: { reading: { ...reading, e: 4, r: 6 }, signature: "bad", isTheirs: false },
      attendee: { ...zoe, state: "notPaid", admission },
      isRightDay: false,
    };
    const code = everything.code as ShownCode;
    expect(of({ ...everything, code: { ...code, reading: null } })).toBe("unknown");
    expect(of(everything)).toBe("otherEvent");
    const ours = { ...code, reading: { ...reading, r: 6 } };
    expect(of({ ...everything, code: ours })).toBe("forged");
    expect(of({ ...everything, code: { ...ours, signature: "good" } })).toBe("replaced");
    expect(of({ ...everything, code: { ...ours, signature: "good", isTheirs: true } })).toBe("forged");
    expect(of({ ...everything, code: genuine })).toBe("notPaid");
    expect(of({ ...everything, code: genuine, attendee: { ...cancelled, admission } })).toBe("cancelled");
    expect(of({ ...everything, code: genuine, attendee: isIn })).toBe("otherDay");
    expect(of({ ...everything, code: genuine, attendee: isIn, isRightDay: true })).toBe("alreadyIn");
  });

  test("only who is welcome unseen is new", () => {
    expect(judgeAdmission({ ...expected, attendee: null, missing: "newer" }).isNew).toBe(true);
    expect(judgeAdmission(expected).isNew).toBe(false);
    expect(judgeAdmission({ ...expected, attendee: null }).isNew).toBe(false);
  });

  test("nobody is let in without a good signature or the right secret, whatever else is said", () => {
    const anything = fc.record({
      eventId: fc.constantFrom(3, 4),
      code: fc.record({
        reading: fc.constantFrom(reading, older.reading, extras, null),
        signature: fc.constantFrom("good", "bad", "none", "unchecked"),
        isTheirs: fc.boolean(),
      }),
      missing: fc.constantFrom("newer", "gone"),
      attendee: fc.constantFrom(zoe, isIn, notPaid, cancelled, { ...zoe, registrationId: 6 }, null),
      isRightDay: fc.boolean(),
    });
    fc.assert(
      fc.property(anything, (asked) => {
        const { verdict } = judgeAdmission(asked);
        expect(doorVerdict.options).toContain(verdict);
        if (verdict !== "welcome") return;
        expect(asked.code.reading?.kind).toBe("attendee");
        expect(asked.code.signature).not.toBe("bad");
        if (asked.attendee === null) expect(asked.code.signature).toBe("good");
        else
          expect([asked.code.isTheirs, asked.attendee.state, asked.attendee.admission]).toEqual([
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
  const bought: QrReading = { kind: "extras", id: 9, qrUuid: q, e: 3, s: "x".repeat(86) };
  const code: ShownCode = { reading: bought, signature: "good", isTheirs: true };
  const purchase = { state: "active", redemption: null } as const;
  const asked = { eventId: 3, code, missing: "gone", purchase } as const;

  test("the same order of reasons holds", () => {
    const verdicts = [
      asked,
      { ...asked, code: null },
      { ...asked, code: { ...code, reading } },
      { ...asked, eventId: 4 },
      { ...asked, code: { ...code, signature: "bad" as const } },
      { ...asked, code: { ...code, isTheirs: false } },
      { ...asked, purchase: null },
      { ...asked, purchase: null, missing: "newer" as const },
      { ...asked, purchase: { ...purchase, state: "notPaid" as const } },
      { ...asked, purchase: { ...purchase, redemption: admission } },
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
    ["on its first day, from midnight there", "2026-12-11T17:00:00Z", true],
    ["a second before that day", "2026-12-11T16:59:59Z", false],
    ["late on its last day", "2026-12-13T16:59:59Z", true],
    ["after its last day, within twelve hours of its end", "2026-12-13T21:00:00Z", true],
    ["a second later", "2026-12-13T21:00:01Z", false],
  ])("of an event in Bangkok: %s", (_when, at, isRight) => {
    expect(isRightDay(gala, null, at)).toBe(isRight);
  });

  test("is one of the ticket's own, where it has any, from midnight to midnight of the event's zone", () => {
    const sunday = ["2026-12-13"];
    expect(isRightDay(gala, sunday, "2026-12-12T16:59:59Z")).toBe(false);
    expect(isRightDay(gala, sunday, "2026-12-12T17:00:00Z")).toBe(true);
    expect(isRightDay(gala, sunday, "2026-12-13T17:00:00Z")).toBe(false);
    expect(isRightDay(gala, ["2026-12-12", "2026-12-13"], "2026-12-12T16:59:59Z")).toBe(true);
  });

  test("begins six hours before a start shortly after midnight", () => {
    const early = { ...gala, startDatetime: "2026-12-11T18:00:00Z", endDatetime: null };
    expect(isRightDay(early, null, "2026-12-11T12:00:00Z")).toBe(true);
    expect(isRightDay(early, null, "2026-12-11T11:59:59Z")).toBe(false);
  });

  test("of an event without an end is its start's, and the night after it", () => {
    const night = { startDatetime: "2026-06-06T20:00:00Z", endDatetime: null, timeZone: "Europe/Berlin" };
    expect(isRightDay(night, null, "2026-06-06T00:00:00Z")).toBe(true);
    expect(isRightDay(night, null, "2026-06-07T08:00:00Z")).toBe(true);
    expect(isRightDay(night, null, "2026-06-07T08:00:01Z")).toBe(false);
  });

  test("has 23 or 25 hours where clocks change, and ends at midnight there", () => {
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

  test("ends the day before when the event ends at midnight, but for the hours after it", () => {
    const ball = {
      startDatetime: "2026-12-12T12:00:00Z",
      endDatetime: "2026-12-12T17:00:00Z",
      timeZone: "Asia/Bangkok",
    };
    expect(isRightDay(ball, null, "2026-12-13T05:00:00Z")).toBe(true);
    expect(isRightDay(ball, null, "2026-12-13T05:00:01Z")).toBe(false);
  });

  test("of a zone that is not known is read as UTC, and an unreadable clock sends nobody away", () => {
    expect(isRightDay({ ...gala, timeZone: "Mars/Olympus" }, ["2026-12-12"], "2026-12-12T23:59:59Z")).toBe(
      true,
    );
    expect(isRightDay(gala, ["2026-12-12"], "yesterday")).toBe(true);
  });
});

test("a million random texts and codes let nobody in", () => {
  const zone = { reading: null, signature: "unchecked", isTheirs: false } as const;
  const seen = new Map<string, number>();
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
    const read = readQrText(text);
    const isSigned = read !== null && read.s !== null;
    const { verdict } = judgeAdmission({
      ...expected,
      code: { ...zone, reading: read, signature: isSigned ? "bad" : "none" },
      attendee: random(2) === 0 ? zoe : null,
      missing: random(2) === 0 ? "newer" : "gone",
    });
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual(["forged", "otherEvent", "unknown"]);
});
