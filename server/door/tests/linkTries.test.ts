import { expect, test } from "vitest";
import { closedForMs } from "../linkTries.ts";

const minutes = (inRow: number, inAll = inRow) => closedForMs({ inRow, inAll }) / 60_000;

test("the fifth wrong PIN in a row closes a link for a minute, each further one for twice as long up to 15", () => {
  expect([1, 4, 5, 6, 7, 8, 9, 30].map((tries) => minutes(tries))).toEqual([0, 0, 1, 2, 4, 8, 15, 15]);
});

test("the fiftieth in all closes it for good, however few of them came in a row", () => {
  expect(minutes(1, 49)).toBe(0);
  expect(minutes(1, 50)).toBe(Number.POSITIVE_INFINITY);
});
