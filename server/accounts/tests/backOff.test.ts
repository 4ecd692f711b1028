import { expect, test } from "vitest";
import { accountOf, type LaneState, laneOf, verdictOn, waitsInMs } from "../backOff.ts";

const now = new Date("2026-05-01T10:00:00Z");
const calm: LaneState = {
  isKnown: false,
  lane: null,
  accountFailures: 0,
  clientFailures: 0,
  lanesOfClient: 0,
};

test("the first 4 wrong passwords cause no wait, the fifth one second, and each further one twice as long, up to 15 minutes", () => {
  expect(waitsInMs.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(waitsInMs.slice(4, -1)).toEqual(
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((seconds) => seconds * 1000),
  );
  expect(waitsInMs.at(-1)).toBe(15 * 60_000);
});

test("a lane that must wait accepts an attempt when its wait is over and not before", () => {
  const lane = { failures: 6, notBefore: new Date(now.getTime() + 2000) };
  expect(verdictOn({ ...calm, lane }, now)).toEqual({ kind: "wait", ms: 2000 });
  expect(verdictOn({ ...calm, lane }, lane.notBefore)).toEqual({ kind: "go", paceMs: 0 });
});

test.each([{ accountFailures: 30 }, { clientFailures: 50 }])(
  "under attack (%o) an unknown device waits before its first attempt, and then between attempts",
  (attack) => {
    expect(verdictOn({ ...calm, ...attack }, now)).toEqual({ kind: "firstWait", ms: 30_000 });
    const lane = { failures: 0, notBefore: now };
    expect(verdictOn({ ...calm, ...attack, lane }, now)).toEqual({ kind: "go", paceMs: 30_000 });
  },
);

test("a device that signed in before need not wait during an attack", () => {
  const attacked = { ...calm, accountFailures: 100_000, clientFailures: 100_000, isKnown: true };
  expect(verdictOn(attacked, now)).toEqual({ kind: "go", paceMs: 0 });
  const lane = { failures: 0, notBefore: now };
  expect(verdictOn({ ...attacked, lane }, now)).toEqual({ kind: "go", paceMs: 0 });
});

test("each account has one lane per client, one per device and one per session", () => {
  const [mia, leo] = [accountOf("Mia@example.org "), accountOf("leo@example.org")];
  expect(mia).toEqual(accountOf("mia@example.org"));
  const lanes = [
    laneOf(mia, { client: "1.2.3.4" }),
    laneOf(mia, { client: "1.2.3.5" }),
    laneOf(mia, { device: "1.2.3.4" }),
    laneOf(mia, { device: "1.2.3.5" }),
    laneOf(mia, { session: "1.2.3.4" }),
    laneOf(mia, { session: "1.2.3.5" }),
    laneOf(leo, { client: "1.2.3.4" }),
  ].map(({ lane }) => lane.toString("hex"));
  expect(new Set(lanes).size).toBe(7);
});
