/** The rules of docs/product.md §5. The server also refuses passwords that are easy to guess. */
import { characterCount } from "./textLength.ts";

/** The rule in words, for the hint at a field. */
export const passwordRule = "8 or more characters, with at least one number.";

/** Why a password is refused, as a whole sentence, or null. */
export function passwordProblem(password: string): string | null {
  if (password === "") return "Password is required!";
  if (characterCount(password) < 8) return "Password must be 8 or more characters!";
  if (!/\d/.test(password)) return "Password must include at least one number!";
  return null;
}
