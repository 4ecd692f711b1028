import { expect, test } from "vitest";
import { leftOfPackage } from "../../../../contract/rules/packages.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import {
  bodyOf,
  emptyValues,
  fieldOfPath,
  mayBeNamed,
  packageTaxWords,
  problemsOf,
  type SupportOffer,
  type SupportValues,
  supportTotal,
  withOwnPackage,
} from "./supportForm.ts";

const gold: SponsorshipPackage = {
  id: 3,
  eventId: 7,
  clubId: 1,
  name: "Gold",
  price: 50_000,
  currency: "eur",
  description: "",
  features: [],
  availableCount: 2,
  soldCount: 1,
  heldCount: 0,
  isActive: true,
  taxRateId: null,
  taxRate: null,
};
const offer: SupportOffer = {
  packages: [gold, { ...gold, id: 4, name: "Silver", heldCount: 1 }],
  currency: "eur",
};
const ada: SupportValues = {
  ...emptyValues,
  choice: 3,
  name: "Ada de la Lovelace",
  email: " ada@example.org ",
  message: "Good luck!",
};

test("a package shows its tax rate, and the tax is added unless the price includes it", () => {
  const rated = { ...gold, taxRate: { name: "Reduced VAT", percent: 7 } };
  const rates = { ...offer, packages: [rated] };
  expect(packageTaxWords(rated, false)).toBe("plus tax (7%)");
  expect(supportTotal(ada, rates, false)).toBe(53_500);
  expect(packageTaxWords(rated, true)).toBe("includes tax (7%)");
  expect(supportTotal(ada, rates, true)).toBe(50_000);
  expect(packageTaxWords(gold, false)).toBeNull();
  expect(supportTotal(ada, offer, false)).toBe(50_000);
});

test("a package is sent with the price that was shown", () => {
  expect(bodyOf(ada, offer, 7)).toEqual({
    eventId: 7,
    packageId: 3,
    amount: 50_000,
    sponsorData: {
      firstName: "Ada",
      lastName: "de la Lovelace",
      email: "ada@example.org",
      phone: "",
      organization: "",
      message: "Good luck!",
    },
    isPublic: true,
  });
});

test("a donation is sent with its amount and without a package", () => {
  const donation = bodyOf({ ...ada, choice: "amount", amount: "25,50" }, offer, 7);
  expect(donation).toMatchObject({ amount: 2550, isPublic: false });
  expect(donation).not.toHaveProperty("packageId");
});

test("by default the event's page may name a sponsor, but not a donor", () => {
  expect(mayBeNamed(ada)).toBe(true);
  expect(mayBeNamed({ ...ada, choice: "amount" })).toBe(false);
  expect(mayBeNamed({ ...ada, choice: "amount", isPublic: true })).toBe(true);
  expect(mayBeNamed({ ...ada, isPublic: false })).toBe(false);
});

test.each<[Partial<SupportValues>, object]>([
  [{}, {}],
  [{ choice: null }, { choice: "Choose a package, or an amount of your own." }],
  [{ choice: 4 }, { choice: "Silver is sold out. Choose another one." }],
  [{ choice: 5 }, { choice: "This package is no longer offered. Choose another one." }],
  [{ choice: "amount" }, { amount: "Enter an amount." }],
  [{ choice: "amount", amount: "lots" }, { amount: "Enter an amount such as 25 or 25.50." }],
  [{ choice: "amount", amount: "-5" }, { amount: "Enter an amount such as 25 or 25.50." }],
  [{ choice: "amount", amount: "0.99" }, { amount: "Enter at least €1." }],
  [{ choice: "amount", amount: "1" }, {}],
  [{ choice: "amount", amount: "900000000" }, { amount: "Enter at most €999,999.99." }],
  [{ name: " " }, { name: "Enter your name." }],
  [{ email: "ada" }, { email: "Enter an e-mail address, such as name@example.org." }],
])("a sponsorship or donation with %j has the problems %j", (change, problems) => {
  expect(problemsOf({ ...ada, ...change }, offer)).toEqual(problems);
});

test("the last package stays available for the sponsor who holds it", () => {
  const { packages } = offer;
  const again = { ...ada, choice: 4 };
  expect(problemsOf(again, { ...offer, packages: withOwnPackage(packages, 4) })).toEqual({});
  expect(problemsOf(again, { ...offer, packages: withOwnPackage(packages, 3) })).toHaveProperty("choice");
});

test("a package without enough tickets is sold out, except for the sponsor who holds the last ones", () => {
  const taken = { ...gold, availableCount: -1, heldCount: 1, ticketsSuffice: 0 };
  const message = "Gold is sold out. Choose another one.";
  expect(problemsOf(ada, { ...offer, packages: [taken] })).toEqual({ choice: message });
  expect(supportTotal(ada, { ...offer, packages: [taken] }, false)).toBeNull();
  expect(problemsOf(ada, { ...offer, packages: withOwnPackage([taken], 3) })).toEqual({});
  expect(leftOfPackage({ ...gold, availableCount: 5, ticketsSuffice: 3 })).toBe(3);
  expect(leftOfPackage({ ...gold, availableCount: 2, ticketsSuffice: 3 })).toBe(1);
});

test("a donation in baht has its own minimum amount", () => {
  const inBaht = { packages: [], currency: "thb" } as const;
  expect(problemsOf({ ...ada, choice: "amount", amount: "19" }, inBaht).amount).toContain("THB");
  expect(problemsOf({ ...ada, choice: "amount", amount: "20" }, inBaht)).toEqual({});
});

test.each([
  ["packageId", "choice"],
  ["amount", "amount"],
  ["sponsorData.lastName", "name"],
  ["sponsorData.email", "email"],
  ["sponsorData", null],
  ["eventId", null],
])("a refusal at %s is shown at %s", (path, field) => {
  expect(fieldOfPath(path)).toBe(field);
});
