/**
 * Passwords are hashed by argon2id with OWASP's minimum (19 MiB, 2 passes), in a low-priority process, so that a flood
 * of sign-ins takes less CPU time from buyers.
 */
import { DomainError } from "../../domainError.ts";
import { openProcess, ProcessKilled } from "../../processes/limitedProcess.ts";
import type { PasswordAnswer, PasswordRequest } from "./passwordWork.ts";

export const hashing = openProcess<PasswordRequest, PasswordAnswer>(
  new URL("./passwordWork.ts", import.meta.url),
  { memoryMb: 300, cpuMs: 5_000 },
);

/** The hash for an unknown address, so that checking takes as long as for a known one. */
export const decoyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$eJFk5bCmIVT4W1OdggQtrQ$Bh1uqFHogbLKLAzazGuI+txt/Tg+rntwvB6NMnt9JXw";

/** The hash of a password, as a PHC string. @throws busy */
export async function hashPassword(password: string): Promise<string> {
  return (await ask({ password, stored: null })).hash;
}

/** Whether a password matches `stored`; null matches none. @throws busy */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const { isRight } = await ask({ password, stored: stored ?? decoyHash });
  return stored !== null && isRight;
}

async function ask(request: PasswordRequest): Promise<PasswordAnswer> {
  try {
    return await hashing.ask(request);
  } catch (error) {
    if (!(error instanceof ProcessKilled)) throw error;
    throw new DomainError("busy", "Passwords cannot be checked at this moment. Please try again.");
  }
}
