import { expect, test } from "vitest";
import { passwordProblem } from "../password.ts";

// The texts are those of docs/product.md §5.
test.each([
  ["", "Password is required!"],
  ["short 1", "Password must be 8 or more characters!"],
  ["no digits here", "Password must include at least one number!"],
  ["12345678", null],
  ["correct horse 1", null],
])("the password %j has the problem: %s", (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});
