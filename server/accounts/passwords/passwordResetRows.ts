import type { Db } from "../../db/pool.ts";

/** Writes a link, and deletes long expired ones. */
export async function insertReset(
  db: Db,
  { userId, tokenHash, expiresAt }: { userId: number; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .deleteFrom("password_resets")
    .where("expires_at", "<", new Date(expiresAt.getTime() - 24 * 3_600_000))
    .execute();
  await db
    .insertInto("password_resets")
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute();
}

/** The user of a link; undefined if it is not valid. */
export function resetByHash(db: Db, tokenHash: Buffer, now: Date): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom("password_resets")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Deletes a link. False if it is gone. */
export async function consumeReset(db: Db, tokenHash: Buffer): Promise<boolean> {
  const deletedReset = await db
    .deleteFrom("password_resets")
    .where("token_hash", "=", tokenHash)
    .returning("user_id")
    .executeTakeFirst();
  return deletedReset !== undefined;
}

/** Deletes all links of a user. */
export async function dropResets(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}
