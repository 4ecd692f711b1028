/** The account is looked up when the mail is written, so that the reply does not reveal whether it exists. */
import { type Db, inTransaction } from "../../db/pool.ts";
import { notFound } from "../../domainError.ts";
import { checkPassword } from "../createUser.ts";
import { recordAccount } from "../history.ts";
import { rememberDevice } from "../laneRows.ts";
import { dropOpenLinks } from "../openLinks.ts";
import { updateUser, userByEmail, userById } from "../rows.ts";
import type { SessionParts } from "../sessions.ts";
import { hashOf, newToken } from "../tokens.ts";
import { consumeReset, insertReset, resetByHash } from "./passwordResetRows.ts";
import { hashPassword } from "./passwords.ts";

export const resetMinutes = 60;

/** Creates a link's token for the account of an address; null if there is none. */
export async function openReset(
  db: Db,
  email: string,
  now: Date,
): Promise<{ token: string; fullName: string; email: string } | null> {
  const user = await userByEmail(db, email);
  if (user === undefined) return null;
  const token = newToken();
  await insertReset(db, {
    userId: user.id,
    tokenHash: hashOf(token),
    expiresAt: new Date(now.getTime() + resetMinutes * 60_000),
  });
  return { token, fullName: user.full_name, email: user.email };
}

/**
 * Sets a new password by a link's token. Returns the secret of a known device, with which the owner can sign in
 * while others are guessing.
 * @throws notFound, invalidInput, busy
 */
export async function resetPassword(
  { db, sessions, clock }: SessionParts,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const reset = await resetByHash(db, hashOf(token), clock());
  const user = reset && (await userById(db, reset.user_id));
  if (user === undefined) throw notFound("link. It was already used or has expired: request a new one");
  checkPassword(password, user.email);
  const password_hash = await hashPassword(password);
  const device = newToken();
  return inTransaction(db, async (tx) => {
    // The second of two concurrent requests finds no row.
    if (!(await consumeReset(tx, hashOf(token))))
      throw notFound("link. It was already used or has expired: request a new one");
    await dropOpenLinks(tx, user.id);
    await updateUser(tx, user.id, { password_hash });
    await sessions.endAllOf(user.id, tx);
    await recordAccount(tx, { actor: null, userId: user.id, action: "passwordReset" });
    await rememberDevice(tx, user.id, hashOf(device), clock());
    return device;
  });
}
