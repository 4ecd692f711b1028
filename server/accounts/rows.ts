import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type UserRow = Selectable<Schema["app_users"]>;
/** `second_factor_due`: the club requires a second factor that they have not set up. */
export type UserWithClub = UserRow & { club_name: string | null; second_factor_due: boolean };
export type AdminRow = UserRow & { has_second_factor: boolean };

const hasFactor = sql<boolean>`exists (
  select from second_factors where user_id = app_users.id and confirmed_at is not null)`;

/** Users with the fields of their club. */
export const usersWithClub = (db: Db): SelectQueryBuilder<Schema, "app_users", UserWithClub> =>
  db
    .selectFrom("app_users")
    .leftJoin("clubs", "clubs.id", "app_users.club_id")
    .selectAll("app_users")
    .select([
      "clubs.name as club_name",
      sql<boolean>`coalesce(clubs.requires_second_factor, false) and not ${hasFactor}`.as(
        "second_factor_due",
      ),
    ]) as unknown as SelectQueryBuilder<Schema, "app_users", UserWithClub>;

/** A user by address, without regard to case. */
export function userByEmail(db: Db, email: string): Promise<UserWithClub | undefined> {
  return usersWithClub(db).where(sql`lower(app_users.email)`, "=", email.toLowerCase()).executeTakeFirst();
}

/** A user by id. */
export function userById(db: Db, userId: number): Promise<UserWithClub | undefined> {
  return usersWithClub(db).where("app_users.id", "=", userId).executeTakeFirst();
}

/** Writes a user. */
export function insertUser(
  tx: Db,
  user: Pick<UserRow, "full_name" | "email" | "password_hash" | "role" | "club_id">,
): Promise<UserRow> {
  return tx.insertInto("app_users").values(user).returningAll().executeTakeFirstOrThrow();
}

/** Changes a user. */
export async function updateUser(
  db: Db,
  userId: number,
  change: Partial<Pick<UserRow, "full_name" | "email" | "password_hash" | "club_id">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("app_users").set(change).where("id", "=", userId).execute();
}

/** Writes the time of a sign-in. */
export async function recordSignin(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable("app_users").set({ last_signin_at: now }).where("id", "=", userId).execute();
}

/** A user by id, locked for this transaction. */
export function lockUser(tx: Db, userId: number): Promise<UserRow | undefined> {
  return tx.selectFrom("app_users").selectAll().where("id", "=", userId).forUpdate().executeTakeFirst();
}

/** A club's admin by id, locked for this transaction. */
export async function lockAdmin(tx: Db, userId: number): Promise<UserRow | undefined> {
  const user = await lockUser(tx, userId);
  return user?.role === ADMIN ? user : undefined;
}

/** Admins, sorted by name. */
export function adminRows(db: Db, which: { clubId: number } | { userId: number }): Promise<AdminRow[]> {
  const all = db
    .selectFrom("app_users")
    .selectAll()
    .select(hasFactor.as("has_second_factor"))
    .where("role", "=", ADMIN)
    .orderBy("full_name")
    .orderBy("id");
  return (
    "clubId" in which ? all.where("club_id", "=", which.clubId) : all.where("id", "=", which.userId)
  ).execute();
}

/** Deletes a user. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("app_users").where("id", "=", userId).execute();
}

/** The number of admins of each club that has any. */
export function adminsByClub(db: Db): Promise<{ clubId: number | null; admins: number }[]> {
  return db
    .selectFrom("app_users")
    .where("role", "=", ADMIN)
    .groupBy("club_id")
    .select(["club_id as clubId", (user) => user.fn.countAll<number>().as("admins")])
    .execute();
}
