import { expect, test } from "vitest";
import { qrPath } from "./qrPath.ts";

test("the path has a margin of four modules, and begins with a corner that scanners look for", () => {
  const { path, size } = qrPath('{"r":12,"a":34,"q":"4f1c0e52-7a1b-4a52-9f63-0a4f0f0d7c11","e":5}');
  expect(path).toMatch(/^M4 4h7v7h-7z/);
  expect(path).toContain(`M${size - 11} 4h7v7h-7z`);
  const starts = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.min(...starts)).toBe(4);
  expect(Math.max(...starts)).toBeLessThan(size - 4);
});
