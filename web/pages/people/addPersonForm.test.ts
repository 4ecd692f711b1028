import { expect, test } from "vitest";
import { type AddPersonValues, addPersonBody, addPersonProblems, toPayText } from "./addPersonForm.ts";

const rule = {
  eventId: 4,
  currency: "eur",
  saveAll: true,
  taxType: "percent",
  taxAmount: 19,
  tickets: [
    { id: 7, price: 5600, taxRate: null },
    { id: 8, price: 0, taxRate: null },
  ],
  extras: [{ id: 3, price: 1000, taxRate: null }],
} as const;
const valuesWith = (changes: Partial<AddPersonValues> = {}): AddPersonValues => ({
  ticketId: "7",
  quantity: "1",
  firstName: "Lena",
  lastName: "Vogt",
  email: "",
  phone: "",
  extras: { 3: "" },
  paid: "cash",
  price: "",
  reason: "",
  mail: true,
  answers: {},
  ...changes,
});

test("further people of a group have the name of the first with a number, and nothing is mailed without an address", () => {
  expect(addPersonBody(valuesWith({ quantity: "3", extras: { 3: "2" }, paid: "transfer" }), rule)).toEqual({
    eventId: 4,
    tickets: [{ ticketId: 7, quantity: 3 }],
    extras: [{ extrasId: 3, quantity: 2 }],
    attendees: [
      { ticketId: 7, firstName: "Lena", lastName: "Vogt", isPrimary: true, answers: [] },
      { ticketId: 7, firstName: "Lena", lastName: "Vogt (2)" },
      { ticketId: 7, firstName: "Lena", lastName: "Vogt (3)" },
    ],
    paid: "transfer",
    reason: "",
    mail: false,
  });
});

test("an event that asks one person for the group gets one person with all tickets", () => {
  const body = addPersonBody(valuesWith({ quantity: "3", email: "lena@example.org" }), {
    ...rule,
    saveAll: false,
  });
  expect(body.attendees).toHaveLength(1);
  expect(body).toMatchObject({ tickets: [{ quantity: 3 }], mail: true });
});

test("a price replaces the list price, unless it is free", () => {
  expect(addPersonBody(valuesWith({ price: "40,50" }), rule)).toMatchObject({ paid: "cash", price: 4050 });
  expect(addPersonBody(valuesWith({ paid: "free", price: "40" }), rule)).not.toHaveProperty("price");
  expect(addPersonBody(valuesWith({ ticketId: "8", paid: "" }), rule)).toMatchObject({ paid: "free" });
});

test("the amount to pay has the tax", () => {
  expect(toPayText(valuesWith(), rule)).toBe("€66.64 is to pay, with tax.");
  expect(toPayText(valuesWith({ price: "50" }), rule)).toBe("€59.50 is to pay, with tax.");
  expect(toPayText(valuesWith({ price: "50" }), { ...rule, taxAmount: 0 })).toBe("€50 is to pay.");
  // An extra at 7 %, and a price that is divided over both: €50 and €10, by their list prices.
  const extras = [{ id: 3, price: 1120, taxRate: { name: "Food", percent: 7 } }];
  expect(toPayText(valuesWith({ extras: { 3: "1" } }), { ...rule, extras })).toBe(
    "€78.62 is to pay, with tax.",
  );
  expect(toPayText(valuesWith({ extras: { 3: "1" }, price: "60" }), { ...rule, extras })).toBe(
    "€70.20 is to pay, with tax.",
  );
});

test("a form says what is missing at each field", () => {
  const wrong = { firstName: " ", email: "lena@", quantity: "0", extras: { 3: "two" } };
  expect(addPersonProblems(valuesWith(wrong), rule)).toEqual({
    firstName: "A first name is required.",
    email: "This is not an e-mail address.",
    quantity: expect.stringContaining("from 1 to"),
    "extras.3": "Enter a whole number, or leave it empty.",
  });
  expect(addPersonProblems(valuesWith({ price: "x" }), rule)).toEqual({ price: "This is not an amount." });
  expect(addPersonProblems(valuesWith({ paid: "" }), rule)).toEqual({ paid: "Choose how it is paid." });
  expect(addPersonProblems(valuesWith(), rule)).toEqual({});
});
