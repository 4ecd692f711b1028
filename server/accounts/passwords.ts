/** Password hashing: argon2id with OWASP's minimum (19 MiB, 2 passes), in the library's own threads. */
import argon2 from "@node-rs/argon2";

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// What an unknown address is checked against, so that it takes as long as a known one.
let decoy: Promise<string> | undefined;

/** The PHC text of a password. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, settings);
}

/** Whether a password is the one of `stored`. Null takes as long as a wrong password, and is never right. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const isRight = await argon2.verify(stored ?? (await decoy), password);
  return stored !== null && isRight;
}
