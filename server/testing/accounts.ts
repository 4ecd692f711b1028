import { TOTP } from "otpauth";
import { openSecretBox } from "../accounts/secondFactor/secretBox.ts";
import { hashOf } from "../accounts/tokens.ts";
import type { Db } from "../db/pool.ts";
import { openSession } from "./tokens.ts";

export const factorSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** The code of an authenticator app. */
export function factorCodeAt(now: Date, secret = factorSecret): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() });
}

export const testSecretBox = openSecretBox(["a secret that only tests have, and all of them"]);

interface BuiltUser {
  id: number;
  club_id: number | null;
}

/**
 * Creates unconfirmed second factors of all but `spare`, a session of `admin`, and links: for a new password of
 * `spare`, and for `admin` to confirm the club and a new address.
 */
export async function buildAccounts(
  db: Db,
  now: Date,
  { admin, stranger, sudo, spare }: Record<"admin" | "stranger" | "sudo" | "spare", BuiltUser>,
) {
  const users = [admin, stranger, sudo];
  await db
    .insertInto("second_factors")
    .values(users.map(({ id }) => ({ user_id: id, secret: factorSecret })))
    .execute();
  const token = await openSession(db, admin.id, now);
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirstOrThrow();
  const resetToken = `a-link-of-user-${spare.id}`;
  await db
    .insertInto("password_resets")
    .values({
      token_hash: hashOf(resetToken),
      user_id: spare.id,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  const confirmToken = `a-confirmation-of-user-${admin.id}`;
  await db
    .insertInto("club_confirmations")
    .values({
      token_hash: hashOf(confirmToken),
      club_id: admin.club_id!,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  const emailToken = `another-address-of-user-${admin.id}`;
  await db
    .insertInto("email_changes")
    .values({
      user_id: admin.id,
      email: `another-${admin.id}@example.org`,
      token_hash: hashOf(emailToken),
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  return { factorCode: factorCodeAt(now), sessionId: session.id, resetToken, confirmToken, emailToken };
}

/** Invites three people to a club's team. */
export async function buildInvitations(
  db: Db,
  { clubId, invitedBy, now }: { clubId: number; invitedBy: number; now: Date },
) {
  const tokenOf = (who: string) => `an-invitation-of-${invitedBy}-to-${who}`;
  const rows = await db
    .insertInto("team_invitations")
    .values(
      ["ann", "ben", "cleo"].map((who) => ({
        club_id: clubId,
        email: `${who}-${invitedBy}@example.org`,
        invited_by: invitedBy,
        token_hash: hashOf(tokenOf(who)),
        expires_at: new Date(now.getTime() + 7 * 24 * 3_600_000),
      })),
    )
    .returning("id")
    .execute();
  return { accepted: tokenOf("ann"), read: tokenOf("ben"), withdrawnId: rows[2]!.id };
}
