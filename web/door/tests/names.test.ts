import { describe, expect, test } from "vitest";
import { foldName, matchOf, searchWords } from "../names.ts";

const match = (name: string, typed: string) => matchOf(foldName(name), searchWords(typed));

describe("somebody is found", () => {
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
  ])("%s by %s", (name, typed) => {
    expect(match(name, typed)).toBe(2);
  });

  test.each([
    ["王 小明", "王"],
    ["김 민준", "김민"],
    ["さくら 田中", "田中"],
  ])("%s by the few signs of %s", (name, typed) => {
    expect(match(name.replace(" ", ""), typed)).toBeGreaterThan(0);
  });

  test("by the middle of a name too, after those whose words begin so", () => {
    expect(match("Ada Lovelace", "ovel")).toBe(1);
    expect(match("Ada Lovelace", "lovel")).toBe(2);
  });
});

test.each(["", "  ", "ad", "a d", "é!"])("two letters or fewer find nobody: %j", (typed) => {
  expect(searchWords(typed)).toEqual([]);
});

test("every word must be there", () => {
  expect(match("Ada Lovelace", "ada byron")).toBe(0);
});

test("a letter or two beside a longer word are the beginning of another", () => {
  expect(match("Ada King", "ada ki")).toBe(2);
  expect(match("Ada King", "ada in")).toBe(0);
});
