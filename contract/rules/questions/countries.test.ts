import { expect, test } from "vitest";
import { countries, countryName } from "./countries.ts";

test("there are 249 countries, each with its own code, in the order of the names", () => {
  const codes = countries.map(({ code }) => code);
  expect([codes.length, new Set(codes).size]).toEqual([249, 249]);
  expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  const names = countries.map(({ name }) => name);
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "en")));
  expect([countryName("DE"), countryName("TH"), countryName("XX")]).toEqual([
    "Germany",
    "Thailand",
    undefined,
  ]);
});
