import { expect, test } from "vitest";
import { refundAmountOf } from "../refundWorth.ts";

const order = { subtotal: 5000, tax: 350, pricesIncludeTax: false };

test("the refund of some lines has their rounded share of the tax, and of all lines the whole tax", () => {
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2675);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5350);
  expect(
    refundAmountOf({ subtotal: 300, tax: 10, pricesIncludeTax: false }, [{ unitPrice: 100, quantity: 1 }]),
  ).toBe(103);
  expect(
    refundAmountOf({ subtotal: 200, tax: 1, pricesIncludeTax: false }, [{ unitPrice: 100, quantity: 1 }]),
  ).toBe(101);
});

test("a refund of no lines, or of a free order, is zero", () => {
  expect(refundAmountOf(order, [])).toBe(0);
  expect(
    refundAmountOf({ subtotal: 0, tax: 0, pricesIncludeTax: false }, [{ unitPrice: 0, quantity: 2 }]),
  ).toBe(0);
});

test("a refunded line of an order whose prices include the tax is worth its price", () => {
  const order = { subtotal: 4202, tax: 798, pricesIncludeTax: true };
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2500);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5000);
});
