/** The validation of the sign-in forms, by field (docs/product.md §5). */
import { isEmail } from "../../../contract/rules/email.ts";
import { passwordProblem } from "../../../contract/rules/password.ts";
import type { FieldText } from "./useAuthForm.ts";

const emailWords = "Please enter an e-mail address, like name@example.org.";

/** Validates an address. */
export function emailProblems(typed: FieldText): Record<string, string> {
  return isEmail(typed("email").trim()) ? {} : { email: emailWords };
}

/**
 * Validates an address and an existing password. The password's rules are not checked: older ones may have been
 * different.
 */
export function signinProblems(typed: FieldText): Record<string, string> {
  return { ...emailProblems(typed), ...(typed("password") === "" && { password: "Password is required!" }) };
}

/** Validates a new password. */
export function newPasswordProblems(typed: FieldText): Record<string, string> {
  const password = passwordProblem(typed("password"));
  return password === null ? {} : { password };
}

/** Validates the registration form. */
export function registerProblems(typed: FieldText): Record<string, string> {
  return {
    ...(typed("fullName").trim() === "" && { fullName: "Please enter your name." }),
    ...emailProblems(typed),
    ...newPasswordProblems(typed),
  };
}
