import { expect, test } from "vitest";
import { filterIn, packageWords, paymentBadge, sponsorName } from "./sponsorshipWords.ts";

test.each([
  ["", "all"],
  ["status=paid", "paid"],
  ["status=failed", "failed"],
  ["status=everything", "all"],
])("the address ?%s lists %s", (query, filter) => {
  expect(filterIn(new URLSearchParams(query))).toBe(filter);
});

test("what was not paid in time is called so, and not a failure", () => {
  expect(paymentBadge({ paymentStatus: "failed" })).toEqual({ words: "Not paid", tone: "plain" });
});

test("a sponsor is called by their organisation, and by their name where there is none", () => {
  const sponsorData = { firstName: "Ada", lastName: "", email: "", phone: "", organization: "", message: "" };
  expect(sponsorName({ sponsorData })).toBe("Ada");
  expect(sponsorName({ sponsorData: { ...sponsorData, organization: "Mill & Sons" } })).toBe("Mill & Sons");
});

test("a donation is called one, and a package by its name at sale", () => {
  expect(packageWords({ packageType: "donation" })).toBe("Donation");
  expect(packageWords({ packageType: "Gold" })).toBe("Gold");
});
