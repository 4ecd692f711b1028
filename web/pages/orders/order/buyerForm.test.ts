import { expect, test } from "vitest";
import { bodyOf, isOtherAddress, type KnownBuyer, problemsOf, valuesOf } from "./buyerForm.ts";

const mia: KnownBuyer = { firstName: "Mia", lastName: "Keller", email: "mia@example.org", sponsor: null };
const sponsor: KnownBuyer = { ...mia, sponsor: { organization: "Harbour Ltd", message: "Hello" } };

test("only what was changed is sent, and a sponsor's words of sponsors alone", () => {
  expect(bodyOf(valuesOf(mia), mia, 7)).toEqual({ orderId: 7 });
  const values = { ...valuesOf(mia), email: " mia@example.com ", organization: "Nobody's" };
  expect(bodyOf(values, mia, 7)).toEqual({ orderId: 7, email: "mia@example.com" });
  expect(bodyOf({ ...valuesOf(sponsor), organization: "" }, sponsor, 7)).toEqual({
    orderId: 7,
    organization: "",
  });
});

test("an address may stay unknown, and may not be taken away", () => {
  const unknown = { ...mia, email: null };
  expect(problemsOf(valuesOf(unknown), unknown)).toEqual({});
  expect(problemsOf({ ...valuesOf(mia), email: "" }, mia)).toHaveProperty("email");
  expect(problemsOf({ ...valuesOf(mia), email: "mia" }, mia)).toHaveProperty("email");
  expect(problemsOf({ ...valuesOf(mia), firstName: " " }, mia)).toHaveProperty("firstName");
});

test("what another address brings about is told where it is another", () => {
  expect(isOtherAddress(valuesOf(mia), mia)).toBe(false);
  expect(isOtherAddress({ ...valuesOf(mia), email: "new@example.org" }, mia)).toBe(true);
});
