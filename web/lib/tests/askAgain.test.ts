import { expect, test } from "vitest";
import { nextWaitMs } from "../askAgain.ts";

test("the page asks at once, then ever more patiently, for a quarter of an hour at most", () => {
  const waits = Array.from({ length: 60 }, (_, request) => nextWaitMs(request));
  const given = waits.filter((wait) => wait !== null);
  expect(given[0]).toBe(1000);
  expect(given).toEqual([...given].sort((one, other) => one - other));
  const minutes = given.reduce((sum, wait) => sum + wait, 0) / 60_000;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThan(20);
  expect(waits.at(-1)).toBeNull();
});
