import { expect, test } from "vitest";
import { manyCodes } from "./manyCodes.ts";

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

test("many codes have the same prefix and different endings without 0, 1, O, I and L", () => {
  const codes = manyCodes({ prefix: "PRESS-", count: 200 }, random);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^PRESS-[2-9A-HJKMNP-Z]{8}$/);
});

test("all characters are equally likely: bytes from 248, the last multiple of 31, are drawn again", () => {
  const drawn = [255, 250, 248, 0, 30, 31, 247, 1, 2, 3, 4, 5];
  const inOrder = (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => drawn.shift() ?? 0);
  expect(manyCodes({ prefix: "", count: 1 }, inOrder)).toEqual(["2Z2Z3456"]);
});

test("a code that is drawn twice is used once", () => {
  let times = 0;
  const twice = (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(times++ < 2 ? 0 : 1);
  expect(manyCodes({ prefix: "A", count: 2 }, twice)).toEqual(["A22222222", "A33333333"]);
});
