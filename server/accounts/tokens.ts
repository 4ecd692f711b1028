/** The random texts that open something, and the hashes of them that are kept. */
import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, fit for headers and addresses. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of such a text: enough, for nobody guesses 256 bits. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
