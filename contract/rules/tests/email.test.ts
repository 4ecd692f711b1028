import { expect, test } from "vitest";
import { isEmail } from "../email.ts";

// Text, an at sign, text, a dot, text; no spaces (docs/product.md §5).
test.each(["mia@example.org", "a@b.c", "mia+gala@mail.example.co.uk", "ö@bücher.example"])(
  "%s is an e-mail address",
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  "",
  "mia",
  "mia@example",
  "@example.org",
  "mia@.",
  "mia@example.",
  "mia @example.org",
  "mia@exa mple.org",
  "a@b@c.de",
  "mia@example.org\n",
])("%j is not an e-mail address", (text) => {
  expect(isEmail(text)).toBe(false);
});
