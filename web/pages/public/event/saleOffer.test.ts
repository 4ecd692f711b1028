import { expect, test } from "vitest";
import { fromPrice, taxWords } from "./saleOffer.ts";

const ticket = (price: number) => ({ price, currency: "usd" as const });

test.each([
  [[], null],
  [[ticket(0)], "Free"],
  [[ticket(2500)], "$25"],
  [[ticket(2500), ticket(2500)], "$25"],
  [[ticket(4000), ticket(2550)], "From $25.50"],
  [[ticket(4000), ticket(0)], "From free"],
  [
    [
      { price: 89_000, currency: "thb" as const },
      { price: 99_000, currency: "thb" as const },
    ],
    "From THB\u00a0890",
  ],
])("the price of %j reads %s", (tickets, words) => {
  expect(fromPrice(tickets)).toBe(words);
});

test("tax is named where something is taxed", () => {
  const percent = { taxType: "percent", taxAmount: 7.5, currency: "usd" } as const;
  const fixed = { taxType: "fixed", taxAmount: 150, currency: "eur" } as const;
  expect(taxWords(percent, [ticket(100)])).toBe("Plus 7.5% tax.");
  expect(taxWords(fixed, [ticket(100)])).toBe("Plus €1.50 tax on each order.");
  expect(taxWords(percent, [ticket(0)])).toBeNull();
  expect(taxWords({ ...percent, taxAmount: 0 }, [ticket(100)])).toBeNull();
});
