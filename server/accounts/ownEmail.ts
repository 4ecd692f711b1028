/**
 * The link for a new address works only in a session of the account, because a mistyped address may belong to a
 * stranger, who could otherwise take the account. Lock order: user → change → club → the account's open links and
 * sessions.
 */
import { randomUUID } from "node:crypto";
import type { EmailChange } from "../../contract/shapes/auth.ts";
import { changesOf } from "../audit/changes.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { countHourlyOrRefuse } from "../limits/hourly.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import { queueMails } from "../mail/mail.ts";
import { confirmClubOf } from "./clubConfirmation.ts";
import { refuseTakenEmail } from "./createUser.ts";
import { emailChangedMail } from "./emailChangedMail.ts";
import {
  emailChangeRow,
  insertEmailChange,
  setEmailChangeToken,
  takeEmailChange,
} from "./emailChangeRows.ts";
import { recordAccount } from "./history.ts";
import { dropOpenLinks } from "./openLinks.ts";
import { type OwnAttempt, userByPassword } from "./passwords/ownPassword.ts";
import { lockUser, updateUser, userByEmail, userById } from "./rows.ts";
import type { SessionParts } from "./sessions.ts";
import { hashOf, newToken } from "./tokens.ts";

export const emailChangeHours = 24;
/** The most requests of a person in an hour. A refused address counts too, because it shows who has an account. */
const maxChanges = 10;

const invalidLink = () =>
  notFound(
    "link. It was already used, has expired or is for another account: ask for a new one in your profile",
  );

/** Queues two mails: the link, to the new address, and a notice, to the present one. */
export async function askForEmailChange(
  { db, clock }: { db: Db; clock: () => Date },
  attempt: OwnAttempt & { email: string },
): Promise<EmailChange> {
  const now = clock();
  const user = await userByPassword(db, attempt, now);
  const { email } = attempt;
  // Not in the transaction, because a refusal would undo the count.
  const limit = { what: "email changes", subject: user.id, most: maxChanges };
  const words = (wait: string) =>
    `You have changed your address many times in the last hour. Try again in ${wait}.`;
  await countHourlyOrRefuse(db, limit, { now, words });
  if (user.email.toLowerCase() === email.toLowerCase())
    throw invalidInput({ path: "email", message: "This is already your address." });
  if ((await userByEmail(db, email)) !== undefined)
    throw new DomainError("emailTaken", "There is an account with this e-mail address.");
  const expiresAt = new Date(now.getTime() + emailChangeHours * 3_600_000);
  await inTransaction(db, async (tx) => {
    await insertEmailChange(tx, { userId: user.id, email, expiresAt, now });
    const payload = { userId: user.id };
    const key = `emailChange:${user.id}:${randomUUID()}`;
    await queueRequestedMail(tx, { key, kind: "emailChange", recipient: email, payload }, now);
    await queueMails(tx, [
      {
        key: `emailChangeAsked:${user.id}:${randomUUID()}`,
        kind: "emailChangeAsked",
        recipient: user.email,
        payload: { fullName: user.full_name },
      },
    ]);
    await recordAccount(tx, { actor: null, userId: user.id, action: "emailChangeAsked", detail: { email } });
  });
  return { email, expiresAt: expiresAt.toISOString() };
}

/** Creates the token of the link; null if the account does not wait for this address any more. */
export async function openEmailChange(
  db: Db,
  { userId, email }: { userId: number; email: string },
  now: Date,
): Promise<{ token: string; fullName: string; from: string } | null> {
  const token = newToken();
  if (!(await setEmailChangeToken(db, { userId, email, tokenHash: hashOf(token), now }))) return null;
  const user = await userById(db, userId);
  return user === undefined ? null : { token, fullName: user.full_name, from: user.email };
}

/** The change that an account waits for. */
export async function pendingEmailChange(
  db: Db,
  userId: number,
  now: Date,
): Promise<EmailChange | undefined> {
  const row = await emailChangeRow(db, userId, now);
  return row && { email: row.email, expiresAt: row.expires_at.toISOString() };
}

/**
 * Changes the address by a link's token, confirms the account's club, ends its sessions and open links, and returns the
 * token of a new session. `take` uses the link; tests of races replace it.
 * @throws notFound, emailTaken
 */
export async function confirmEmailChange(
  { db, sessions, clock, take = takeEmailChange }: SessionParts & { take?: typeof takeEmailChange },
  { userId, token, userAgent }: { userId: number; token: string; userAgent: string },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const before = await lockUser(tx, userId);
    const change = before && (await take(tx, { userId, tokenHash: hashOf(token), now: clock() }));
    if (before === undefined || change === undefined) throw invalidLink();
    const { email } = change;
    await refuseTakenEmail(() => updateUser(tx, userId, { email }));
    const detail = changesOf({ email: before.email }, { email });
    if (detail !== null) await recordAccount(tx, { actor: null, userId, action: "changed", detail });
    if (before.club_id !== null) await confirmClubOf(tx, { id: userId, clubId: before.club_id });
    await queueMails(tx, [emailChangedMail(before, { byOwner: true })]);
    await dropOpenLinks(tx, userId);
    await sessions.endAllOf(userId, tx);
    return sessions.open(tx, userId, userAgent);
  });
}
