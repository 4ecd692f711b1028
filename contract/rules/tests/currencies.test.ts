import { expect, test } from "vitest";
import { currency } from "../../scalars.ts";
import { currencyIn, currencyRules, defaultCurrency, leastDonationOfAll } from "../currencies.ts";
import { minorDigits } from "../minorDigits.ts";
import { mainText } from "../money.ts";
import { amountProblem } from "../payable.ts";

test.each(currency.options)(
  "an amount in %s is zero, or between the smallest and the largest amount that can be paid",
  (code) => {
    const { least, most } = currencyRules[code];
    for (const amount of [0, least, most]) expect(amountProblem(amount, code)).toBeNull();
    expect(amountProblem(1, code)).toMatch(/^must be at least .+ or free$/);
    expect(amountProblem(least - 1, code)).toMatch(/at least/);
    for (const amount of [0, least - 1])
      expect(amountProblem(amount, code, { mayBeFree: false })).toMatch(/the least that can be paid online$/);
    expect(amountProblem(least, code, { mayBeFree: false })).toBeNull();
    expect(amountProblem(most + 1, code)).toContain("the most that can be paid at once");
  },
);

test.each(currency.options)(
  "the smallest donation in %s is at least the smallest amount that can be paid",
  (code) => {
    expect(currencyRules[code].leastDonation).toBeGreaterThanOrEqual(currencyRules[code].least);
    expect(leastDonationOfAll).toBeLessThanOrEqual(currencyRules[code].leastDonation);
  },
);

test.each(currency.options)(
  "amounts in %s have as many decimals as the currency table says, and as Intl says",
  (code) => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code.toUpperCase() });
    expect(minorDigits(code)).toBe(currencyRules[code].decimals);
    expect(currencyRules[code].decimals).toBe(format.resolvedOptions().maximumFractionDigits);
    expect(mainText(10 ** currencyRules[code].decimals, code)).toMatch(/^1(\.0+)?$/);
  },
);

test.each(currency.options)("a page suggests donations in %s that can be paid", (code) => {
  const { suggestedDonations, leastDonation } = currencyRules[code];
  for (const amount of suggestedDonations) {
    expect(amount).toBeGreaterThanOrEqual(leastDonation);
    expect(amountProblem(amount, code)).toBeNull();
  }
});

test.each([
  ["Europe/London", "gbp"],
  ["Europe/Berlin", "eur"],
  ["Asia/Bangkok", "thb"],
  ["Etc/GMT", defaultCurrency],
  ["UTC", defaultCurrency],
])("a new event in the time zone %s starts with %s", (timeZone, code) => {
  expect(currencyIn(timeZone)).toBe(code);
});

test("no time zone belongs to two currencies", () => {
  const zones = Object.values(currencyRules).flatMap((rule) => rule.zones);
  expect(new Set(zones).size).toBe(zones.length);
});
