import { expect, test } from "vitest";
import { spreadOver, ticksTo } from "./chartScale.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [60, [0, 20, 40, 60]],
  [100, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [12_345, [0, 5000, 10_000, 15_000]],
])("an axis up to %d shows %j", (highest, ticks) => {
  expect(ticksTo(highest)).toEqual(ticks);
});

test("labels are spread evenly, and never more labels are shown than fit", () => {
  expect(spreadOver(3, 6)).toEqual([0, 1, 2]);
  expect(spreadOver(13, 6)).toEqual([0, 3, 6, 9, 12]);
  expect(spreadOver(0, 6)).toEqual([]);
});
