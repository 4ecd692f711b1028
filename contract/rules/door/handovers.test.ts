import { expect, test } from "vitest";
import { areLeft, completingHandover, handedCounts, leftCounts } from "./handovers.ts";

const at = "2026-11-27T18:00:00.000Z";
const handoverOf = (scanId: string, ...counts: number[]) => ({ scanId, at, gate: "Bar", by: "Ann", counts });
const items = [{ quantity: 3 }, { quantity: 1 }];

test("extras are left until the last one was handed over", () => {
  const handovers = [handoverOf("a", 1, 0), handoverOf("b", 1, 1)];
  expect(leftCounts({ items, handovers })).toEqual([1, 0]);
  expect(areLeft({ items, handovers }, [1, 0])).toBe(true);
  expect(areLeft({ items, handovers }, [1, 1])).toBe(false);
  expect(completingHandover({ items, handovers })).toBeNull();
  expect(completingHandover({ items, handovers: [...handovers, handoverOf("c", 1, 0)] })).toMatchObject({
    scanId: "c",
  });
});

test("the handovers of two offline doors count at most as much as was bought", () => {
  const handovers = [handoverOf("a", 3, 1), handoverOf("b", 2, 0)];
  expect(handedCounts({ items, handovers })).toEqual([3, 1]);
  expect(completingHandover({ items, handovers })).toMatchObject({ scanId: "a" });
});
