import { expect, test } from "vitest";
import { guessableProblem } from "../passwords/commonPasswords.ts";

test.each(["password1", "Password123!", "12345678", "QWERTY123", "Summer2026!!", "aaaaaaaa", "11111111"])(
  "the password %s is refused because it is easy to guess",
  (password) => {
    expect(guessableProblem(password, "mia@example.org")).toMatch(/easy to guess/);
  },
);

test.each([
  ["miakeller1", "miakeller@example.org"],
  ["MiaKeller2026!", "miakeller@example.org"],
  ["miakeller@example.org", "miakeller@example.org"],
  ["miakeller1975", "MiaKeller1975@example.org"],
  ["miakeller2026!", "miakeller1975@example.org"],
  ["mia12345", "mia12345@example.org"],
  ["Mia12345!", "mia12345@example.org"],
  ["mia.12345_", "mia.12345_@example.org"],
])("the password %s is refused because it is like the owner's address %s", (password, email) => {
  expect(guessableProblem(password, email)).toMatch(/your e-mail address/);
});

test.each(["correct horse 1", "foyer-demo-1", "plain sailing 9", "x7", "pässwörter-7-sind", "mia-1976-04"])(
  "the password %s is neither easy to guess nor like the owner's address",
  (password) => {
    expect(guessableProblem(password, "mia@example.org")).toBeNull();
  },
);
