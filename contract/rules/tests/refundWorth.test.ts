import { expect, test } from "vitest";
import { refundAmountOf } from "../refundWorth.ts";

const order = { subtotal: 5000, tax: 350 };

test("the refund of some lines has their rounded share of the tax, and of all lines the whole tax", () => {
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2675);
  expect(refundAmountOf(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5350);
  expect(refundAmountOf({ subtotal: 300, tax: 10 }, [{ unitPrice: 100, quantity: 1 }])).toBe(103);
  expect(refundAmountOf({ subtotal: 200, tax: 1 }, [{ unitPrice: 100, quantity: 1 }])).toBe(101);
});

test("a refund of no lines, or of a free order, is zero", () => {
  expect(refundAmountOf(order, [])).toBe(0);
  expect(refundAmountOf({ subtotal: 0, tax: 0 }, [{ unitPrice: 0, quantity: 2 }])).toBe(0);
});
