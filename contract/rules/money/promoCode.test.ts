import fc from "fast-check";
import { expect, test } from "vitest";
import { priceWithCode, promoCodeKey } from "./promoCode.ts";

const percent = (value: number) => ({ kind: "percent", value }) as const;

test("a percentage is taken off each ticket, and a discount of half a minor unit is rounded up", () => {
  expect(priceWithCode(2500, percent(10))).toBe(2250);
  expect(priceWithCode(2500, percent(12.5))).toBe(2187);
  expect(priceWithCode(999, percent(33.33))).toBe(666);
  expect(priceWithCode(5, percent(10))).toBe(4);
  expect(priceWithCode(2500, percent(100))).toBe(0);
  expect(priceWithCode(2_000_000_000, percent(0.01))).toBe(1_999_800_000);
});

test("an amount is taken off each ticket, and no price falls below zero", () => {
  expect(priceWithCode(2500, { kind: "amount", value: 400 })).toBe(2100);
  expect(priceWithCode(300, { kind: "amount", value: 400 })).toBe(0);
});

test("a code that only unlocks tickets does not change their price", () => {
  expect(priceWithCode(2500, { kind: "access", value: 0 })).toBe(2500);
});

test("no percentage raises a price or makes it negative", () => {
  const hundredths = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000_000 }), hundredths, (price, value) => {
      const withCode = priceWithCode(price, percent(value / 100));
      expect(Number.isInteger(withCode) && withCode >= 0 && withCode <= price).toBe(true);
    }),
  );
});

test("a code is the same in upper and lower case and in any Unicode composition", () => {
  expect(promoCodeKey("Früh-26")).toBe(promoCodeKey("FRU\u0308H-26"));
  expect(promoCodeKey("EARLY")).not.toBe(promoCodeKey("EARLY2"));
});
