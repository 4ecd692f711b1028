import { expect, test } from "vitest";
import { likelyAddress } from "../mailTypos.ts";

test.each([
  ["ada@gmial.con", "ada@gmail.com"],
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  ["ada@gmai.com", "ada@gmail.com"],
  ["Ada@GMIAL.com", "Ada@gmail.com"],
  [" ada@hotmial.de ", "ada@hotmail.de"],
  ["ada@yaho.co.uk", "ada@yahoo.co.uk"],
  ["ada@outlok.com", "ada@outlook.com"],
  ["ada@gmx.ne", "ada@gmx.net"],
])("the mistyped address %s probably means %s", (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant);
});

test.each([
  "ada@gmail.com",
  "ada@mail.com",
  "ada@ymail.com",
  "ada@email.com",
  "ada@gmx.es",
  "ada@gmx.at",
  "ada@web.com",
  "ada@wet.de",
  "ada@hotmail.be",
  "ada@yahoo.co.jp",
  "ada@example.org",
  "ada@gmail",
  "ada@",
  "ada",
  "",
])("there is no question about the address %s", (typed) => {
  expect(likelyAddress(typed)).toBeNull();
});
