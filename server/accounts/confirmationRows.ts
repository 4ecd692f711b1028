import type { Db } from "../db/pool.ts";

/** Writes a link, and deletes expired ones. */
export async function insertConfirmation(
  db: Db,
  { clubId, tokenHash, expiresAt, now }: { clubId: number; tokenHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  await db.deleteFrom("club_confirmations").where("expires_at", "<=", now).execute();
  await db
    .insertInto("club_confirmations")
    .values({ token_hash: tokenHash, club_id: clubId, expires_at: expiresAt })
    .execute();
}

/** The club of a link; undefined if it is not valid. */
export async function clubOfConfirmation(db: Db, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const found = await db
    .selectFrom("club_confirmations")
    .select("club_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.club_id;
}

/** Deletes all links of a club. False if there were none. */
export async function dropConfirmations(db: Db, clubId: number): Promise<boolean> {
  const dropped = await db
    .deleteFrom("club_confirmations")
    .where("club_id", "=", clubId)
    .returning("club_id")
    .execute();
  return dropped.length > 0;
}
