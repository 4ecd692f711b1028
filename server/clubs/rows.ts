import type { Selectable } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type ClubRow = Selectable<Schema["clubs"]>;

/** One club, or undefined. */
export function clubById(db: Db, clubId: number): Promise<ClubRow | undefined> {
  return db.selectFrom("clubs").selectAll().where("id", "=", clubId).executeTakeFirst();
}

type ServerColumn = "id" | "created_at" | "requires_second_factor" | `is_${string}`;

/** The columns that saving a club sets; undefined keeps the value. */
export type ClubChange = {
  [Column in Exclude<keyof ClubRow, ServerColumn>]?: ClubRow[Column] | undefined;
};

/** Every club, by name. */
export function allClubs(db: Db): Promise<ClubRow[]> {
  return db.selectFrom("clubs").selectAll().orderBy("name").orderBy("id").execute();
}

/** Writes a club. */
export function insertClub(
  db: Db,
  club: ClubChange & { name: string; is_confirmed?: boolean; is_approved?: boolean },
): Promise<ClubRow> {
  return db.insertInto("clubs").values(club).returningAll().executeTakeFirstOrThrow();
}

/** Changes a club. At least one column must be defined. */
export async function updateClub(tx: Tx, clubId: number, change: ClubChange): Promise<void> {
  await tx.updateTable("clubs").set(change).where("id", "=", clubId).execute();
}

/** Marks a club as confirmed (accounts/clubConfirmation.ts). */
export function confirmClubRow(tx: Tx, clubId: number): Promise<ClubRow | undefined> {
  return tx
    .updateTable("clubs")
    .set({ is_confirmed: true })
    .where("id", "=", clubId)
    .returningAll()
    .executeTakeFirst();
}

/** Marks a club as approved. False if nothing changed. */
export async function approveClubRow(tx: Tx, clubId: number): Promise<boolean> {
  const approved = await tx
    .updateTable("clubs")
    .set({ is_approved: true })
    .where("id", "=", clubId)
    .where("is_approved", "=", false)
    .returning("id")
    .executeTakeFirst();
  return approved !== undefined;
}

/** Whether a club's admins need a second factor. */
export function factorRule(db: Db, clubId: number): Promise<{ requires_second_factor: boolean } | undefined> {
  return db.selectFrom("clubs").select("requires_second_factor").where("id", "=", clubId).executeTakeFirst();
}

/** Sets whether a club's admins need a second factor. */
export async function setFactorRule(db: Db, clubId: number, isRequired: boolean): Promise<void> {
  await db
    .updateTable("clubs")
    .set({ requires_second_factor: isRequired })
    .where("id", "=", clubId)
    .execute();
}

/** Whether a club uses a picture as its logo. */
export async function isLogo(db: Db, name: string): Promise<boolean> {
  const found = await db.selectFrom("clubs").select("id").where("logo", "=", name).executeTakeFirst();
  return found !== undefined;
}

/** One club, locked until the transaction ends. */
export function lockClub(tx: Tx, clubId: number): Promise<ClubRow | undefined> {
  return tx.selectFrom("clubs").selectAll().where("id", "=", clubId).forNoKeyUpdate().executeTakeFirst();
}

/** Deletes a club and the rows with a foreign key to it. Its events must be removed before. */
export function deleteClub(tx: Tx, clubId: number): Promise<ClubRow | undefined> {
  return tx.deleteFrom("clubs").where("id", "=", clubId).returningAll().executeTakeFirst();
}
