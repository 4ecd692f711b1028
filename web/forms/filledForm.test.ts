import { expect, test } from "vitest";
import { filledText, submissionKeys } from "./filledForm.ts";

test("sending the same again is the same request until it was done", () => {
  let made = 0;
  const keys = submissionKeys(() => {
    made += 1;
    return `key ${made}`;
  });
  expect([keys.keyFor("a"), keys.keyFor("a")]).toEqual(["key 1", "key 1"]);
  expect(keys.keyFor("b")).toBe("key 2");
  keys.renew();
  expect(keys.keyFor("b")).toBe("key 3");
});

test("another file is another filling", () => {
  const first = new File(["one"], "banner.png", { type: "image/png", lastModified: 1 });
  const second = new File(["three"], "banner.png", { type: "image/png", lastModified: 1 });
  expect(filledText({ files: [first] })).toBe(filledText({ files: [first] }));
  expect(filledText({ files: [first] })).not.toBe(filledText({ files: [second] }));
});
