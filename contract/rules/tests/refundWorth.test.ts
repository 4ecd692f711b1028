import { expect, test } from "vitest";
import { refundWorth } from "../refundWorth.ts";

const order = { subtotal: 5000, tax: 350 };

test("lines bring their share of the tax, rounded, and all of them all of it", () => {
  expect(refundWorth(order, [{ unitPrice: 2500, quantity: 1 }])).toBe(2675);
  expect(refundWorth(order, [{ unitPrice: 2500, quantity: 2 }])).toBe(5350);
  expect(refundWorth({ subtotal: 300, tax: 10 }, [{ unitPrice: 100, quantity: 1 }])).toBe(103);
  expect(refundWorth({ subtotal: 200, tax: 1 }, [{ unitPrice: 100, quantity: 1 }])).toBe(101);
});

test("nothing is worth nothing, also in an order that cost nothing", () => {
  expect(refundWorth(order, [])).toBe(0);
  expect(refundWorth({ subtotal: 0, tax: 0 }, [{ unitPrice: 0, quantity: 2 }])).toBe(0);
});
