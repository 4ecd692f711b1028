import { expect, test } from "vitest";
import { isHttpsAddress, policyLinks } from "./policies.ts";

test.each([
  "https://club.example",
  "https://club.example/terms?lang=en#refunds",
  "https://Club.example/%C3%A4",
])("%s can be the address of a legal page", (text) => expect(isHttpsAddress(text)).toBe(true));

test.each([
  "",
  "club.example/terms",
  "http://club.example/terms",
  "javascript:alert(1)",
  "https://localhost/terms",
  "https://user@club.example",
  "https://club.example/a b",
  "https://club.example\n",
  " https://club.example",
  `https://club.example/${"x".repeat(480)}`,
])("%j cannot be the address of a legal page", (text) => expect(isHttpsAddress(text)).toBe(false));

test("only legal pages that have an address are linked, always in the same order", () => {
  expect(
    policyLinks({
      refundPolicyUrl: "https://c.example/r",
      termsUrl: null,
      imprintUrl: "https://c.example/i",
    }),
  ).toEqual([
    { name: "Imprint", url: "https://c.example/i" },
    { name: "Refund policy", url: "https://c.example/r" },
  ]);
});
