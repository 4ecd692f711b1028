import { expect, test } from "vitest";
import { isOfferedAsCode } from "./searchText.ts";

test("Search offers to check a text that is not ours and has no result only if the copy has codes of a previous system", () => {
  const offered = (text: string, found: number | null) =>
    [true, false].map((hasOldCodes) => isOfferedAsCode(text, { found, hasOldCodes }));
  expect(offered("A-107", 0)).toEqual([true, false]);
  // Too short for a search.
  expect(offered("7", null)).toEqual([true, false]);
  expect(offered("", null)).toEqual([false, false]);
  expect(offered("Mia", null)).toEqual([false, false]);
  expect(offered("Mia", 1)).toEqual([false, false]);
});

test("Search offers to check a text that begins like a code of ours, also if the copy has no codes of a previous system", () => {
  expect(isOfferedAsCode('{"r":7}', { found: null, hasOldCodes: false })).toBe(true);
});
