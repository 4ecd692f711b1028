/**
 * Invariant: an invitation is accepted once or withdrawn, not both, because each deletes its row in its transaction.
 */
import { randomUUID } from "node:crypto";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { TeamInvitation } from "../../contract/shapes/team.ts";
import { entryOfClub, record, userActor } from "../audit/rows.ts";
import { clubById } from "../clubs/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { countHourlyOrRefuse } from "../limits/hourly.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { createUser } from "./createUser.ts";
import { recordAccount } from "./history.ts";
import {
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  invitationByHash,
  setInvitationToken,
  takeInvitation,
} from "./invitationRows.ts";
import { userByEmail, userById } from "./rows.ts";
import type { SessionParts } from "./sessions.ts";
import { openSignedIn, type SignedIn } from "./signIn.ts";
import { hashOf, newToken } from "./tokens.ts";

export const invitationDays = 7;
/** The most invitations of a club in an hour. A refused address counts too, because it shows who has an account. */
const maxInvitations = 30;

const invalidLink = () =>
  notFound("invitation. It was already used, was withdrawn or has expired: ask for a new one");

/**
 * Invites an address to a club's team: queues the mail with the link.
 * @throws tooMany; emailTaken for an address with an account, because an account has at most one club
 */
export async function inviteToTeam(
  db: Db,
  { clubId, email }: { clubId: number; email: string },
  { userId, idempotency, now }: CallContext & { userId: number },
): Promise<TeamInvitation> {
  // Not in the transaction, because a refusal would undo the count.
  const limit = { what: "team invitations", subject: clubId, most: maxInvitations };
  const words = (wait: string) => `Your club has invited many people in the last hour. Try again in ${wait}.`;
  await countHourlyOrRefuse(db, limit, { now, words });
  return onceInTransaction(db, idempotency, async (tx) => {
    const existing = await userByEmail(tx, email);
    if (existing?.club_id === clubId)
      throw new DomainError("emailTaken", "This person is already in your team.");
    if (existing !== undefined)
      throw new DomainError(
        "emailTaken",
        "This address has an account that is not of your club. Invite another address of this person.",
      );
    const expiresAt = new Date(now.getTime() + invitationDays * 24 * 3_600_000);
    const row = await insertInvitation(tx, { clubId, email, invitedBy: userId, expiresAt, now });
    const key = `teamInvitation:${row.id}:${randomUUID()}`;
    const payload = { invitationId: row.id };
    await queueRequestedMail(tx, { key, kind: "teamInvitation", recipient: email, payload }, now);
    await record(tx, entryOfClub(clubId, { actor: userActor(userId), action: "invited", detail: { email } }));
    return presentInvitation(row);
  });
}

/** Creates the token of an invitation's link, in place of an earlier one; null if it can no longer be accepted. */
export async function openInvitation(
  db: Db,
  invitationId: number,
  now: Date,
): Promise<{ token: string; clubName: string; invitedBy: string | null } | null> {
  const token = newToken();
  const invitation = await setInvitationToken(db, invitationId, { tokenHash: hashOf(token), now });
  const club = invitation && (await clubById(db, invitation.club_id));
  if (invitation === undefined || club === undefined) return null;
  const inviter = invitation.invited_by === null ? undefined : await userById(db, invitation.invited_by);
  return { token, clubName: club.name, invitedBy: inviter?.full_name ?? null };
}

/** The invitation of a link. @throws notFound */
export async function invitationOf(
  db: Db,
  token: string,
  now: Date,
): Promise<{ clubName: string; email: string; expiresAt: string }> {
  const row = await invitationByHash(db, hashOf(token), now);
  const club = row && (await clubById(db, row.club_id));
  if (row === undefined || club === undefined) throw invalidLink();
  return { clubName: club.name, email: row.email, expiresAt: row.expires_at.toISOString() };
}

/**
 * Creates the account of the invited address, and signs in. `take` uses the link; tests of races replace it.
 * @throws notFound, invalidInput, emailTaken, busy
 */
export async function acceptInvitation(
  { db, sessions, clock, take = takeInvitation }: SessionParts & { take?: typeof takeInvitation },
  { token, fullName, password }: { token: string; fullName?: string | undefined; password: string },
  userAgent: string,
): Promise<SignedIn> {
  return inTransaction(db, async (tx) => {
    const invitation = await take(tx, hashOf(token), clock());
    if (invitation === undefined) throw invalidLink();
    const { email, club_id: clubId } = invitation;
    const name = fullName ?? email.split("@")[0]!;
    const { id } = await createUser(tx, { fullName: name, email, password, role: ADMIN, clubId });
    const detail = { email, fullName: name, clubId };
    await recordAccount(tx, { actor: null, userId: id, action: "created", detail });
    const user = (await userById(tx, id))!;
    return openSignedIn(tx, { sessions, now: clock() }, user, { device: null, userAgent });
  });
}

/** Deletes an invitation. @throws notFound */
export async function withdrawInvitation(
  db: Db,
  { id, club_id, email }: InvitationRow,
  actor: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteInvitation(tx, id))) throw notFound("invitation");
    await record(tx, entryOfClub(club_id, { actor, action: "invitationWithdrawn", detail: { email } }));
  });
}

/** An invitation as the club sees it. */
export function presentInvitation({ id, email, expires_at }: InvitationRow): TeamInvitation {
  return { id, email, expiresAt: expires_at.toISOString() };
}
