import { expect, test } from "vitest";
import { presentAddress } from "./presentAddress.ts";

test("a former address of a page leads to its present one, and others stay", () => {
  expect(presentAddress("/club/credential/3")).toBe("/club/accounts/3");
  expect(presentAddress("/event/7/landing-config")).toBe("/event/7/page-texts");
  expect(presentAddress("/event/7/form-builder")).toBe("/event/7/questions");
  expect(presentAddress("/event/7/closing")).toBe("/event/7/final-accounts");
  expect(presentAddress("/event/7/tickets")).toBe("/event/7/tickets");
});
