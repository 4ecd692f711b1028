import { expect, test } from "vitest";
import { currency } from "../scalars.ts";
import { amountProblem, currencyRules } from "./currencies.ts";

test.each(currency.options)(
  "an amount in %s is free, or no smaller and no larger than can be paid",
  (one) => {
    const { least, most } = currencyRules[one];
    for (const amount of [0, least, most]) expect(amountProblem(amount, one)).toBeNull();
    expect(amountProblem(1, one)).toMatch(/^must be at least .+ or free$/);
    expect(amountProblem(least - 1, one)).toMatch(/at least/);
    expect(amountProblem(most + 1, one)).toMatch(/^must be at most .+999,999\.99/);
  },
);

test.each(currency.options)("a donation in %s is never less than can be paid", (one) => {
  expect(currencyRules[one].leastDonation).toBeGreaterThanOrEqual(currencyRules[one].least);
});

test.each(currency.options)("amounts in %s have the decimals that browsers write", (one) => {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: one.toUpperCase() });
  expect(format.resolvedOptions().maximumFractionDigits).toBe(currencyRules[one].decimals);
});
