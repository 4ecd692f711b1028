import { expect, test } from "vitest";
import { AGREED, AGREEMENT, COUNTRY } from "../../../../../contract/rules/questions/questions.ts";
import type { DateFormat } from "../../../../../contract/rules/time/dateFormats.ts";
import { doorVerdict } from "../../../../../contract/shapes/door/door.ts";
import { deviceName } from "../../deviceName.ts";
import { memoryDoor, sampleAttendee, sampleDoor } from "../../memoryDoor.fixture.ts";
import { statusWords } from "../../statusWords.ts";
import { answersInWords, correctionTitle, verdictWords } from "./verdictWords.ts";

const nobody = { isNew: false, attendee: null, purchase: null, earlier: null };
const earlier = { scanId: "", at: "2026-11-21T18:42:00Z", gate: "North gate", by: "Tom" };

test("every verdict on a ticket has its own title, so that no colour is needed", () => {
  const words = doorVerdict.options.map((verdict) => verdictWords({ ...nobody, verdict }, sampleDoor));
  expect(new Set(words.map(({ title }) => title)).size).toBe(words.length);
  expect(words.filter(({ tone }) => tone === "good").map(({ title }) => title)).toEqual(["Welcome"]);
});

test("the verdict “Already in” shows when, where and by whom, in the event's time zone", () => {
  const words = verdictWords({ ...nobody, verdict: "alreadyIn", earlier }, sampleDoor);
  expect(words).toMatchObject({ title: "Already in", detail: "19:42 at North gate, by Tom" });
  const atNoGate = { ...earlier, gate: "", by: "" };
  expect(verdictWords({ ...nobody, verdict: "alreadyIn", earlier: atNoGate }, sampleDoor).detail).toBe(
    "19:42 in the list of attendees",
  );
});

test("the verdict for another day lists the ticket's days, or the event's days for an unknown ticket", () => {
  const attendee = sampleAttendee({ attendeeId: 1, ticketId: 2 });
  const detail = (holder: typeof attendee | null) =>
    verdictWords({ ...nobody, verdict: "otherDay", attendee: holder }, sampleDoor).detail;
  expect(detail(attendee)).toBe("This ticket is for Sun 22 Nov.");
  expect(detail(null)).toBe("This ticket is for Sat 21 Nov to Sun 22 Nov.");
});

test("the card shows a country by its name and an agreement as Agreed", () => {
  const questions = [
    { questionId: 1, typeId: COUNTRY, text: "Where are you from?" },
    { questionId: 2, typeId: AGREEMENT, text: "I agree to the rules" },
    { questionId: 3, text: "Any allergies?" },
  ];
  const answers = ["DE", AGREED, "Nuts", "Fish"].map((answer, index) => ({ questionId: index + 1, answer }));
  expect(answersInWords({ answers }, { questions })).toEqual([
    { questionId: 1, question: "Where are you from?", answer: "Germany" },
    { questionId: 2, question: "I agree to the rules", answer: "Agreed" },
    { questionId: 3, question: "Any allergies?", answer: "Nuts" },
    { questionId: 4, question: "Answer", answer: "Fish" },
  ]);
});

test("the days of extras are those of the registration's tickets", () => {
  const party = [1, 2].map((attendeeId) => ({
    ...sampleAttendee({ attendeeId, ticketId: 2 }),
    verdict: "otherDay" as const,
  }));
  const purchase = {
    purchaseId: 1,
    registrationId: 10,
    codeHash: "",
    items: [{ title: "Wine", quantity: 3 }],
    state: "active" as const,
    redemption: null,
  };
  const judged = { ...nobody, verdict: "otherDay" as const, purchase, party };
  expect(verdictWords(judged, sampleDoor).detail).toBe("These extras are for Sun 22 Nov.");
  expect(correctionTitle(judged, { name: "" }, sampleDoor)).toBe(
    "Take back 3\u00a0×\u00a0Wine: they are for another day",
  );
});

test("if the server corrects a handover of extras, the helper reads what to take back and why", () => {
  const handovers = [{ ...earlier, scanId: "s", counts: [2] }];
  const purchase = {
    purchaseId: 1,
    registrationId: 10,
    codeHash: "",
    items: [{ title: "Wine", quantity: 3 }],
    state: "active" as const,
    redemption: null,
    handovers,
  };
  const title = (part: { redemption: typeof earlier | null; conflict: boolean }, items: string) =>
    correctionTitle(
      { ...nobody, verdict: "alreadyIn", ...part, purchase: { ...purchase, redemption: part.redemption } },
      { name: "", items },
      sampleDoor,
    );
  expect(title({ redemption: null, conflict: false }, "2\u00a0×\u00a0Wine")).toBe(
    "Take back 2\u00a0×\u00a0Wine: only 1\u00a0×\u00a0Wine left",
  );
  expect(title({ redemption: earlier, conflict: true }, "1\u00a0×\u00a0Wine")).toBe(
    "Take back 1\u00a0×\u00a0Wine: already handed over",
  );
});

test("if the server corrects an admission, the helper reads whom to stop and why", () => {
  const attendee = sampleAttendee({ attendeeId: 1, ticketId: 2 });
  const title = (verdict: "otherDay" | "alreadyIn", name = "Mia Keller") =>
    correctionTitle({ verdict, attendee, purchase: null }, { name }, sampleDoor);
  expect(title("otherDay")).toBe("Stop Mia Keller: the ticket is for Sun 22 Nov");
  expect(title("alreadyIn", "")).toBe("Stop this guest: this ticket is already in");
});

test("days and times have the event's date format, or day first and 24 hours if the door has no date format", () => {
  const doorWith = (dateFormat: DateFormat) => ({
    ...sampleDoor,
    event: { ...sampleDoor.event, dateFormat },
  });
  const details = (door: typeof sampleDoor) => [
    verdictWords({ ...nobody, verdict: "alreadyIn", earlier }, door).detail,
    verdictWords({ ...nobody, verdict: "otherDay" }, door).detail,
  ];
  const dayFirst = ["19:42 at North gate, by Tom", "This ticket is for Sat 21 Nov to Sun 22 Nov."];
  expect(details(sampleDoor)).toEqual(dayFirst);
  expect(details(doorWith("DD/MM/YYYY"))).toEqual(dayFirst);
  expect(details(doorWith("MM/DD/YYYY HH:mm"))).toEqual([
    "7:42 PM at North gate, by Tom",
    "This ticket is for Sat Nov 21 to Sun Nov 22.",
  ]);
});

test("the status line shows how fresh the copy is and how many scans wait", () => {
  const now = Date.parse("2026-11-21T19:00:00Z");
  const state = memoryDoor({ attendees: [], state: { freshAt: now - 5_000 } }).state();
  const wordsOf = (part: object) => statusWords({ ...state, ...part }, now).words;
  expect(wordsOf({})).toBe("Up to date · all sent");
  expect(wordsOf({ freshAt: now - 180_000 })).toBe("Not up to date for 3 min · all sent");
  expect(wordsOf({ isOnline: false, freshAt: now - 720_000, waiting: 31 })).toBe(
    "Offline for 12 min · 31 scans to send",
  );
  // A request without an answer is late after `lateAnswerMs`.
  expect(wordsOf({ askedAt: now - 2_000 })).toBe("Up to date · all sent");
  expect(wordsOf({ askedAt: now - 6_000 })).toBe("No answer from the server for 6 s · all sent");
  const copy = { kept: 12_000, total: 50_000, isWhole: false };
  expect(wordsOf({ copy })).toBe("Loading the names: 12,000 of 50,000 · all sent");
  expect(statusWords({ ...state, copy, isOnline: false }, now).tone).toBe("bad");
  expect(wordsOf({ problem: "signedOut", waiting: 2 })).toBe("Signed out · 2 scans to send");
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
    "Android, Chrome",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
    "iPhone, Safari",
  ],
  ["curl/8", ""],
])("a device is named after its browser's user agent", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
