import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isReservedSlug, reservedSlugs, slugFrom } from "../slug.ts";

describe("slug generation (docs/product.md §5)", () => {
  test.each([
    ["lower-case", "Summer GALA", "summer-gala"],
    ["trim", "  Gala  ", "gala"],
    [
      "remove characters other than letters, digits, spaces and hyphens",
      "Rock'n'Roll & Søul (2026)!",
      "rocknroll-sul-2026",
    ],
    ["spaces become hyphens", "a night out", "a-night-out"],
    ["collapse repeated hyphens", "a -- b   c", "a-b-c"],
    ["trim edge hyphens", "--gala--", "gala"],
    ["a title without a letter of ours has no slug", "งานเลี้ยง", ""],
    ["nor has an empty one", "", ""],
  ])("%s", (_rule, name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  test("gives letters, digits and single inner hyphens of any text, and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
        const slug = slugFrom(name);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugFrom(slug)).toBe(slug);
      }),
    );
  });
});

test("our own first path segments are no slugs, in any case of letters", () => {
  for (const reserved of reservedSlugs) expect(isReservedSlug(reserved.toUpperCase())).toBe(true);
  expect(isReservedSlug("summer-gala")).toBe(false);
});
