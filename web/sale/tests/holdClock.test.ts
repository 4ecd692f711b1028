import { expect, test } from "vitest";
import { announcementOf, countdownText, phaseOf, readHold, remainingOf, skewFrom } from "../holdClock.ts";

const noon = Date.parse("2026-12-12T12:00:00Z");
const at = (ms: number) => new Date(ms).toISOString();

/** `pass` lets time go by on both clocks. */
function createClocks(wrongMs = 0) {
  let wall = noon + wrongMs;
  let monotonic = 5_000;
  return {
    wallMs: () => wall,
    monotonicMs: () => monotonic,
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    setWall(ms: number) {
      wall = ms;
    },
  };
}

test("a device whose clock is an hour ahead still has the whole quarter of an hour", () => {
  const clocks = createClocks(3_600_000);
  const skewMs = skewFrom(at(noon), clocks);
  const reading = readHold({ expiresAt: at(noon + 15 * 60_000), skewMs }, clocks);
  expect(reading.remainingMs).toBe(15 * 60_000);
});

test("after ten of fifteen minutes, a reloaded page shows five minutes", () => {
  const clocks = createClocks(-86_400_000);
  const skewMs = skewFrom(at(noon), clocks);
  clocks.pass(10 * 60_000);
  expect(readHold({ expiresAt: at(noon + 15 * 60_000), skewMs }, clocks).remainingMs).toBe(5 * 60_000);
});

test("a jump of the wall clock does not change the remaining time of a reading", () => {
  const clocks = createClocks();
  const reading = readHold({ expiresAt: at(noon + 60_000), skewMs: 0 }, clocks);
  clocks.pass(20_000);
  clocks.setWall(noon + 86_400_000);
  expect(remainingOf(reading, clocks)).toBe(40_000);
  clocks.pass(40_000);
  expect(remainingOf(reading, clocks)).toBe(0);
  clocks.pass(1);
  expect(remainingOf(reading, clocks)).toBe(0);
});

test.each([
  [120_001, "running"],
  [120_000, "endingSoon"],
  [30_001, "endingSoon"],
  [30_000, "lastCall"],
  [1, "lastCall"],
  [0, "ended"],
] as const)("with %i ms left a hold is %s", (remainingMs, phase) => {
  expect(phaseOf(remainingMs)).toBe(phase);
});

test.each([
  [24 * 3_600_000, "24:00:00"],
  [3_600_000 + 61_000, "1:01:01"],
  [15 * 60_000, "15:00"],
  [14 * 60_000 + 8_001, "14:09"],
  [119_000, "1:59"],
  [1, "0:01"],
  [0, "0:00"],
])("a remaining time of %i ms is shown as %s", (remainingMs, text) => {
  expect(countdownText(remainingMs)).toBe(text);
});

test("announcements come at two minutes, at 30 seconds and at the end, and not before", () => {
  const heldWords = "your tickets are";
  expect(announcementOf("running", heldWords)).toBe("");
  expect(announcementOf("endingSoon", heldWords)).toContain("Two minutes or less");
  expect(announcementOf("lastCall", heldWords)).toContain("30 seconds or less");
  expect(announcementOf("ended", heldWords)).toContain("whether your tickets are still held");
});
