import { expect, test } from "vitest";
import { bodyOf, type ExtrasValues, problemsOf, valuesOf } from "./extrasForm.ts";

const filled: ExtrasValues = {
  name: "Dinner",
  description: "",
  price: "15",
  content: [{ name: "Course", quantity: "3" }],
  maxStock: "",
  taxRateId: "",
  isActive: true,
};

test("an empty limit of an extra is sent as null", () => {
  expect(bodyOf(filled, { eventId: 7, extrasId: null, currency: "eur" })).toEqual({
    newExtras: {
      eventId: 7,
      name: "Dinner",
      description: "",
      price: 1500,
      content: [{ name: "Course", quantity: 3 }],
      maxStock: null,
      taxRateId: null,
      isActive: true,
    },
  });
});

test("a saved extra is sent back unchanged", () => {
  const extras = {
    id: 3,
    eventId: 7,
    name: "Parking",
    description: "P1",
    price: 550,
    currency: "eur" as const,
    content: [{ name: "Space", quantity: 2 }],
    maxStock: 20,
    currentStock: 2,
    isActive: false,
    taxRateId: 9,
    taxRate: { name: "Food", percent: 7 },
  };
  const { newExtras } = bodyOf(valuesOf(extras), { eventId: 7, extrasId: 3, currency: "eur" });
  expect(extras).toMatchObject(newExtras);
  // `toMatchObject` would accept a body without fields, too.
  expect(Object.keys(newExtras)).toHaveLength(9);
});

test.each<[Partial<ExtrasValues>, number, Record<string, string>]>([
  [{}, 0, {}],
  [{ name: " " }, 0, { name: "Give the extra a name." }],
  [{ price: "cheap" }, 0, { price: "Enter an amount such as 25 or 25.50; 0 is free." }],
  [
    { content: [{ name: "", quantity: "0" }] },
    0,
    { "content.0.name": "Say what it is.", "content.0.quantity": "1 to 1,000." },
  ],
  [{ maxStock: "many" }, 0, { maxStock: "Enter a whole number, or nothing for no limit." }],
  [{ maxStock: "4" }, 5, { maxStock: "5 are sold or held, so there cannot be fewer." }],
  [{ maxStock: "5" }, 5, {}],
])("an extra with %j and %d sold or held has the problems %j", (change, taken, expected) => {
  expect(problemsOf({ ...filled, ...change }, { currency: "eur", taken })).toEqual(expected);
});
