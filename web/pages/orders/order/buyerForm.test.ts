import { expect, test } from "vitest";
import { bodyOf, isOtherAddress, type KnownBuyer, problemsOf, valuesOf } from "./buyerForm.ts";

const mia: KnownBuyer = { firstName: "Mia", lastName: "Keller", email: "mia@example.org", sponsor: null };
const sponsor: KnownBuyer = { ...mia, sponsor: { organization: "Harbour Ltd", message: "Hello" } };

test("only changed fields are sent, and sponsor fields only for sponsors", () => {
  expect(bodyOf(valuesOf(mia), mia, 7)).toEqual({ orderId: 7 });
  const values = { ...valuesOf(mia), email: " mia@example.com ", organization: "Nobody's" };
  expect(bodyOf(values, mia, 7)).toEqual({ orderId: 7, email: "mia@example.com" });
  expect(bodyOf({ ...valuesOf(sponsor), organization: "" }, sponsor, 7)).toEqual({
    orderId: 7,
    organization: "",
  });
});

test("a missing address may stay missing, but a known one cannot be removed", () => {
  const unknown = { ...mia, email: null };
  expect(problemsOf(valuesOf(unknown), unknown)).toEqual({});
  expect(problemsOf({ ...valuesOf(mia), email: "" }, mia)).toHaveProperty("email");
  expect(problemsOf({ ...valuesOf(mia), email: "mia" }, mia)).toHaveProperty("email");
  expect(problemsOf({ ...valuesOf(mia), firstName: " " }, mia)).toHaveProperty("firstName");
});

test("the form notices an address that differs from the known address", () => {
  expect(isOtherAddress(valuesOf(mia), mia)).toBe(false);
  expect(isOtherAddress({ ...valuesOf(mia), email: "new@example.org" }, mia)).toBe(true);
});
