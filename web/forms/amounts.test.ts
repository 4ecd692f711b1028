import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyCodes } from "../../contract/rules/money/currencies.ts";
import { minorDigits } from "../../contract/rules/money/minorDigits.ts";
import { mainUnitsText } from "../../contract/rules/money/money.ts";
import { amountExamples, amountText, decimalOf, minorUnitsOf, wholeNumberOf } from "./amounts.ts";

test.each([
  ["25", "eur", 2500],
  ["25.5", "eur", 2550],
  ["25,50", "eur", 2550],
  [" 0 ", "eur", 0],
  ["1 250.00", "eur", 125_000],
  ["1'250", "eur", 125_000],
  ["", "eur", null],
  ["1,250", "eur", null],
  ["-5", "eur", null],
  ["25.555", "eur", null],
  ["25 €", "eur", null],
  ["1e3", "eur", null],
  ["2500", "jpy", 2500],
  ["2 500", "jpy", 2500],
  ["25.5", "jpy", null],
  ["2,500", "jpy", null],
  ["1.25", "kwd", 1250],
  ["1.250", "kwd", 1250],
  ["1,250", "kwd", null],
  ["1.2500", "kwd", null],
])("the amount %j in %s is %j minor units", (text, currency, minor) => {
  expect(minorUnitsOf(text, currency)).toBe(minor);
});

const testedCurrencies = [...new Set([...currencyCodes, "jpy", "kwd"])];

test.each(testedCurrencies)("an amount in %s is read back as it was written", (currency) => {
  const checkRoundTrip = (minor: number) => {
    expect(minorUnitsOf(amountText(minor, currency), currency)).toBe(minor);
    expect(minorUnitsOf(mainUnitsText(minor, currency), currency)).toBe(minor);
  };
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999 }), checkRoundTrip));
});

test.each(testedCurrencies)("the examples of a field in %s are amounts that it accepts", (currency) => {
  const [one, other] = amountExamples(25, currency).split(" or ");
  expect(minorUnitsOf(one!, currency)).toBe(25 * 10 ** minorDigits(currency));
  expect(minorUnitsOf(other!, currency)).toBeGreaterThan(minorUnitsOf(one!, currency)!);
});

test("an amount field shows decimals only if there are some", () => {
  expect([amountText(2500, "eur"), amountText(2550, "eur"), amountText(2550, "jpy")]).toEqual([
    "25",
    "25.50",
    "2550",
  ]);
  expect(amountText(2500, "kwd")).toBe("2.500");
  expect(["eur", "jpy", "kwd"].map((currency) => amountExamples(25, currency))).toEqual([
    "25 or 25.50",
    "25 or 30",
    "25 or 25.500",
  ]);
});

test.each([
  ["12.5", 2, 12.5],
  ["12,55", 2, 12.55],
  ["12.555", 2, null],
  ["8.875", 3, 8.875],
  ["100", 3, 100],
  ["half", 3, null],
])("the text %j with at most %d decimals is read as the number %j", (text, decimals, number) => {
  expect(decimalOf(text, decimals)).toBe(number);
});

test.each([
  ["120", 120],
  ["1,200", 1200],
  ["1 200 000", 1_200_000],
  ["12.5", null],
  ["1,20", null],
  ["", null],
  ["many", null],
])("the text %j is read as the whole number %j", (text, number) => {
  expect(wholeNumberOf(text)).toBe(number);
});
