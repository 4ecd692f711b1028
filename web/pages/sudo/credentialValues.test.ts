import { expect, test } from "vitest";
import { bodyOf } from "./credentialValues.ts";

const user = {
  id: 3,
  fullName: "Ada Lund",
  email: "ada@example.org",
  role: 20,
  clubId: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastSigninAt: null,
  hasSecondFactor: false,
} as const;
const values = { fullName: "Ada Lund", email: " ada@example.org", password: "" };

test("a change of an account sends only what was changed", () => {
  const bodyOfChange = (change: object) => bodyOf({ ...values, ...change }, { user, clubId: 1 });
  expect(bodyOfChange({})).toEqual({ id: 3 });
  expect(bodyOfChange({ fullName: "Ada Berg" })).toEqual({ id: 3, fullName: "Ada Berg" });
  expect(bodyOfChange({ email: " berg@example.org" })).toEqual({ id: 3, email: "berg@example.org" });
});

test("a new account has a name, an address, a password and a club", () => {
  const password = "plain sailing 9";
  expect(bodyOf({ ...values, password }, { user: null, clubId: 1 })).toEqual({
    fullName: "Ada Lund",
    email: "ada@example.org",
    password,
    clubId: 1,
  });
});
