import { expect, test } from "vitest";
import { formatMoney, mainUnits, mainUnitsText, needCents } from "./money.ts";

test.each([
  [0, "usd", "$0"],
  [2500, "eur", "€25"],
  [1250, "usd", "$12.50"],
  [5, "gbp", "£0.05"],
  [123_456_789, "usd", "$1,234,567.89"],
  [99_900, "thb", "THB 999"],
])(
  "an amount is shown in en-US format, with decimals only if it is not a whole number: %i %s is %s",
  (amount, currency, text) => {
    // Intl puts a no-break space after a currency's letters.
    expect(formatMoney(amount, currency).replace("\u00a0", " ")).toBe(text);
  },
);

test("all amounts of a column have cents if one of them has", () => {
  const column = (amounts: number[]) =>
    amounts.map((amount) => formatMoney(amount, "usd", needCents(amounts, "usd")));
  expect(column([2500, 150, 0])).toEqual(["$25.00", "$1.50", "$0.00"]);
  expect(column([2500, 100])).toEqual(["$25", "$1"]);
  expect([1000, 1100, 1500].map((amount) => needCents([amount], "kwd"))).toEqual([false, true, true]);
  expect(needCents([150], "jpy")).toBe(false);
});

test.each([
  [1500, "jpy", "¥1,500"],
  [1_500_000, "jpy", "¥1,500,000"],
  [12_500, "kwd", "KWD 12.500"],
  [12_000, "kwd", "KWD 12"],
  [1250, "eur", "€12.50"],
  // The provider counts hundredths of these too.
  [12_500, "huf", "HUF 125"],
  [12_550, "huf", "HUF 125.50"],
  [12_500, "isk", "ISK 125"],
  [12_500, "ugx", "UGX 125"],
])("%i minor units of %s are shown as %s", (amount, currency, text) => {
  expect(formatMoney(amount, currency).replace("\u00a0", " ")).toBe(text);
});

test.each([
  [125_050, "eur", 1250.5, "1250.50"],
  [100, "usd", 1, "1.00"],
  [-5, "gbp", -0.05, "-0.05"],
  [500, "jpy", 500, "500"],
  [1_500, "kwd", 1.5, "1.500"],
] as const)("%i minor units of %s are %d, written %s", (amount, currency, main, text) => {
  expect(mainUnits(amount, currency)).toBe(main);
  expect(mainUnitsText(amount, currency)).toBe(text);
});
