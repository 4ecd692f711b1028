import { expect, test } from "vitest";
import { isEmail } from "../email.ts";

// The rule is in docs/product.md §5.
test.each([
  "mia@example.org",
  "a@b.c",
  "mia+gala@mail.example.co.uk",
  "ö@bücher.example",
  "o'neil!#$%&*/=?^_`{|}~-@example.org",
])("%s is an e-mail address", (text) => {
  expect(isEmail(text)).toBe(true);
});

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
  "mia@example.org,",
  "mia@example.org;bo@example.org",
  "<mia@example.org>",
  "Mia<mia@example.org>",
  "mailto:mia@example.org",
  '"mia"@example.org',
  "(mia)@example.org",
  "mia\\@example.org",
  "mia@exam,ple.org",
  "mia@example.o;rg",
])("%j is not an e-mail address", (text) => {
  expect(isEmail(text)).toBe(false);
});
