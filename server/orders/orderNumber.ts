import { randomBytes } from "node:crypto";

// Without 0, O, 1, I and L, which look alike.
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** XXXX-XXXX: short enough for the telephone, and random, so that it does not reveal how many orders exist. */
export function newOrderNumber(): string {
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length]!).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
