import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptJson } from "../scriptJson.ts";

test("a typed text cannot end the script element, and is read back unchanged", () => {
  const dangerousText = fc.constantFrom(
    "</script>",
    "<!--",
    "<script>",
    "\u2028",
    "\u2029",
    "$&",
    "$'",
    "\\u003c",
    '"',
  );
  const part = fc.oneof(dangerousText, fc.string({ unit: "binary" }));
  const text = fc.array(part).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const written = scriptJson(value);
      expect(written).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(written)).toEqual(value);
    }),
  );
});

test("an event's name cannot end the script element, even if it contains the end tag", () => {
  expect(scriptJson({ name: "</script><script>alert(1)</script>" })).toBe(
    '{"name":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"}',
  );
});
