/** Hashes and checks passwords, in a process of low priority (passwords.ts). */
import argon2 from "@node-rs/argon2";
import { answerRequests } from "../../processes/answerRequests.ts";

/** A password, and the stored hash to check it against; null to hash it. */
export interface PasswordRequest {
  readonly password: string;
  readonly stored: string | null;
}

/** The hash as a PHC string, and whether the password matches the stored hash. */
export interface PasswordAnswer {
  readonly hash: string;
  readonly isRight: boolean;
}

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

answerRequests<PasswordRequest, PasswordAnswer>(async ({ password, stored }) =>
  stored === null
    ? { hash: await argon2.hash(password, settings), isRight: false }
    : { hash: stored, isRight: await argon2.verify(stored, password) },
);
