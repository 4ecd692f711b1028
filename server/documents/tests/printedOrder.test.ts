import { expect, test } from "vitest";
import { orderMoney, type PrintedOrder } from "../printedOrder.ts";

test("all prices of a column have cents if one of them has", () => {
  const line = (title: string, quantity: number, unitPrice: number) => {
    return { title, quantity, unitPrice, total: quantity * unitPrice };
  };
  const printed = (...items: PrintedOrder["items"]) => {
    const { amount, price } = orderMoney({
      orderNumber: "F-1",
      items,
      subtotal: 0,
      tax: 0,
      total: 0,
      currency: "eur",
      paymentStatus: "paid",
      refundedAmount: 0,
    });
    return items.map(({ unitPrice, total }) => [price(unitPrice), amount(total)]);
  };
  expect(printed(line("Program", 1, 500), line("Seat", 4, 2499))).toEqual([
    ["€5.00", "€5.00"],
    ["€24.99", "€99.96"],
  ]);
  expect(printed(line("Program", 1, 500), line("Seat", 4, 2500))).toEqual([
    ["€5", "€5"],
    ["€25", "€100"],
  ]);
  // Whole totals need no cents, even if the prices have some.
  expect(printed(line("Badge", 2, 250), line("Seat", 1, 500))).toEqual([
    ["€2.50", "€5"],
    ["€5.00", "€5"],
  ]);
});
