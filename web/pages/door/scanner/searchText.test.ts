import { expect, test } from "vitest";
import { isOfferedAsCode } from "./searchText.ts";

test("Search offers to check a text without a result only where codes of a previous system are valid", () => {
  const offered = (text: string, found: number | null) =>
    [true, false].map((hasOldCodes) => isOfferedAsCode(text, { found, hasOldCodes }));
  expect(offered("A-107", 0)).toEqual([true, false]);
  // Too short for a search.
  expect(offered("7", null)).toEqual([true, false]);
  expect(offered("", null)).toEqual([false, false]);
  expect(offered("Mia", null)).toEqual([false, false]);
  expect(offered("Mia", 1)).toEqual([false, false]);
});

test("Search offers to check a code of ours, also where codes of a previous system are not valid", () => {
  expect(isOfferedAsCode('{"r":7}', { found: null, hasOldCodes: false })).toBe(true);
});
