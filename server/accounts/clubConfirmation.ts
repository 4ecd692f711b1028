/** A club that registered itself confirms its mail address. Lock order: club → its links. */
import { entryOfClub, record, userActor } from "../audit/rows.ts";
import { clubById, confirmClubRow } from "../clubs/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { clubOfConfirmation, dropConfirmations, insertConfirmation } from "./confirmationRows.ts";
import { userById } from "./rows.ts";
import { hashOf, newToken } from "./tokens.ts";

export const confirmationDays = 7;
/** At most one mail to an address in each slot of this length. */
const slotMs = 2 * 60_000;

const invalidLink = () =>
  notFound("link. It was already used or has expired: mail a new one from your dashboard");

/** Queues the mail with the link to a club's admin. @throws tooMany */
export async function queueConfirmation(
  tx: Tx,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<void> {
  const key = `clubConfirmation:${id}:${email.toLowerCase()}:${Math.floor(now.getTime() / slotMs)}`;
  const mail = { key, kind: "clubConfirmation" as const, recipient: email, payload: { userId: id } };
  await queueRequestedMail(tx, mail, now);
}

/**
 * Queues another mail, at most one in a slot; false if the caller has no club, or its address is confirmed.
 * @throws tooMany
 */
export async function sendConfirmation(
  db: Db,
  user: { id: number; email: string; clubId: number | null },
  now: Date,
): Promise<boolean> {
  const club = user.clubId === null ? undefined : await clubById(db, user.clubId);
  if (club === undefined || club.is_confirmed) return false;
  await inTransaction(db, (tx) => queueConfirmation(tx, user, now));
  return true;
}

/** Creates the token of a link; null if the user has no club with an unconfirmed address. */
export async function openConfirmation(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ token: string; fullName: string; clubName: string } | null> {
  const user = await userById(db, userId);
  const club = user === undefined || user.club_id === null ? undefined : await clubById(db, user.club_id);
  if (user === undefined || club === undefined || club.is_confirmed) return null;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + confirmationDays * 24 * 3_600_000);
  await insertConfirmation(db, { clubId: club.id, tokenHash: hashOf(token), expiresAt, now });
  return { token, fullName: user.full_name, clubName: club.name };
}

/** Confirms the club's address by a link's token, and deletes the club's links. @throws notFound */
export async function confirmClub(
  db: Db,
  token: string,
  now: Date,
): Promise<{ clubName: string; isListed: boolean }> {
  return inTransaction(db, async (tx) => {
    const clubId = await clubOfConfirmation(tx, hashOf(token), now);
    // The second of two concurrent requests waits here for the club, and then finds no link.
    const club = clubId === undefined ? undefined : await confirmClubRow(tx, clubId);
    if (club === undefined || !(await dropConfirmations(tx, club.id))) throw invalidLink();
    await recordConfirmed(tx, club.id, "visitor");
    return { clubName: club.name, isListed: club.is_listed };
  });
}

/** Confirms a club's address, because its admin has confirmed a new personal address. */
export async function confirmClubOf(tx: Tx, admin: { id: number; clubId: number }): Promise<void> {
  const club = await clubById(tx, admin.clubId);
  if (club === undefined || club.is_confirmed) return;
  await confirmClubRow(tx, club.id);
  await dropConfirmations(tx, club.id);
  await recordConfirmed(tx, club.id, userActor(admin.id));
}

async function recordConfirmed(tx: Tx, clubId: number, actor: string): Promise<void> {
  await record(tx, entryOfClub(clubId, { actor, action: "mailConfirmed" }));
}
