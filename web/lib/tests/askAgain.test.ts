import { expect, test } from "vitest";
import { nextPauseMs } from "../askAgain.ts";

test("the pauses between requests begin with a second, never become shorter, and last 10 to 20 minutes in total", () => {
  const waits = Array.from({ length: 60 }, (_, request) => nextPauseMs(request));
  const plannedWaits = waits.filter((wait) => wait !== null);
  expect(plannedWaits[0]).toBe(1000);
  expect(plannedWaits).toEqual([...plannedWaits].sort((one, other) => one - other));
  const minutes = plannedWaits.reduce((sum, wait) => sum + wait, 0) / 60_000;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThan(20);
  expect(waits.at(-1)).toBeNull();
});
