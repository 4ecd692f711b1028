import { randomBytes } from "node:crypto";

// 0, O, 1, I and L look alike.
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** XXXX-XXXX: short enough for the telephone, random, so that it does not reveal how many orders exist. */
export function newOrderNumber(): string {
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length]!).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
