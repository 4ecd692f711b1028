import { type Selectable, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import type { TeamInvitationsTable } from "../db/schema/accounts.ts";

/** The columns of the unique index. */
const clubAndAddress = sql`club_id, lower(email)`;

export type InvitationRow = Selectable<TeamInvitationsTable>;

/** Writes an invitation, or renews the club's invitation of this address, and deletes expired ones. */
export async function insertInvitation(
  db: Db,
  { now, ...invitation }: { clubId: number; email: string; invitedBy: number; expiresAt: Date; now: Date },
): Promise<InvitationRow> {
  await db.deleteFrom("team_invitations").where("expires_at", "<=", now).execute();
  const renewed = {
    email: invitation.email,
    invited_by: invitation.invitedBy,
    expires_at: invitation.expiresAt,
    token_hash: null,
  };
  return db
    .insertInto("team_invitations")
    .values({ club_id: invitation.clubId, ...renewed })
    .onConflict((conflict) => conflict.expression(clubAndAddress).doUpdateSet(renewed))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the hash of a token. Undefined if the invitation is gone or has expired. */
export function setInvitationToken(
  db: Db,
  invitationId: number,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<InvitationRow | undefined> {
  return db
    .updateTable("team_invitations")
    .set({ token_hash: tokenHash })
    .where("id", "=", invitationId)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** The invitation of a link, if it has not expired. */
export function invitationByHash(db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("team_invitations")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses a link: deletes its invitation and returns it. Undefined if the link is not valid. */
export function takeInvitation(tx: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  return tx
    .deleteFrom("team_invitations")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** An invitation by id. */
export function invitationById(db: Db, invitationId: number): Promise<InvitationRow | undefined> {
  return db.selectFrom("team_invitations").selectAll().where("id", "=", invitationId).executeTakeFirst();
}

/** A club's invitations that have not expired, sorted by address. */
export function invitationsOf(db: Db, clubId: number, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom("team_invitations")
    .selectAll()
    .where("club_id", "=", clubId)
    .where("expires_at", ">", now)
    .orderBy("email")
    .execute();
}

/** Deletes an invitation. False when it no longer exists. */
export async function deleteInvitation(tx: Db, invitationId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("team_invitations")
    .where("id", "=", invitationId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}
