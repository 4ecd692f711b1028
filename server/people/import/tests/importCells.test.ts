import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyCodes, currencyRules } from "../../../../contract/rules/money/currencies.ts";
import { minorDigits } from "../../../../contract/rules/money/minorDigits.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import { cellTime, checkInOf, priceOf } from "../importCells.ts";

/** The price 20. A currency without examples does not compile. */
const twenty: Record<Currency, readonly string[]> = {
  usd: ["$20", "20 USD"],
  gbp: ["£20", "GBP 20"],
  eur: ["€20", "20 EUR"],
  thb: ["฿20", "20 thb"],
};

describe("a price", () => {
  test.each(currencyCodes)("a price in %s is read with its sign and its code", (code) => {
    for (const text of twenty[code]) expect(priceOf(text, code)).toBe(20 * 10 ** minorDigits(code));
    for (const sign of currencyRules[code].signs) expect(twenty[code].join()).toContain(sign);
  });

  test.each([
    ["20.00", 2000],
    ["20,00", 2000],
    ["20", 2000],
    ["20.5", 2050],
    ["€ 20.00", 2000],
    ["€20.00", 2000],
    ["20,00 €", 2000],
    ["20.00 EUR", 2000],
    ["eur 20", 2000],
    ["1.234,50 EUR", 123_450],
    ["1,234.50", 123_450],
    ["1'234.50", 123_450],
    ["1 234,50", 123_450],
    ["1.234", 123_400],
    ["20.005", 2_000_500],
    ["1,234,567.00", 123_456_700],
    ["20.0000", 2000],
    ["0.00", 0],
  ])("%s is this many cents: %i", (text, cents) => {
    expect(priceOf(text, "eur")).toBe(cents);
  });

  test.each([
    "",
    "free",
    "-5.00",
    "20.00 USD",
    "$20",
    "£20",
    "1.2.3",
    "1,23,456.00",
    "12345.678,00",
    "1.234.56,7",
    "2026-10-01",
    "99,999,999.00",
  ])("“%s” is no price in euros", (text) => {
    expect(priceOf(text, "eur")).toBeNull();
  });

  test("a price is read in minor units of its currency, and a fraction of a minor unit is refused", () => {
    expect([
      priceOf("1,200", "jpy"),
      priceOf("฿ 300.00", "thb"),
      priceOf("$20", "usd"),
      priceOf("12.5", "jpy"),
    ]).toEqual([1200, 30_000, 2000, null]);
  });

  test("a price in another dollar than the event's is refused", () => {
    const texts = ["$20", "US$20", "A$ 20.00", "NZ$20", "20 CAD"];
    expect(texts.map((text) => priceOf(text, "usd"))).toEqual([2000, 2000, null, null, null]);
    expect(priceOf("A$ 20", "aud")).toBe(2000);
  });

  test("every amount is read as it is written in English and in German", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (cents) => {
        for (const locale of ["en-US", "de-DE"]) {
          const format = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
          expect(priceOf(format.format(cents / 100), "eur")).toBe(cents);
        }
      }),
    );
  });
});

describe("a time", () => {
  test.each([
    ["2026-10-01T10:00:00.000Z", "2026-10-01T10:00:00.000Z"],
    ["2026-05-01 10:00:00 +0200", "2026-05-01T08:00:00.000Z"],
    ["2026-05-01 10:00:00-05:30", "2026-05-01T15:30:00.000Z"],
    ["2026-10-01 10:00", "2026-10-01T08:00:00.000Z"],
    ["2026-11-12", "2026-11-11T23:00:00.000Z"],
    ["2026-10-23 14:10:50", "2026-10-23T12:10:50.000Z"],
    ["01.05.2026 10:00", "2026-05-01T08:00:00.000Z"],
    ["1.5.26", "2026-04-30T22:00:00.000Z"],
    ["11/29/26 22:28", "2026-11-29T21:28:00.000Z"],
    ["29/11/2026 22:28", "2026-11-29T21:28:00.000Z"],
    ["11/11/2026 12:05 AM", "2026-11-10T23:05:00.000Z"],
    ["11/30/2026 9:11 pm", "2026-11-30T20:11:00.000Z"],
  ])("%s is this instant for an event in Berlin: %s", (text, instant) => {
    expect(cellTime(text, "Europe/Berlin")?.toISOString()).toBe(instant);
  });

  test.each([
    "",
    "yesterday",
    "11/01/2026 10:00:00",
    "2026-02-30",
    "2026-13-01",
    "31.04.2026",
    "2026-10-01 25:00",
    "2026-10-01 10:61",
    "2026-10-01 13:00 PM",
    "20261001",
    "10:00",
  ])("“%s” is no time with a clear day and month", (text) => {
    expect(cellTime(text, "Europe/Berlin")).toBeNull();
  });
});

test.each([
  ["Yes", true],
  ["✓", true],
  ["Ja", true],
  ["x", true],
  ["", false],
  ["No", false],
  ["nein", false],
  ["2026-11-22 11:10", new Date("2026-11-22T11:10:00Z")],
  ["Door (2026-11-20 18:01:00)", new Date("2026-11-20T18:01:00Z")],
  ["perhaps", null],
])("the text “%s” means that a person was let in: %o", (text, expected) => {
  expect(checkInOf(text, "UTC")).toEqual(expected);
});
