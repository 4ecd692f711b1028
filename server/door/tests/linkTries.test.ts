import { expect, test } from "vitest";
import { lockDurationMs } from "../linkTries.ts";

const lockMinutes = (inRow: number, inTotal = inRow) => lockDurationMs({ inRow, inTotal }) / 60_000;

test("the fifth wrong PIN in a row locks a link for 1 minute, each further one for twice as long, up to 15 minutes", () => {
  expect([1, 4, 5, 6, 7, 8, 9, 30].map((tries) => lockMinutes(tries))).toEqual([0, 0, 1, 2, 4, 8, 15, 15]);
});

test("the fiftieth wrong PIN in total locks a link until staff give it a new PIN, even if few were in a row", () => {
  expect(lockMinutes(1, 49)).toBe(0);
  expect(lockMinutes(1, 50)).toBe(Number.POSITIVE_INFINITY);
});
