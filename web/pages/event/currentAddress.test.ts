import { expect, test } from "vitest";
import { currentAddress } from "./currentAddress.ts";

test("the old address of a renamed page leads to the current one, and other addresses stay unchanged", () => {
  expect(currentAddress("/club/credential/3")).toBe("/club/accounts/3");
  expect(currentAddress("/event/7/landing-config")).toBe("/event/7/page-texts");
  expect(currentAddress("/event/7/form-builder")).toBe("/event/7/questions");
  expect(currentAddress("/event/7/closing")).toBe("/event/7/final-accounts");
  expect(currentAddress("/event/7/tickets")).toBe("/event/7/tickets");
});
