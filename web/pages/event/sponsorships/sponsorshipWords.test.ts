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

test("a sponsorship that was not paid in time is called not paid, and not failed", () => {
  expect(paymentBadge({ paymentStatus: "failed" })).toEqual({ words: "Not paid", tone: "plain" });
});

test("a sponsor from an archive has paid in another system", () => {
  expect(paymentBadge({ paymentStatus: "paid", paidElsewhere: 50_000 })).toEqual({
    words: "Paid in another system",
    tone: "good",
  });
});

test("a sponsor is listed by organisation, or by name if there is no organisation", () => {
  const sponsorData = { firstName: "Ada", lastName: "", email: "", phone: "", organization: "", message: "" };
  expect(sponsorName({ sponsorData })).toBe("Ada");
  expect(sponsorName({ sponsorData: { ...sponsorData, organization: "Mill & Sons" } })).toBe("Mill & Sons");
});

test("a donation is called a donation, and a package keeps the name that it was sold with", () => {
  expect(packageWords({ packageType: "donation" })).toBe("Donation");
  expect(packageWords({ packageType: "Gold" })).toBe("Gold");
});
