import { expect, test } from "vitest";
import { newPasswordProblems, registerProblems, signinProblems } from "./rules.ts";

const typed = (values: Record<string, string>) => (name: string) => values[name] ?? "";

test("a new password is refused in the words of docs/product.md §5", () => {
  const problem = (password: string) => newPasswordProblems(typed({ password })).password;
  expect(problem("")).toBe("Password is required!");
  expect(problem("short1")).toBe("Password must be 8 or more characters!");
  expect(problem("no digits here")).toBe("Password must include at least one number!");
  expect(problem("plain sailing 9")).toBeUndefined();
});

test("registering asks for a name, an address and a password, and for no club", () => {
  expect(Object.keys(registerProblems(typed({})))).toEqual(["fullName", "email", "password"]);
  const whole = { fullName: "Nora", email: " nora@example.org ", password: "plain sailing 9" };
  expect(registerProblems(typed(whole))).toEqual({});
});

test("signing in takes a password of any form", () => {
  expect(signinProblems(typed({ email: "nora@example.org", password: "old" }))).toEqual({});
  expect(Object.keys(signinProblems(typed({ email: "nora" })))).toEqual(["email", "password"]);
});
