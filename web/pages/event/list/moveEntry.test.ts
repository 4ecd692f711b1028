import { expect, test } from "vitest";
import { moveEntry } from "./moveEntry.ts";

test.each([
  [0, 2, "bcad"],
  [3, 0, "dabc"],
  [1, 2, "acbd"],
  [2, 2, "abcd"],
])("the entry at %d goes to %d: %s", (from, to, order) => {
  expect(moveEntry(["a", "b", "c", "d"], from, to).join("")).toBe(order);
});
