import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOfRefunds, refundAmountOf } from "./refundWorth.ts";
import { totalsOf } from "./tax.ts";

const orderOf = (subtotal: number, tax: number, pricesIncludeTax = false) => ({
  items: [{ unitPrice: pricesIncludeTax ? subtotal + tax : subtotal, quantity: 1 }],
  subtotal,
  tax,
  pricesIncludeTax,
});
const order = orderOf(5000, 350);

test("the refund of some lines includes their rounded share of the tax, and the refund of all lines the whole tax", () => {
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2675);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5350);
  expect(refundAmountOf(orderOf(300, 10), [{ unitPrice: 100, quantity: 1 }])).toBe(103);
  expect(refundAmountOf(orderOf(200, 1), [{ unitPrice: 100, quantity: 1 }])).toBe(101);
});

test("three dinners that are refunded one by one are refunded without a rest", () => {
  const dinner = {
    kind: "extras" as const,
    refId: 5,
    title: "Dinner",
    unitPrice: 500,
    quantity: 3,
    total: 1500,
  };
  const order = { items: [dinner], subtotal: 1500, tax: 109, pricesIncludeTax: false };
  const one = { kind: "extras" as const, refId: 5, quantity: 1 };
  const after = (refunds: (typeof one)[]) =>
    refundAmountOf(order, linesOfRefunds(order, [one]), linesOfRefunds(order, refunds));
  expect([after([]), after([one]), after([one, one])]).toEqual([536, 537, 536]);
});

test("a refund of no lines, or of a free order, is zero", () => {
  expect(refundAmountOf(order, [])).toBe(0);
  expect(refundAmountOf(orderOf(0, 0), [{ unitPrice: 0, quantity: 2 }])).toBe(0);
});

test("the refund of a line is its price if the order's prices include the tax", () => {
  const order = orderOf(4202, 798, true);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2500);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5000);
});

describe("lines with a tax rate of the club", () => {
  const food = { name: "Food", percent: 7 };

  test("the refund of a line includes the tax at the line's own rate", () => {
    const items = [
      { unitPrice: 2500, quantity: 2 },
      { unitPrice: 2000, quantity: 1, taxRate: food },
    ];
    const order = { items, subtotal: 7000, tax: 950 + 140, pricesIncludeTax: false };
    expect(refundAmountOf(order, [items[1]!])).toBe(2140);
    expect(refundAmountOf(order, [{ ...items[0]!, quantity: 1 }])).toBe(2975);
    expect(refundAmountOf(order, items)).toBe(8090);
  });

  const line = fc.record({
    unitPrice: fc.nat({ max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 5 }),
    taxRate: fc.constantFrom(null, food, { name: "Books", percent: 5.5 }),
  });
  const tax = fc.oneof(
    fc
      .nat({ max: 30_000 })
      .map((thousandths) => ({ taxType: "percent" as const, taxAmount: thousandths / 1000 })),
    fc.nat({ max: 1000 }).map((taxAmount) => ({ taxType: "fixed" as const, taxAmount })),
  );

  test("the refund of all lines is the paid amount, and refunds piece by piece add up to it", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        tax,
        fc.boolean(),
        (items, eventTax, pricesIncludeTax) => {
          const { totalAmount, ...totals } = totalsOf(items, { ...eventTax, pricesIncludeTax });
          const order = { items, ...totals, pricesIncludeTax };
          expect(refundAmountOf(order, items)).toBe(totalAmount);
          const pieces = items.flatMap((one) =>
            Array.from({ length: one.quantity }, () => ({ ...one, quantity: 1 })),
          );
          const worths = pieces.map((piece, index) => refundAmountOf(order, [piece], pieces.slice(0, index)));
          expect(Math.min(...worths)).toBeGreaterThanOrEqual(0);
          expect(worths.reduce((sum, worth) => sum + worth, 0)).toBe(totalAmount);
        },
      ),
    );
  });
});
