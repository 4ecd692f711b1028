import { expect, test } from "vitest";
import { newPasswordProblems, registerProblems, signinProblems } from "./rules.ts";

const fieldReader = (values: Record<string, string>) => (name: string) => values[name] ?? "";

test("a new password is refused in the words of docs/product.md §5", () => {
  const problem = (password: string) => newPasswordProblems(fieldReader({ password })).password;
  expect(problem("")).toBe("Password is required!");
  expect(problem("short1")).toBe("Password must be 8 or more characters!");
  expect(problem("no digits here")).toBe("Password must include at least one number!");
  expect(problem("plain sailing 9")).toBeUndefined();
});

test("registering asks for a name, an address and a password, and for no club", () => {
  expect(Object.keys(registerProblems(fieldReader({})))).toEqual(["fullName", "email", "password"]);
  const complete = { fullName: "Nora", email: " nora@example.org ", password: "plain sailing 9" };
  expect(registerProblems(fieldReader(complete))).toEqual({});
});

test("signing in accepts a password of any form", () => {
  expect(signinProblems(fieldReader({ email: "nora@example.org", password: "old" }))).toEqual({});
  expect(Object.keys(signinProblems(fieldReader({ email: "nora" })))).toEqual(["email", "password"]);
});
