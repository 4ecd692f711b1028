/** Signed-in users confirm their own password before important changes, and change it. */
import { type Db, inTransaction } from "../../db/pool.ts";
import { DomainError, invalidInput } from "../../domainError.ts";
import { accountOf, laneOf } from "../backOff.ts";
import { checkPassword } from "../createUser.ts";
import { recordAccount } from "../history.ts";
import { forgetLane } from "../laneRows.ts";
import { dropOpenLinks } from "../openLinks.ts";
import { countOrRefuseAttempt } from "../pace.ts";
import { type UserWithClub, updateUser, userById } from "../rows.ts";
import type { SessionParts } from "../sessions.ts";
import { hashPassword, isPassword } from "./passwords.ts";

/** The user and the origin of an attempt. */
export interface OwnAttempt {
  userId: number;
  password: string;
  client: string;
}

/** Returns the user if the password is right. A stolen session must not guess it faster than a stranger. */
export async function userByPassword(db: Db, attempt: OwnAttempt, now: Date): Promise<UserWithClub> {
  const user = await userById(db, attempt.userId);
  if (user === undefined)
    throw new DomainError("tokenExpired", "Your session has ended. Please sign in again.");
  const account = accountOf(user.email);
  const lane = laneOf(account, { client: `signed in, ${attempt.client}` });
  await countOrRefuseAttempt(db, { lane, account, client: attempt.client }, false, now);
  if (!(await isPassword(user.password_hash, attempt.password)))
    throw invalidInput({ path: "password", message: "This is not your password." });
  await forgetLane(db, lane, now);
  return user;
}

/** Changes the password, ends all sessions, and returns the token of a new one. */
export async function changePassword(
  { db, sessions, clock }: SessionParts,
  attempt: OwnAttempt & { newPassword: string; userAgent: string },
): Promise<string> {
  const user = await userByPassword(db, attempt, clock());
  checkPassword(attempt.newPassword, user.email, "newPassword");
  const password_hash = await hashPassword(attempt.newPassword);
  return inTransaction(db, async (tx) => {
    await updateUser(tx, user.id, { password_hash });
    await dropOpenLinks(tx, user.id);
    await sessions.endAllOf(user.id, tx);
    await recordAccount(tx, { actor: null, userId: user.id, action: "passwordChanged" });
    return sessions.open(tx, user.id, attempt.userAgent);
  });
}
