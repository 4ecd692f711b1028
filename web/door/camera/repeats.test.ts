import { expect, test } from "vitest";
import { createRepeatFilter } from "./repeats.ts";

test("a code in view counts once, no matter how long it is held", () => {
  const { isNew } = createRepeatFilter();
  const frames = Array.from({ length: 300 }, (_, frame) => isNew("Ada", frame * 33));
  expect(frames.filter(Boolean)).toHaveLength(1);
  expect(frames[0]).toBe(true);
});

test("a code that was out of view for a while counts again, and a code that was lost for a moment does not", () => {
  const { isNew } = createRepeatFilter();
  expect(isNew("Ada", 0)).toBe(true);
  expect(isNew("Ada", 1_999)).toBe(false);
  expect(isNew("Ada", 3_998)).toBe(false);
  expect(isNew("Ada", 5_998)).toBe(true);
});

test("two codes side by side count once each, even if they are read alternately", () => {
  const { isNew } = createRepeatFilter();
  const counted = Array.from({ length: 100 }, (_, frame) => frame % 2).filter((code, frame) =>
    isNew(String(code), frame * 33),
  );
  expect(counted).toEqual([0, 1]);
});

test("a reading that was not used counts again immediately, even if its code is still in view", () => {
  const { isNew, forget } = createRepeatFilter();
  expect(isNew("Ada", 0)).toBe(true);
  forget("Ada");
  expect(isNew("Ada", 33)).toBe(true);
  expect(isNew("Ada", 66)).toBe(false);
});
