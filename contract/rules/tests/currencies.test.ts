import { expect, test } from "vitest";
import { currency } from "../../scalars.ts";
import { currencyIn, currencyRules, defaultCurrency, leastDonationOfAll } from "../currencies.ts";
import { minorDigits } from "../minorDigits.ts";
import { mainText } from "../money.ts";
import { amountProblem } from "../payable.ts";

test.each(currency.options)(
  "an amount in %s is free, or no smaller and no larger than can be paid",
  (one) => {
    const { least, most } = currencyRules[one];
    for (const amount of [0, least, most]) expect(amountProblem(amount, one)).toBeNull();
    expect(amountProblem(1, one)).toMatch(/^must be at least .+ or free$/);
    expect(amountProblem(least - 1, one)).toMatch(/at least/);
    for (const amount of [0, least - 1])
      expect(amountProblem(amount, one, { mayBeFree: false })).toMatch(/the least that can be paid online$/);
    expect(amountProblem(least, one, { mayBeFree: false })).toBeNull();
    expect(amountProblem(most + 1, one)).toContain("the most that can be paid at once");
  },
);

test.each(currency.options)("a donation in %s is never less than can be paid", (one) => {
  expect(currencyRules[one].leastDonation).toBeGreaterThanOrEqual(currencyRules[one].least);
  expect(leastDonationOfAll).toBeLessThanOrEqual(currencyRules[one].leastDonation);
});

test.each(currency.options)(
  "amounts in %s have the decimals of their table, which are those of its coins",
  (one) => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: one.toUpperCase() });
    expect(minorDigits(one)).toBe(currencyRules[one].decimals);
    expect(currencyRules[one].decimals).toBe(format.resolvedOptions().maximumFractionDigits);
    expect(mainText(10 ** currencyRules[one].decimals, one)).toMatch(/^1(\.0+)?$/);
  },
);

test.each(currency.options)("a page suggests donations in %s that can be paid", (one) => {
  const { suggestedDonations, leastDonation } = currencyRules[one];
  for (const amount of suggestedDonations) {
    expect(amount).toBeGreaterThanOrEqual(leastDonation);
    expect(amountProblem(amount, one)).toBeNull();
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

test("no time zone starts with two currencies", () => {
  const zones = Object.values(currencyRules).flatMap((rule) => rule.zones);
  expect(new Set(zones).size).toBe(zones.length);
});
