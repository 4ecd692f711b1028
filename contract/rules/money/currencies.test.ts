import { expect, test } from "vitest";
import { type Currency, currency } from "../../scalars.ts";
import {
  currencyCodes,
  currencyIn,
  currencyRules,
  defaultCurrency,
  leastDonationOfAll,
  pricesIncludeTaxByDefault,
} from "./currencies.ts";
import { minorDigits } from "./minorDigits.ts";
import { mainUnitsText } from "./money.ts";
import { amountProblem } from "./payable.ts";

test.each(currency.options)(
  "an amount in %s is accepted if it is zero and may be free, or between the smallest and the largest that can be paid",
  (code) => {
    const { least, most } = currencyRules[code];
    for (const amount of [0, least, most]) expect(amountProblem(amount, code)).toBeNull();
    expect(amountProblem(1, code)).toMatch(/^must be at least .+ or free$/);
    expect(amountProblem(least - 1, code)).toMatch(/at least/);
    for (const amount of [0, least - 1])
      expect(amountProblem(amount, code, { mayBeFree: false })).toMatch(/the least that can be paid online$/);
    expect(amountProblem(least, code, { mayBeFree: false })).toBeNull();
    expect(amountProblem(most + 1, code)).toContain("the largest amount of one payment");
  },
);

test.each(currency.options)(
  "the smallest donation in %s is a round amount, at least twice the smallest amount that can be paid",
  (code) => {
    const { least, leastDonation } = currencyRules[code];
    const roundAmounts = [1, 10, 100, 1000, 10_000, 100_000].flatMap((power) => [
      power,
      2 * power,
      5 * power,
    ]);
    expect(leastDonation).toBe(roundAmounts.find((amount) => amount >= 2 * least));
    expect(leastDonationOfAll).toBeLessThanOrEqual(leastDonation);
  },
);

test.each(currency.options)(
  "amounts in %s have as many decimals as the currency table says, and as Intl says",
  (code) => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code.toUpperCase() });
    expect(minorDigits(code)).toBe(currencyRules[code].decimals);
    expect(currencyRules[code].decimals).toBe(format.resolvedOptions().maximumFractionDigits);
    expect(mainUnitsText(10 ** currencyRules[code].decimals, code)).toMatch(/^1(\.0+)?$/);
  },
);

test.each(["idr", "COP", "pkr", "huf"])(
  "minor units of %s are hundredths, as the provider counts them",
  (code) => {
    expect(minorDigits(code)).toBe(2);
  },
);

test.each(currency.options)(
  "the donations in %s that a page suggests can be paid, and are sorted by amount",
  (code) => {
    const { suggestedDonations, leastDonation } = currencyRules[code];
    expect([...suggestedDonations].sort((one, other) => one - other)).toEqual(suggestedDonations);
    expect(suggestedDonations).toHaveLength(4);
    for (const amount of suggestedDonations) {
      expect(amount).toBeGreaterThanOrEqual(leastDonation);
      expect(amountProblem(amount, code)).toBeNull();
    }
  },
);

/** A zone for each currency; UTC gets the default. */
const expectedOf: Record<Currency, { zone: string; pricesIncludeTax: boolean }> = {
  usd: { zone: "UTC", pricesIncludeTax: false },
  gbp: { zone: "Europe/London", pricesIncludeTax: true },
  eur: { zone: "Europe/Berlin", pricesIncludeTax: true },
  thb: { zone: "Asia/Bangkok", pricesIncludeTax: false },
};

test.each(currencyCodes)(
  "a new event in a time zone of %s starts with this currency and its tax rule",
  (code) => {
    const { zone, pricesIncludeTax } = expectedOf[code];
    expect(currencyIn(zone)).toBe(code);
    expect(pricesIncludeTaxByDefault(code)).toBe(pricesIncludeTax);
  },
);

test("a new event in a time zone of no currency starts with the default currency", () => {
  expect(currencyIn("Etc/GMT")).toBe(defaultCurrency);
});

test("no zone or area is listed twice", () => {
  const zones = Object.values(currencyRules).flatMap((rule) => rule.zones);
  expect(new Set(zones).size).toBe(zones.length);
});
