import { expect, test } from "vitest";
import { sampleDoor } from "../memoryDoor.fixture.ts";
import {
  cashChangeOf,
  newSale,
  type SaleValues,
  saleObstacle,
  saleProblem,
  saleText,
  totalOf,
} from "./doorSale.ts";

const { tickets } = sampleDoor;
const sale = (quantities: SaleValues["quantities"]): SaleValues => ({ ...newSale, quantities });

test("the sum is that of the tickets with the event's tax, as the server computes it", () => {
  const tax = { taxType: "percent", taxAmount: 7 } as const;
  expect(totalOf(sale({ 1: 2, 2: 1 }), { tickets, tax })).toBe(6_955);
  expect(totalOf(sale({ 1: 0 }), { tickets, tax })).toBe(0);
  expect(totalOf(sale({ 99: 3 }), { tickets, tax })).toBe(0);
  expect(saleText(sale({ 1: 2, 2: 1 }), { tickets })).toBe("2 × Standard, 1 × Sunday only");
});

test("the change is what was given less the sum, and missing money is negative", () => {
  const change = (given: string) => cashChangeOf(given, { total: 2_675, currency: "eur" });
  expect([change("50"), change("26.75"), change("26,75"), change("20")]).toEqual([2_325, 0, 0, -675]);
  expect([change(""), change("fifty"), change("1,250")]).toEqual([null, null, null]);
  expect(cashChangeOf("5000", { total: 3_200, currency: "jpy" })).toBe(1_800);
});

test("a sale needs a ticket", () => {
  expect(saleProblem(sale({ 1: 1 }), tickets)).toBeNull();
  expect(saleProblem(sale({}), tickets)).toBe("Choose a ticket.");
});

test("each reason why a device cannot sell is named", () => {
  expect(saleObstacle({ isOnline: true, problem: null })).toBeNull();
  expect(saleObstacle({ isOnline: false, problem: null })).toContain("needs a signal");
  expect(saleObstacle({ isOnline: true, problem: "storageFull" })).toContain("no room left");
  expect(saleObstacle({ isOnline: true, problem: "signedOut" })).toContain("signed out");
});
