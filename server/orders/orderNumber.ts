/** Order numbers: short enough for the telephone, and they do not reveal how many orders exist. */
import { randomBytes } from "node:crypto";

// Without 0, O, 1, I and L, which look alike.
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Eight characters of 31, as XXXX-XXXX; unique by an index in the database. */
export function newOrderNumber(): string {
  const letters = [...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length]!).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
