/** Makes passwords from a cryptographic source (docs/product.md §9). */
import { passwordProblem } from "../../../contract/rules/password.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const symbols = "!@#$%^&*()_+-=[]{}|;:,.<>?";
const characters = `${letters}0123456789${symbols}`;

const passwordLength = 16;

/** Letters, digits and symbols, all equally likely. */
export function randomText(
  length = 8,
  random: (bytes: Uint8Array<ArrayBuffer>) => void = fillRandomly,
): string {
  const usableBytes = 256 - (256 % characters.length);
  let text = "";
  while (text.length < length) {
    const bytes = new Uint8Array(length);
    random(bytes);
    // Skip the highest bytes, because they would make the first characters more likely.
    for (const byte of bytes)
      if (byte < usableBytes && text.length < length) text += characters[byte % characters.length];
  }
  return text;
}

export function makePassword(): string {
  const password = randomText(passwordLength);
  return passwordProblem(password) === null ? password : makePassword();
}

function fillRandomly(bytes: Uint8Array<ArrayBuffer>): void {
  crypto.getRandomValues(bytes);
}
