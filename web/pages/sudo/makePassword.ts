/**
 * Makes the passwords that sudo gives out: letters, digits and symbols from a cryptographic source (docs/product.md
 * §9).
 */
import { passwordProblem } from "../../../contract/rules/password.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = "!@#$%^&*()_+-=[]{}|;:,.<>?";
const all = `${letters}0123456789${symbols}`;

/** The length of a given password. */
const givenLength = 16;

/** A random text of letters, digits and symbols, all equally likely. */
export function randomText(
  length = 8,
  random: (bytes: Uint8Array<ArrayBuffer>) => void = fillRandomly,
): string {
  const usable = 256 - (256 % all.length);
  let text = "";
  while (text.length < length) {
    const bytes = new Uint8Array(length);
    random(bytes);
    // Bytes above the last whole multiple would make the first characters likelier.
    for (const byte of bytes) if (byte < usable && text.length < length) text += all[byte % all.length];
  }
  return text;
}

/** A password that satisfies the rules. */
export function makePassword(): string {
  const password = randomText(givenLength);
  return passwordProblem(password) === null ? password : makePassword();
}

function fillRandomly(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes);
}
