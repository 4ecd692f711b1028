import { expect, test } from "vitest";
import { isDismissed, swipeOffset } from "./swipe.ts";

const from = { clientX: 100, clientY: 100 };

test.each([
  ["right by 51 px", { clientX: 151, clientY: 100 }, true],
  ["left by 51 px", { clientX: 49, clientY: 100 }, true],
  ["down by 51 px", { clientX: 100, clientY: 151 }, true],
  ["by exactly 50 px", { clientX: 150, clientY: 50 }, false],
  ["not at all", { clientX: 100, clientY: 100 }, false],
])("docs/product.md §4: a swipe of more than 50 px dismisses: %s", (_, to, dismissed) => {
  expect(isDismissed(from, to)).toBe(dismissed);
});

test("the snackbar follows the finger sideways", () => {
  expect(swipeOffset(from, { clientX: 80, clientY: 300 })).toBe(-20);
});
