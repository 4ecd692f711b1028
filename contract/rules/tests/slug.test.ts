import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isReservedSlug, reservedSlugs, slugFrom } from "../slug.ts";

describe("a slug made of a name", () => {
  test.each([
    ["letters become lower-case", "Summer GALA", "summer-gala"],
    ["spaces at both ends are removed", "  Gala  ", "gala"],
    [
      "characters other than a to z, digits, spaces and hyphens are removed",
      "Rock'n'Roll & Søul (2026)!",
      "rocknroll-sul-2026",
    ],
    ["spaces become hyphens", "a night out", "a-night-out"],
    ["repeated hyphens become one", "a -- b   c", "a-b-c"],
    ["hyphens at both ends are removed", "--gala--", "gala"],
    ["a title without a Latin letter or a digit has no slug", "งานเลี้ยง", ""],
    ["an empty title has no slug", "", ""],
  ])("%s", (_rule, name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  test("a slug has only letters, digits and single inner hyphens, and slugging it again changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
        const slug = slugFrom(name);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugFrom(slug)).toBe(slug);
      }),
    );
  });
});

test("a reserved slug is reserved in lower and upper case, and another slug is not", () => {
  for (const reserved of reservedSlugs)
    expect([isReservedSlug(reserved), isReservedSlug(reserved.toUpperCase())]).toEqual([true, true]);
  expect(isReservedSlug("summer-gala")).toBe(false);
});
