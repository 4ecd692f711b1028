import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalPath, formerAddressAt, readFormerAddress } from "../formerAddress.ts";
import { slugFrom } from "../slug.ts";

describe("the canonical path", () => {
  test.each([
    ["/peer/move", "peer/move"],
    ["/peer/move/", "peer/move"],
    ["peer/move", "peer/move"],
    ["/Peer/MOVE", "peer/move"],
    ["/peer/m%6Fve", "peer/move"],
    ["/e/summer-gala_2025.html~1", "e/summer-gala_2025.html~1"],
    ["/café", "caf%c3%a9"],
    ["/CAF%C3%89", "caf%c3%a9"],
    ["/my event+guests", "my%20event%2bguests"],
    ["/what?", "what%3f"],
    ["/it's(1)!*", "it%27s%281%29%21%2a"],
    [`/${"a".repeat(200)}`, "a".repeat(200)],
  ])("%s is stored as %s", (pathname, path) => {
    expect(canonicalPath(pathname)).toBe(path);
  });

  test.each([
    "",
    "/",
    "//",
    "/peer//move",
    "//peer/move",
    "/peer/move//",
    "/peer/../move",
    "/peer/./move",
    "/peer/%2e%2E/move",
    "/peer%2Fmove",
    "/peer\\move",
    "/100%25",
    "/50%",
    "/%ff",
    "/peer%00move",
    "/peer\nmove",
    "/\ud800",
    `/${"a".repeat(201)}`,
    // Encoded, it has 204 characters.
    `/${"é".repeat(34)}`,
  ])("%j has no canonical path", (pathname) => {
    expect(canonicalPath(pathname)).toBeNull();
  });

  test("a canonical path has only plain characters and at most 200 of them, and is its own canonical path", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 60 }),
          fc.stringMatching(/^(\/[A-Za-z0-9._~%+é-]{1,9}){1,4}\/?$/),
          fc.webPath(),
        ),
        (pathname) => {
          const path = canonicalPath(pathname);
          if (path === null) return;
          expect(path).toMatch(/^[a-z0-9._~%-]+(\/[a-z0-9._~%-]+)*$/);
          expect(path.length).toBeLessThanOrEqual(200);
          expect(canonicalPath(path)).toBe(path);
          expect(canonicalPath(`/${path}/`)).toBe(path);
          // A route gets a path of one segment decoded.
          if (!path.includes("/")) expect(canonicalPath(decodeURIComponent(path))).toBe(path);
        },
      ),
    );
  });

  test("a slug is its own canonical path", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (name) => {
        const slug = slugFrom(name);
        if (slug !== "") expect(canonicalPath(slug)).toBe(slug);
      }),
    );
  });
});

describe("a former address as staff type it", () => {
  test.each([
    [" /peer/move ", "peer/move"],
    ["https://tickets.example.org/peer/move/?voucher=A#top", "peer/move"],
    ["HTTP://tickets.example.org/peer/move", "peer/move"],
    ["/peer/move?voucher=A", "peer/move"],
    ["/summer-gala-tickets-123456", "summer-gala-tickets-123456"],
    ["/peer/move/checkout/start", "peer/move/checkout/start"],
  ])("%s is stored as %s", (text, path) => {
    expect(readFormerAddress(text)).toEqual({ path, problem: null });
  });

  test.each(["https://tickets.example.org", "https://tickets.example.org/?event=7", "peer//move", "/"])(
    "%s is refused, because it has no valid path",
    (text) => {
      const rule = "must be a path such as /peer/move, with at most 200 characters";
      expect(readFormerAddress(text)).toEqual({ path: null, problem: `The address "${text}" ${rule}.` });
    },
  );

  test.each([
    "/api/peer",
    "/%41pi/peer",
    "/Event/7/orders",
    "/assets/x.js",
    "/gala/Tickets",
    "/auth",
    "/docs/a/b",
  ])("%s is reserved for a page of Foyer", (text) => {
    const { problem } = readFormerAddress(text);
    expect(problem).toMatch(/^The address \/\S+ is reserved for a page of this site\.$/);
    expect(formerAddressAt(text)).toBeNull();
  });

  test("a refusal shows a long address shortened", () => {
    expect(readFormerAddress(`//${"x".repeat(500)}`).problem).toContain(`"//${"x".repeat(58)}…"`);
  });
});
