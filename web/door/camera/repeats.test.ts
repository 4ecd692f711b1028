import { expect, test } from "vitest";
import { repeatFilter } from "./repeats.ts";

test("a code in view counts once, however long it is held", () => {
  const { isNew } = repeatFilter(2_000);
  const frames = Array.from({ length: 300 }, (_, frame) => isNew("Ada", frame * 33));
  expect(frames.filter(Boolean)).toHaveLength(1);
  expect(frames[0]).toBe(true);
});

test("a code that was away for a while counts again, one that flickers does not", () => {
  const { isNew } = repeatFilter(2_000);
  expect(isNew("Ada", 0)).toBe(true);
  expect(isNew("Ada", 1_999)).toBe(false);
  expect(isNew("Ada", 3_998)).toBe(false);
  expect(isNew("Ada", 5_998)).toBe(true);
});

test("two codes side by side count once each, though they take turns", () => {
  const { isNew } = repeatFilter(2_000);
  const reply = Array.from({ length: 100 }, (_, frame) => frame % 2).filter((code, frame) =>
    isNew(String(code), frame * 33),
  );
  expect(reply).toEqual([0, 1]);
});

test("a reading that nothing was done with counts again at once, though its code is still held", () => {
  const { isNew, forget } = repeatFilter(2_000);
  expect(isNew("Ada", 0)).toBe(true);
  forget("Ada");
  expect(isNew("Ada", 33)).toBe(true);
  expect(isNew("Ada", 66)).toBe(false);
});
