/** What is wrong with what was typed into the forms around signing in, by field (docs/product.md §5). */
import { isEmail } from "../../../contract/rules/email.ts";
import { passwordProblem } from "../../../contract/rules/password.ts";
import type { FieldText } from "./useAuthForm.ts";

const emailWords = "Please enter an e-mail address, like name@example.org.";

/** An address alone. */
export function emailProblems(typed: FieldText): Record<string, string> {
  return isEmail(typed("email").trim()) ? {} : { email: emailWords };
}

/** An address and a password that is known already: its rules may have been others when it was chosen. */
export function signinProblems(typed: FieldText): Record<string, string> {
  return { ...emailProblems(typed), ...(typed("password") === "" && { password: "Password is required!" }) };
}

/** A new password. */
export function newPasswordProblems(typed: FieldText): Record<string, string> {
  const password = passwordProblem(typed("password"));
  return password === null ? {} : { password };
}

/** Everything that registering asks for. */
export function registerProblems(typed: FieldText): Record<string, string> {
  return {
    ...(typed("fullName").trim() === "" && { fullName: "Please enter your name." }),
    ...emailProblems(typed),
    ...newPasswordProblems(typed),
  };
}
