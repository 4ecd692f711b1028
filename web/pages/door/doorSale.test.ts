import { expect, test } from "vitest";
import { newSale, type SaleValues, saleProblem, saleText, totalOf } from "./doorSale.ts";
import { sampleDoor } from "./memoryDoor.fixture.ts";

const { tickets } = sampleDoor;
const sale = (quantities: SaleValues["quantities"]): SaleValues => ({ ...newSale, quantities });

test("the sum is that of the tickets with the event's tax, as the server reckons it", () => {
  const tax = { taxType: "percent", taxAmount: 7 } as const;
  expect(totalOf(sale({ 1: 2, 2: 1 }), { tickets, tax })).toBe(6_955);
  expect(totalOf(sale({ 1: 0 }), { tickets, tax })).toBe(0);
  expect(totalOf(sale({ 99: 3 }), { tickets, tax })).toBe(0);
  expect(saleText(sale({ 1: 2, 2: 1 }), { tickets })).toBe("2 × Standard, 1 × Sunday only");
});

test("nothing is sold without a signal, and not nothing", () => {
  expect(saleProblem(sale({ 1: 1 }), { isOnline: true, tickets })).toBeNull();
  expect(saleProblem(sale({ 1: 1 }), { isOnline: false, tickets })).toContain("needs a signal");
  expect(saleProblem(sale({}), { isOnline: true, tickets })).toBe("Choose a ticket.");
});
