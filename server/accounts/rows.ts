/** All SQL on app users and their sessions. */
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A user as stored; the hash never leaves this module. */
export type UserRow = Selectable<Schema["app_users"]>;
/** A user with the name of their club. */
export type UserWithClub = UserRow & { club_name: string | null };
/** A session with its user; `user` is null when that user is gone. */
export interface SessionRow {
  created_at: Date;
  last_used_at: Date;
  revoked_at: Date | null;
  user: UserWithClub | null;
}

const withClub = (db: Db) =>
  db
    .selectFrom("app_users")
    .leftJoin("clubs", "clubs.id", "app_users.club_id")
    .selectAll("app_users")
    .select("clubs.name as club_name");

/** A user by address, without regard to case. */
export function userByEmail(db: Db, email: string): Promise<UserWithClub | undefined> {
  return withClub(db).where(sql`lower(app_users.email)`, "=", email.toLowerCase()).executeTakeFirst();
}

/** Writes a user. The address is unique by an index. */
export function insertUser(
  tx: Db,
  user: Pick<UserRow, "full_name" | "email" | "password_hash" | "role" | "club_id">,
): Promise<UserRow> {
  return tx.insertInto("app_users").values(user).returningAll().executeTakeFirstOrThrow();
}

/** Writes a session and notes the sign-in. */
export async function insertSession(tx: Tx, userId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto("sessions")
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_used_at: now })
    .execute();
  await tx.updateTable("app_users").set({ last_signin_at: now }).where("id", "=", userId).execute();
}

/** The session of a token's hash, ended or not, with its user. */
export async function sessionByHash(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const session = await db
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const user =
    session.user_id === null
      ? undefined
      : await withClub(db).where("app_users.id", "=", session.user_id).executeTakeFirst();
  return { ...session, user: user ?? null };
}

/** Notes that a session was used, at most once a minute: a row a click would be a write a click. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("last_used_at", "<", new Date(now.getTime() - 60_000))
    .execute();
}

/** Ends a session; every node hears of it by NOTIFY. */
export async function revokeSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .execute();
  await sql`select pg_notify('session_ended', ${tokenHash.toString("hex")})`.execute(db);
}
