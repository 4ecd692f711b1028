import encodeQr from "qr";
import { expect, test } from "vitest";
import { qrPath } from "./qrPath.ts";

test("the path paints exactly the dark modules, inside four modules of white", () => {
  const text = '{"r":12,"a":34,"q":"4f1c0e52-7a1b-4a52-9f63-0a4f0f0d7c11","e":5}';
  const modules = encodeQr(text, "raw", { ecc: "medium", border: 4 });
  const { path, size } = qrPath(text);
  expect(size).toBe(modules.length);

  const painted = modules.map((row) => row.map(() => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(length); at++) painted[Number(y)]![Number(x) + at] = true;
  }
  expect(painted).toEqual(modules);
});
