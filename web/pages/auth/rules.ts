/** Messages by field (docs/product.md §5). */
import { isEmail } from "../../../contract/rules/email.ts";
import { passwordProblem } from "../../../contract/rules/password.ts";
import type { FieldText } from "./useAuthForm.ts";

const emailWords = "Please enter an e-mail address, like name@example.org.";

export function emailProblems(textOf: FieldText): Record<string, string> {
  return isEmail(textOf("email").trim()) ? {} : { email: emailWords };
}

/** Older passwords may follow other rules, so only an empty one is refused. */
export function signinProblems(textOf: FieldText): Record<string, string> {
  return {
    ...emailProblems(textOf),
    ...(textOf("password") === "" && { password: "Password is required!" }),
  };
}

export function newPasswordProblems(textOf: FieldText): Record<string, string> {
  const password = passwordProblem(textOf("password"));
  return password === null ? {} : { password };
}

export function acceptProblems(textOf: FieldText): Record<string, string> {
  return {
    ...(textOf("fullName").trim() === "" && { fullName: "Please enter your name." }),
    ...newPasswordProblems(textOf),
  };
}

export function registerProblems(textOf: FieldText): Record<string, string> {
  return {
    ...(textOf("fullName").trim() === "" && { fullName: "Please enter your name." }),
    ...emailProblems(textOf),
    ...newPasswordProblems(textOf),
  };
}
