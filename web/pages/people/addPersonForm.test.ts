import { expect, test } from "vitest";
import { type AddPersonValues, addPersonBody, addPersonProblems, toPayText } from "./addPersonForm.ts";

const event = {
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
  expect(addPersonBody(valuesWith({ quantity: "3", extras: { 3: "2" }, paid: "transfer" }), event)).toEqual({
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

test("if an event saves one person for a group, one person gets all tickets", () => {
  const body = addPersonBody(valuesWith({ quantity: "3", email: "lena@example.org" }), {
    ...event,
    saveAll: false,
  });
  expect(body.attendees).toHaveLength(1);
  expect(body).toMatchObject({ tickets: [{ quantity: 3 }], mail: true });
});

test("a typed price replaces the list price, unless the person pays nothing", () => {
  expect(addPersonBody(valuesWith({ price: "40,50" }), event)).toMatchObject({ paid: "cash", price: 4050 });
  expect(addPersonBody(valuesWith({ paid: "free", price: "40" }), event)).not.toHaveProperty("price");
  expect(addPersonBody(valuesWith({ ticketId: "8", paid: "" }), event)).toMatchObject({ paid: "free" });
});

test("the amount to pay includes the tax", () => {
  expect(toPayText(valuesWith(), event)).toBe("€66.64 is to pay, with tax.");
  expect(toPayText(valuesWith({ price: "50" }), event)).toBe("€59.50 is to pay, with tax.");
  expect(toPayText(valuesWith({ price: "50" }), { ...event, taxAmount: 0 })).toBe("€50 is to pay.");
  // The extra has 7 % tax. Of a typed price of €60, €50 are for the ticket and €10 for the extra.
  const extras = [{ id: 3, price: 1120, taxRate: { name: "Food", percent: 7 } }];
  expect(toPayText(valuesWith({ extras: { 3: "1" } }), { ...event, extras })).toBe(
    "€78.62 is to pay, with tax.",
  );
  expect(toPayText(valuesWith({ extras: { 3: "1" }, price: "60" }), { ...event, extras })).toBe(
    "€70.20 is to pay, with tax.",
  );
});

test("each problem is shown at its field", () => {
  const wrong = { firstName: " ", email: "lena@", quantity: "0", extras: { 3: "two" } };
  expect(addPersonProblems(valuesWith(wrong), event)).toEqual({
    firstName: "A first name is required.",
    email: "This is not an e-mail address.",
    quantity: expect.stringContaining("from 1 to"),
    "extras.3": "Enter a whole number, or leave it empty.",
  });
  expect(addPersonProblems(valuesWith({ price: "x" }), event)).toEqual({ price: "This is not an amount." });
  expect(addPersonProblems(valuesWith({ paid: "" }), event)).toEqual({ paid: "Choose how it is paid." });
  expect(addPersonProblems(valuesWith(), event)).toEqual({});
});
