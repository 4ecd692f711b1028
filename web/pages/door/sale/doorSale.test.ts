import { expect, test } from "vitest";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import { sampleDoor } from "../memoryDoor.fixture.ts";
import {
  cashChangeOf,
  newSale,
  type SaleValues,
  saleObstacle,
  saleProblem,
  saleRequestOf,
  saleText,
  totalOf,
} from "./doorSale.ts";

const { tickets } = sampleDoor;
const sale = (quantities: SaleValues["quantities"], extras: SaleValues["extras"] = {}): SaleValues => ({
  ...newSale,
  quantities,
  extras,
});
const dinner: Extras = {
  id: 7,
  eventId: 1,
  name: "Dinner",
  description: "",
  price: 1_500,
  currency: "eur",
  content: [],
  maxStock: null,
  currentStock: null,
  isActive: true,
  taxRateId: null,
  taxRate: null,
};
const offer = { tickets, extras: [dinner], tax: { taxType: "percent", taxAmount: 7 } as const };

test("the sum is that of the tickets and extras with the event's tax, as the server computes it", () => {
  expect(totalOf(sale({ 1: 2, 2: 1 }), offer)).toBe(6_955);
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), offer)).toBe(10_165);
  expect(totalOf(sale({ 1: 0 }), offer)).toBe(0);
  expect(totalOf(sale({ 99: 3 }, { 98: 1 }), offer)).toBe(0);
  expect(saleText(sale({ 1: 2, 2: 1 }, { 7: 1 }), offer)).toBe("2 × Standard, 1 × Sunday only, 1 × Dinner");
});

test("with prices that include tax, the sum of tickets and extras is that of their prices", () => {
  const included = { ...offer, tax: { ...offer.tax, pricesIncludeTax: true } };
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), included)).toBe(9_500);
});

test("an extra with a tax rate of the club is sold with that tax", () => {
  const rated = { ...offer, extras: [{ ...dinner, taxRate: { name: "Food", percent: 19 } }] };
  expect(totalOf(sale({ 1: 2, 2: 1 }, { 7: 2 }), rated)).toBe(6_955 + 3_570);
});

test("extras are handed over with a sale only if there are any", () => {
  const requestOf = (values: SaleValues) => saleRequestOf(values, offer, { total: 0, sum: "" });
  expect(requestOf(sale({ 1: 1 }, { 7: 0 }))).toMatchObject({ extras: [], handsOverExtras: false });
  const lines = [{ extrasId: 7, quantity: 2 }];
  expect(requestOf(sale({ 1: 1 }, { 7: 2 }))).toMatchObject({ extras: lines, handsOverExtras: true });
  const later = { ...sale({ 1: 1 }, { 7: 2 }), handsOverExtras: false };
  expect(requestOf(later)).toMatchObject({ extras: lines, handsOverExtras: false });
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
