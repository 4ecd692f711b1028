import { expect, test } from "vitest";
import { filledText } from "./filledText.ts";

test("the text of a form differs if its file has another size", () => {
  const first = new File(["one"], "banner.png", { type: "image/png", lastModified: 1 });
  const second = new File(["three"], "banner.png", { type: "image/png", lastModified: 1 });
  expect(filledText({ files: [first] })).toBe(filledText({ files: [first] }));
  expect(filledText({ files: [first] })).not.toBe(filledText({ files: [second] }));
});
