import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, safe in headers and addresses. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a token. A fast hash is enough, because a random token cannot be guessed. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
