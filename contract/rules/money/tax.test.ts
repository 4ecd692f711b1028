import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderTaxOf, taxesOf, taxInside, taxLines, taxOn, totalsOf } from "./tax.ts";

describe("tax (docs/wire.md §2)", () => {
  test.each([
    [
      "a tax in percent is subtotal × amount / 100, rounded half up",
      1000,
      { taxType: "percent", taxAmount: 19 },
      190,
    ],
    ["half a cent is rounded up", 10, { taxType: "percent", taxAmount: 5 }, 1],
    ["less than half a cent is rounded down", 10, { taxType: "percent", taxAmount: 4.999 }, 0],
    ["a percentage is used with three decimals", 100_000, { taxType: "percent", taxAmount: 8.875 }, 8875],
    [
      "a tax that binary fractions would round down is rounded up",
      10_000,
      { taxType: "percent", taxAmount: 1.005 },
      101,
    ],
    ["a fixed tax is added once per order", 123_456, { taxType: "fixed", taxAmount: 350 }, 350],
    ["a subtotal of 0 has no tax in percent", 0, { taxType: "percent", taxAmount: 19 }, 0],
    ["a subtotal of 0 has no fixed tax", 0, { taxType: "fixed", taxAmount: 350 }, 0],
  ] as const)("%s", (_rule, subtotal, tax, expected) => {
    expect(taxOn(subtotal, tax)).toBe(expected);
  });

  const subtotal = fc.integer({ min: 0, max: 2_000_000_000 });
  const percent = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000);

  test("a tax in percent is a whole amount within half a cent of the exact one, and never exactly half a cent below", () => {
    fc.assert(
      fc.property(subtotal, percent, (amount, taxAmount) => {
        const tax = taxOn(amount, { taxType: "percent", taxAmount });
        expect(Number.isSafeInteger(tax)).toBe(true);
        // In hundred-thousandths of a cent, where every value is a whole number.
        const missing = BigInt(amount) * BigInt(Math.round(taxAmount * 1000)) - BigInt(tax) * 100_000n;
        expect(missing < 50_000n && missing >= -50_000n).toBe(true);
      }),
    );
  });

  test("a tax in percent never falls when the subtotal grows", () => {
    fc.assert(
      fc.property(subtotal, fc.nat({ max: 1000 }), percent, (amount, more, taxAmount) => {
        const tax = { taxType: "percent", taxAmount } as const;
        expect(taxOn(amount + more, tax)).toBeGreaterThanOrEqual(taxOn(amount, tax));
      }),
    );
  });
});

test("a total is the prices of the lines plus a tax that they do not include, in any order of the lines", () => {
  const line = fc.record({
    unitPrice: fc.nat({ max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.nat({ max: 30_000 }), (lines, thousandths) => {
      const tax = { taxType: "percent", taxAmount: thousandths / 1000 } as const;
      const totals = totalsOf(lines, tax);
      expect(totals.subtotal).toBe(
        lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      );
      expect(totals.totalAmount).toBe(totals.subtotal + totals.tax);
      expect(totalsOf([...lines].reverse(), tax)).toEqual(totals);
    }),
  );
});

describe("prices that include the tax (docs/wire.md §2)", () => {
  test("a tax inside a sum is sum × percent / (100 + percent), rounded half up; a fixed tax is at most the sum", () => {
    expect(taxInside(2800, { taxType: "percent", taxAmount: 19 })).toBe(447);
    expect(taxInside(3, { taxType: "percent", taxAmount: 100 })).toBe(2);
    expect(taxInside(0, { taxType: "percent", taxAmount: 19 })).toBe(0);
    expect(taxInside(2800, { taxType: "fixed", taxAmount: 150 })).toBe(150);
    expect(taxInside(100, { taxType: "fixed", taxAmount: 150 })).toBe(100);
  });

  const line = fc.record({
    unitPrice: fc.nat({ max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  });
  const anyTax = fc.oneof(
    fc.nat({ max: 100_000 }).map((thousandths) => ({
      taxType: "percent" as const,
      taxAmount: thousandths / 1000,
    })),
    fc.nat({ max: 100_000 }).map((taxAmount) => ({ taxType: "fixed" as const, taxAmount })),
  );

  test("the items and taxes of an order add up exactly to its totals, with any tax", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        anyTax,
        fc.boolean(),
        (priced, tax, pricesIncludeTax) => {
          const lines = priced.map((one) => ({ ...one, total: one.unitPrice * one.quantity }));
          const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
          const eventTax = { ...tax, pricesIncludeTax };
          const totals = totalsOf(lines, eventTax);
          expect(totals.subtotal + totals.tax).toBe(totals.totalAmount);
          expect(Math.min(totals.subtotal, totals.tax)).toBeGreaterThanOrEqual(0);
          const prices = sum(lines.map(({ total }) => total));
          expect(pricesIncludeTax ? totals.totalAmount : totals.subtotal).toBe(prices);
          const { items, taxes } = taxesOf(lines, { ...totals, ...orderTaxOf(eventTax) });
          expect(sum(items.map(({ net }) => net))).toBe(totals.subtotal);
          expect(sum(items.map((item) => item.tax))).toBe(totals.tax);
          expect(sum(taxes.map(({ net }) => net))).toBe(totals.subtotal);
          expect(sum(taxes.map((one) => one.tax))).toBe(totals.tax);
          for (const item of items) {
            expect(item.tax).toBeGreaterThanOrEqual(0);
            if (pricesIncludeTax) expect(item.net + item.tax).toBe(item.total);
            else expect(item.net).toBe(item.total);
          }
        },
      ),
    );
  });
});

describe("tax rates of a club in one order", () => {
  const food = { name: "Food", percent: 7 };
  const books = { name: "Books", percent: 5.5 };
  const rate = fc.constantFrom(null, food, books, { name: "Food", percent: 19 });
  const line = fc.record({
    unitPrice: fc.nat({ max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
    taxRate: rate,
  });
  const anyTax = fc.oneof(
    fc.nat({ max: 100_000 }).map((thousandths) => ({
      taxType: "percent" as const,
      taxAmount: thousandths / 1000,
    })),
    fc.nat({ max: 100_000 }).map((taxAmount) => ({ taxType: "fixed" as const, taxAmount })),
  );
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const pricesOf = (lines: readonly { unitPrice: number; quantity: number }[]) =>
    sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));
  const withTotals = <Line extends { unitPrice: number; quantity: number }>(lines: readonly Line[]) =>
    lines.map((one) => ({ ...one, total: one.unitPrice * one.quantity }));

  test("the tax of each rate is rounded once, on its own sum, with prices that include tax and without", () => {
    const lines = withTotals([
      { unitPrice: 2500, quantity: 2, taxRate: null },
      { unitPrice: 1750, quantity: 1, taxRate: food },
      { unitPrice: 250, quantity: 1, taxRate: food },
    ]);
    const eventTax = { taxType: "percent", taxAmount: 19 } as const;
    const added = totalsOf(lines, eventTax);
    expect(added).toEqual({ subtotal: 7000, tax: 950 + 140, totalAmount: 8090 });
    expect(taxesOf(lines, { ...added, ...orderTaxOf(eventTax) }).taxes).toEqual([
      { name: "Tax", percent: 19, net: 5000, tax: 950 },
      { name: "Food", percent: 7, net: 2000, tax: 140 },
    ]);
    const inside = { ...eventTax, pricesIncludeTax: true };
    const included = totalsOf(lines, inside);
    expect(included).toEqual({ subtotal: 7000 - 798 - 131, tax: 798 + 131, totalAmount: 7000 });
    expect(taxesOf(lines, { ...included, ...orderTaxOf(inside) }).taxes).toEqual([
      { name: "Tax", percent: 19, net: 4202, tax: 798 },
      { name: "Food", percent: 7, net: 1869, tax: 131 },
    ]);
  });

  test("an order whose lines all have a club's rate has no tax of the event", () => {
    const lines = withTotals([{ unitPrice: 2000, quantity: 1, taxRate: food }]);
    const fixed = { taxType: "fixed", taxAmount: 150 } as const;
    const totals = totalsOf(lines, fixed);
    expect(totals).toEqual({ subtotal: 2000, tax: 140, totalAmount: 2140 });
    expect(taxesOf(lines, { ...totals, ...orderTaxOf(fixed) }).taxes).toEqual([
      { name: "Food", percent: 7, net: 2000, tax: 140 },
    ]);
  });

  test("items and taxes of any order add up to its subtotal and tax, and each rate of the club is charged on the lines that have it", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        anyTax,
        fc.boolean(),
        (priced, tax, pricesIncludeTax) => {
          const lines = withTotals(priced);
          const eventTax = { ...tax, pricesIncludeTax };
          const totals = totalsOf(lines, eventTax);
          expect(totals.subtotal + totals.tax).toBe(totals.totalAmount);
          expect(pricesIncludeTax ? totals.totalAmount : totals.subtotal).toBe(pricesOf(lines));
          expect(totalsOf([...lines].reverse(), eventTax)).toEqual(totals);
          const { items, taxes } = taxesOf(lines, { ...totals, ...orderTaxOf(eventTax) });
          for (const parts of [items, taxes]) {
            expect(sum(parts.map(({ net }) => net))).toBe(totals.subtotal);
            expect(sum(parts.map((one) => one.tax))).toBe(totals.tax);
          }
          for (const { net, tax: own } of items) expect(Math.min(net, own)).toBeGreaterThanOrEqual(0);
          for (const { name, percent, tax: own } of taxes.filter((one) => one.name !== "Tax")) {
            const prices = pricesOf(
              lines.filter(({ taxRate }) => taxRate?.name === name && taxRate.percent === percent),
            );
            const percentTax = { taxType: "percent", taxAmount: percent! } as const;
            expect(own).toBe(pricesIncludeTax ? taxInside(prices, percentTax) : taxOn(prices, percentTax));
          }
        },
      ),
    );
  });

  test("a club's rate that equals the event's percentage changes the tax by at most a cent", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (lines, pricesIncludeTax) => {
        const eventTax = { taxType: "percent", taxAmount: 7, pricesIncludeTax } as const;
        const plain = lines.map((one) => ({ ...one, taxRate: null }));
        const mixed = lines.map((one) => ({ ...one, taxRate: one.taxRate && food }));
        expect(Math.abs(totalsOf(mixed, eventTax).tax - totalsOf(plain, eventTax).tax)).toBeLessThanOrEqual(
          1,
        );
      }),
    );
  });

  test("a tax line has the tax's name and rate, and a rate of 0% has no line", () => {
    const taxes = [
      { name: "Tax", percent: 19, net: 5000, tax: 950 },
      { name: "Food", percent: 7, net: 2000, tax: 140 },
      { name: "Free", percent: 0, net: 100, tax: 0 },
    ];
    const order = { taxes, subtotal: 7100, tax: 1090 };
    expect(taxLines(order)).toEqual([
      { label: "Tax (19%)", net: 5000, tax: 950 },
      { label: "Food (7%)", net: 2000, tax: 140 },
    ]);
    expect(taxLines({ ...order, pricesIncludeTax: true }).map(({ label }) => label)).toEqual([
      "Includes tax (19%)",
      "Includes Food (7%)",
    ]);
    const untaxed = { taxes: [{ name: "Tax", percent: null, net: 500, tax: 0 }], subtotal: 500, tax: 0 };
    expect(taxLines(untaxed)).toEqual([{ label: "Tax", net: 500, tax: 0 }]);
  });
});
