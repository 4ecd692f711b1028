import argon2 from "@node-rs/argon2";
import { answerRequests } from "../../processes/answerRequests.ts";

/** A request: `stored` is the hash to check the password against; null to hash it. */
export interface PasswordRequest {
  readonly password: string;
  readonly stored: string | null;
}

/** The answer: `hash` is a PHC string. `isRight` is about a password to check. */
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
