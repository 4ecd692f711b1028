import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, minorOf, wholeNumberOf } from "./amounts.ts";

test.each([
  ["25", 2500],
  ["25.5", 2550],
  ["25,50", 2550],
  [" 0 ", 0],
  ["1 250.00", 125_000],
  ["1'250", 125_000],
  ["", null],
  ["1,250", null],
  ["-5", null],
  ["25.555", null],
  ["25 €", null],
  ["1e3", null],
])("the amount %j is %j minor units", (text, minor) => {
  expect(minorOf(text)).toBe(minor);
});

test("an amount is read back as it was written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (minor) => {
      expect(minorOf(amountText(minor))).toBe(minor);
    }),
  );
  expect([amountText(2500), amountText(2550)]).toEqual(["25", "25.50"]);
});

test.each([
  ["120", 120],
  ["1,200", 1200],
  ["1 200 000", 1_200_000],
  ["12.5", null],
  ["1,20", null],
  ["", null],
  ["many", null],
])("the number %j is %j", (text, number) => {
  expect(wholeNumberOf(text)).toBe(number);
});
