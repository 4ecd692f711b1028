import { describe, expect, test } from "vitest";
import { matchOf, normalizeName, searchWords } from "../names.ts";

const match = (name: string, typed: string) => matchOf(normalizeName(name), searchWords(typed));

describe("a search by name", () => {
  test.each([
    ["Renée Müller", "renee mul"],
    ["Renee Muller", "RENÉE"],
    ["Łukasz Żółć", "lukasz zolc"],
    ["Søren Ærø", "soren aero"],
    ["Jürgen Weiß", "weiss"],
    ["Nguyễn Thị Ánh", "nguyen anh"],
    ["Αλέξανδρος Παπάς", "αλεξ παπας"],
    ["Юрий Гагарин", "юрий"],
    ["สมชาย ใจดี", "สมชาย"],
    ["محمد علي", "محمد"],
    ["Ada Lovelace", "lov ada"],
    ["㌔ Ada", "ada"],
    ["Conan O’Neill", "oneill"],
    ["Conan O'Neill", "o’neill"],
    ["Conan O´Neill", "o'neill"],
    ["Conan ONeill", "o‘neill"],
  ])("%s is found by %s", (name, typed) => {
    expect(match(name, typed)).toBe(2);
  });

  test.each([
    ["王小明", "王"],
    ["김민준", "김민"],
    ["さくら田中", "田中"],
  ])("%s is found by the short text %s, also in the middle of the name", (name, typed) => {
    expect(match(name, typed)).toBeGreaterThan(0);
  });

  test("the middle of a name matches too, but ranks below the beginning of a word", () => {
    expect(match("Ada Lovelace", "ovel")).toBe(1);
    expect(match("Ada Lovelace", "lovel")).toBe(2);
  });
});

test.each(["", "  ", "ad", "a d", "é!"])(
  "a text with fewer than three letters, none of them Chinese, Japanese or Korean, has no words to search for: %j",
  (typed) => {
    expect(searchWords(typed)).toEqual([]);
  },
);

test("a name is found only if every typed word matches", () => {
  expect(match("Ada Lovelace", "ada byron")).toBe(0);
});

test("a typed word of two Latin letters matches only the beginning of a word of the name", () => {
  expect(match("Ada King", "ada ki")).toBe(2);
  expect(match("Ada King", "ada in")).toBe(0);
});
