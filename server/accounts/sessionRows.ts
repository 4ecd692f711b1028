import { type Selectable, sql } from "kysely";
import { failingPageSize } from "../../contract/rules/failingPage.ts";
import type { RecentSignin } from "../../contract/shapes/failing.ts";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import { deviceWords } from "./deviceWords.ts";
import { recordSignin, type UserWithClub, userById, usersWithClub } from "./rows.ts";

/** `user` is null if that user was deleted. */
export interface SessionRow {
  created_at: Date;
  last_used_at: Date;
  revoked_at: Date | null;
  user: UserWithClub | null;
}

/** Writes a session and the time of the sign-in. */
export async function insertSession(
  db: Db,
  { userId, tokenHash, userAgent, now }: { userId: number; tokenHash: Buffer; userAgent: string; now: Date },
): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      user_agent: userAgent.slice(0, 300),
    })
    .execute();
  await recordSignin(db, userId, now);
}

/** A session, ended or not, with its user. */
export async function sessionByHash(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const session = await db
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const user = session.user_id === null ? undefined : await userById(db, session.user_id);
  return { ...session, user: user ?? null };
}

/** Writes that a session was used, at most once a minute. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("last_used_at", "<", new Date(now.getTime() - 60_000))
    .execute();
}

/** Up to 100 sessions that nobody ended, the latest used first; some may have expired. */
export function sessionsNotEnded(db: Db, userId: number): Promise<Selectable<Schema["sessions"]>[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** Ends the session of a token. */
export async function endSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await endWhere(db, now, sql`token_hash = ${tokenHash}`);
}

/** Ends one session of a user. False if it is not theirs, or has ended. */
export async function endSessionById(db: Db, userId: number, id: number, now: Date): Promise<boolean> {
  return (await endWhere(db, now, sql`user_id = ${userId} and id = ${id}`)) > 0;
}

/** Ends all sessions of a user. */
export async function endSessionsOf(db: Db, userId: number, now: Date): Promise<void> {
  await endWhere(db, now, sql`user_id = ${userId}`);
}

/** Ends all sessions of a club's users. */
export async function endSessionsOfClub(db: Db, clubId: number, now: Date): Promise<void> {
  await endWhere(db, now, sql`user_id in (select id from app_users where club_id = ${clubId})`);
}

/** At the commit each node is notified, and drops the ended sessions from its cache (server/main.ts). */
async function endWhere(db: Db, now: Date, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`
    with ended as (
      update sessions set revoked_at = ${now} where revoked_at is null and ${which} returning token_hash
    )
    select pg_notify('session_ended', encode(token_hash, 'hex')) from ended`.execute(db);
  return rows.length;
}

/** A page of the latest sessions of accounts that still exist, or of those before the session `before`. */
export async function recentSignins(db: Db, before: number | undefined): Promise<RecentSignin[]> {
  let query = usersWithClub(db)
    .innerJoin("sessions", "sessions.user_id", "app_users.id")
    .clearSelect()
    .select([
      "sessions.id",
      "sessions.created_at",
      "sessions.revoked_at",
      "sessions.user_agent",
      "app_users.full_name",
      "app_users.email",
      sql<string | null>`clubs.name`.as("club_name"),
    ]);
  if (before !== undefined) query = query.where("sessions.id", "<", before);
  const rows = await query.orderBy("sessions.id", "desc").limit(failingPageSize).execute();
  return rows.map((row) => ({
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    clubName: row.club_name,
    device: deviceWords(row.user_agent),
    at: row.created_at.toISOString(),
    hasEnded: row.revoked_at !== null,
  }));
}
