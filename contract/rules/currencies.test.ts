import { expect, test } from "vitest";
import { currency } from "../scalars.ts";
import { amountProblem, currencyRules, leastDonationOfAll } from "./currencies.ts";
import { minorDigits } from "./minorDigits.ts";

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
    expect(amountProblem(most + 1, one)).toMatch(/^must be at most .+999,999\.99/);
  },
);

test.each(currency.options)("a donation in %s is never less than can be paid", (one) => {
  expect(currencyRules[one].leastDonation).toBeGreaterThanOrEqual(currencyRules[one].least);
  expect(leastDonationOfAll).toBeLessThanOrEqual(currencyRules[one].leastDonation);
});

test.each(currency.options)("amounts in %s have two decimals, as needCents takes for granted", (one) => {
  expect(minorDigits(one)).toBe(2);
});
