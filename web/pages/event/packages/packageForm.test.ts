import { expect, test } from "vitest";
import { bodyOf, type PackageValues, problemsOf, valuesOf } from "./packageForm.ts";

const filled: PackageValues = {
  name: "Gold",
  price: "500",
  description: "",
  features: [{ text: "Logo on the stage", included: true }],
  availableCount: "",
  taxRateId: "",
  isActive: true,
  ticketId: "",
  ticketCount: "",
};

test("an empty limit of a package is sent as -1", () => {
  expect(bodyOf(filled, { eventId: 7, packageId: null, currency: "eur" })).toEqual({
    eventId: 7,
    name: "Gold",
    price: 50_000,
    description: "",
    features: [{ text: "Logo on the stage", included: true }],
    availableCount: -1,
    taxRateId: null,
    isActive: true,
    tickets: null,
  });
});

test("a saved package is sent back unchanged", () => {
  const saved = {
    id: 3,
    eventId: 7,
    clubId: 1,
    name: "Silver",
    price: 25_050,
    currency: "eur" as const,
    description: "Thanks",
    features: [{ text: "A speech", included: false }],
    availableCount: 4,
    soldCount: 1,
    heldCount: 0,
    isActive: false,
    taxRateId: 9,
    taxRate: { name: "Events", percent: 7 },
    tickets: { ticketId: 5, quantity: 10 },
  };
  const sent = bodyOf(valuesOf(saved), { eventId: 7, packageId: 3, currency: "eur" });
  expect(saved).toMatchObject(sent);
  // `toMatchObject` would accept a body without fields, too.
  expect(Object.keys(sent)).toHaveLength(9);
});

test.each<[Partial<PackageValues>, number, Record<string, string>]>([
  [{}, 0, {}],
  [{ name: "" }, 0, { name: "Give the package a name." }],
  [{ price: "0" }, 0, { price: "Enter an amount above 0, such as 500 or 500.50." }],
  [
    { features: [{ text: " ", included: true }] },
    0,
    { "features.0.text": "Enter what the sponsor gets or does not get." },
  ],
  [{ availableCount: "-1" }, 0, { availableCount: "Enter a whole number, or nothing for no limit." }],
  [{ ticketId: "5", ticketCount: "" }, 0, { ticketCount: "Enter a whole number from 1 to 1,000." }],
  [{ availableCount: "2" }, 3, { availableCount: "3 are sold or held, so there cannot be fewer." }],
])("a package with %j and %d sold or held has the problems %j", (change, taken, expected) => {
  expect(problemsOf({ ...filled, ...change }, { currency: "eur", taken })).toEqual(expected);
});
