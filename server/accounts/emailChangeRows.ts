import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { EmailChangesTable } from "../db/schema/accounts.ts";

export type EmailChangeRow = Selectable<EmailChangesTable>;

/** Writes a change in place of the account's earlier one, and deletes expired ones. */
export async function insertEmailChange(
  db: Db,
  { userId, email, expiresAt, now }: { userId: number; email: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db.deleteFrom("email_changes").where("expires_at", "<=", now).execute();
  const values = { email, expires_at: expiresAt, token_hash: null };
  await db
    .insertInto("email_changes")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** The change that an account waits for. */
export function emailChangeRow(db: Db, userId: number, now: Date): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/**
 * Stores the hash of the token for this address. False if the account does not wait for it, so that a mail to an
 * earlier address does not get the link of a later one.
 */
export async function setEmailChangeToken(
  db: Db,
  { userId, email, tokenHash, now }: { userId: number; email: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable("email_changes")
    .set({ token_hash: tokenHash })
    .where("user_id", "=", userId)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Uses a link: deletes its change and returns it. Undefined if the link is not valid. */
export function takeEmailChange(
  tx: Tx,
  { userId, tokenHash, now }: { userId: number; tokenHash: Buffer; now: Date },
): Promise<EmailChangeRow | undefined> {
  return tx
    .deleteFrom("email_changes")
    .where("token_hash", "=", tokenHash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the change of an account. */
export async function dropEmailChange(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("email_changes").where("user_id", "=", userId).execute();
}
