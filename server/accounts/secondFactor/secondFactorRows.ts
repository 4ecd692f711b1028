import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/pool.ts";
import type { Schema } from "../../db/schema.ts";

/** It has a sealed secret, or the unsealed one that an earlier version of Foyer wrote. */
export type FactorRow = Selectable<Schema["second_factors"]>;

/** A user's second factor, confirmed or not. */
export function factorOf(db: Db, userId: number): Promise<FactorRow | undefined> {
  return db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Begins a second factor, or returns the present one, so that a repeated request shows the same QR code. */
export async function beginFactor(db: Db, userId: number, sealed: Buffer): Promise<FactorRow | undefined> {
  await db
    .insertInto("second_factors")
    .values({ user_id: userId, sealed_secret: sealed })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return factorOf(db, userId);
}

/** Locks the second factors that are not sealed with the server's current secret. */
export function lockFactorsNotMarked(tx: Db, mark: Buffer): Promise<FactorRow[]> {
  return tx
    .selectFrom("second_factors")
    .selectAll()
    .where(sql<boolean>`secret is not null or substring(sealed_secret for ${mark.length}) <> ${mark}`)
    .orderBy("user_id")
    .forUpdate()
    .execute();
}

/** Replaces the secret of a second factor by a sealed one. */
export async function writeSealedSecret(db: Db, userId: number, sealed: Buffer): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ secret: null, sealed_secret: sealed })
    .where("user_id", "=", userId)
    .execute();
}

/** Turns a second factor on. */
export async function confirmFactor(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable("second_factors").set({ confirmed_at: now }).where("user_id", "=", userId).execute();
}

/** Uses up a time step. False unless it is later than the last one used. */
export async function consumeTimeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const used = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Uses up a recovery code. False if it is unknown or used. */
export async function consumeRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** How many recovery codes are not used. */
export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)`.as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Removes a second factor; its recovery codes go with it. False if none was on. */
export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return deleted !== undefined && deleted.confirmed_at !== null;
}
