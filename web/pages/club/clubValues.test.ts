import { expect, test } from "vitest";
import { bodyOf, problemsOf, valuesOf } from "./clubValues.ts";

const club = {
  id: 7,
  name: "Harbour Rowers",
  location: "Pier 7",
  logo: "a.png",
  logoUrl: "/api/club-logo/a.png",
  contactEmail: null,
  phone: "+49 40 123",
  showContact: true,
  imprintUrl: "https://club.example/imprint",
  privacyUrl: null,
  termsUrl: "https://club.example/terms",
  refundPolicyUrl: null,
  seller: {
    legalName: "Harbour Rowers e.V.",
    address: "Pier 7, Hamburg",
    country: "DE",
    taxNumber: "DE123456789",
    register: null,
  },
  createdAt: "2026-01-01T00:00:00.000Z",
};

test("a club that is opened and saved stays as it was", () => {
  expect(bodyOf(valuesOf(club), club.id)).toEqual({
    id: 7,
    name: "Harbour Rowers",
    location: "Pier 7",
    contactEmail: null,
    phone: "+49 40 123",
    showContact: true,
    imprintUrl: "https://club.example/imprint",
    privacyUrl: null,
    termsUrl: "https://club.example/terms",
    refundPolicyUrl: null,
    seller: club.seller,
  });
});

test("an emptied field is sent as null or as an empty text", () => {
  expect(bodyOf({ ...valuesOf(club), phone: " ", location: "" }, 7)).toMatchObject({
    phone: null,
    location: "",
  });
});

test("a new picture replaces the old one, so no removal is sent", () => {
  const removed = { ...valuesOf(club), isLogoRemoved: true };
  expect(bodyOf(removed, 7)).toMatchObject({ rmImage: "true" });
  expect(bodyOf({ ...removed, files: [new File(["x"], "new.png")] }, 7)).not.toHaveProperty("rmImage");
});

test("a club needs a name, and its e-mail address must be valid if it has one", () => {
  expect(Object.keys(problemsOf({ ...valuesOf(null), contactEmail: "nobody" }))).toEqual([
    "name",
    "contactEmail",
  ]);
  expect(problemsOf(valuesOf(club))).toEqual({});
});

test("a legal page needs an https address", () => {
  const values = {
    ...valuesOf(club),
    privacyUrl: "http://club.example",
    refundPolicyUrl: "javascript:alert(1)",
  };
  expect(Object.keys(problemsOf(values))).toEqual(["privacyUrl", "refundPolicyUrl"]);
});
