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

/** A password that a signed-in user entered. `session` is the token of the session. */
export interface OwnAttempt {
  userId: number;
  session: string;
  password: string;
}

/**
 * Returns the user if the password is right. The attempts of each session are counted.
 * @throws tokenExpired, tooMany, invalidInput, busy
 */
export async function userByPassword(db: Db, attempt: OwnAttempt, now: Date): Promise<UserWithClub> {
  const user = await userById(db, attempt.userId);
  if (user === undefined)
    throw new DomainError("tokenExpired", "Your session has ended. Please sign in again.");
  const lane = laneOf(accountOf(user.email), { session: attempt.session });
  await countOrRefuseAttempt(db, lane, now);
  if (!(await isPassword(user.password_hash, attempt.password)))
    throw invalidInput({ path: "password", message: "This is not your password." });
  await forgetLane(db, lane.lane, now);
  return user;
}

/** Changes the password, ends all sessions and the links of openLinks.ts, and returns the token of a new session. */
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
