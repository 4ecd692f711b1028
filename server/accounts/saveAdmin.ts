/** An admin who is given another club, address or password loses all sessions and open links (openLinks.ts). */
import type { BodyOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { AppUser } from "../../contract/shapes/appUser.ts";
import { changesOf } from "../audit/changes.ts";
import type { KeyedRequest } from "../db/idempotency.ts";
import { type Db, inTransaction, sqlState, type Tx } from "../db/pool.ts";
import { invalidInput, notFound } from "../domainError.ts";
import { queueMails } from "../mail/mail.ts";
import { checkPassword, createUser, refuseTakenEmail } from "./createUser.ts";
import { emailChangedMail } from "./emailChangedMail.ts";
import { recordAccount } from "./history.ts";
import { dropOpenLinks } from "./openLinks.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { createOnce } from "./repeatable.ts";
import { type AdminRow, adminRows, deleteUser, lockAdmin, type UserRow, updateUser } from "./rows.ts";
import { removeSecondFactor } from "./secondFactor/secondFactor.ts";
import { endSessionsOfClub } from "./sessionRows.ts";
import type { SessionParts } from "./sessions.ts";

type AdminInput = BodyOf<"appUser/save">;

/** Creates an admin, or changes the admin `id`: a field that is not sent keeps its value (docs/wire.md §4). */
export async function saveAdmin(
  parts: Omit<SessionParts, "clock">,
  given: AdminInput,
  context: KeyedRequest & { actor: string },
): Promise<AppUser> {
  const { db } = parts;
  const userId = given.id ?? null;
  const id = await refuseMissingClub(() =>
    userId === null ? makeAdmin(db, given, context) : changeAdmin(parts, userId, given, context.actor),
  );
  const [row] = await adminRows(db, { userId: id });
  if (row === undefined) throw notFound("account");
  return presentAdmin(row);
}

/** The call requires `email` and `clubId` of a new admin (contract/calls/appUser.ts). */
async function makeAdmin(
  db: Db,
  given: AdminInput,
  { actor, idempotency }: KeyedRequest & { actor: string },
): Promise<number> {
  const { email = "", password, clubId = 0 } = given;
  if (!password) throw invalidInput({ path: "password", message: "Password is required!" });
  const fullName = given.fullName ?? email.split("@")[0] ?? email;
  const created = await createOnce(db, idempotency, given, async (tx) => {
    const user = await createUser(tx, { fullName, email, password, role: ADMIN, clubId });
    await recordAccount(tx, {
      actor,
      userId: user.id,
      action: "created",
      detail: { email, fullName, clubId },
    });
    return user;
  });
  return created.id;
}

async function changeAdmin(
  { db, sessions }: Omit<SessionParts, "clock">,
  userId: number,
  given: AdminInput,
  actor: string,
): Promise<number> {
  const { password } = given;
  const password_hash = password ? await hashPassword(password) : undefined;
  return inTransaction(db, async (tx) => {
    const before = await lockAdmin(tx, userId);
    if (before === undefined) throw notFound("account");
    const { email = before.email, clubId = before.club_id, fullName = before.full_name } = given;
    if (password) checkPassword(password, email);
    await refuseTakenEmail(() =>
      updateUser(tx, userId, {
        email,
        club_id: clubId,
        full_name: fullName,
        ...(password_hash !== undefined && { password_hash }),
      }),
    );
    const detail = changesOf(accountValues(before), { email, fullName, clubId });
    if (detail !== null) await recordAccount(tx, { actor, userId, action: "changed", detail });
    if (password) await recordAccount(tx, { actor, userId, action: "passwordChanged" });
    if (given.removeSecondFactor) await removeSecondFactor(tx, userId, actor);
    const hasNewAddress = before.email.toLowerCase() !== email.toLowerCase();
    if (hasNewAddress) await queueMails(tx, [emailChangedMail(before, { byOwner: false })]);
    if (hasNewAddress || password || before.club_id !== clubId) {
      await dropOpenLinks(tx, userId);
      await sessions.endAllOf(userId, tx);
    }
    return userId;
  });
}

/** Removes an admin and ends their sessions. @throws notFound */
export async function removeAdmin(
  { db, sessions }: Omit<SessionParts, "clock">,
  userId: number,
  actor: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockAdmin(tx, userId);
    if (before === undefined) throw notFound("account");
    await sessions.endAllOf(userId, tx);
    await deleteUser(tx, userId);
    await recordAccount(tx, { actor, userId, action: "removed", detail: accountValues(before) });
  });
}

/** Deletes the admins of a removed club and ends their sessions. */
export async function removeAdminsOf(
  tx: Tx,
  clubId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const admins = await adminRows(tx, { clubId });
  await endSessionsOfClub(tx, clubId, now);
  for (const admin of admins) {
    await deleteUser(tx, admin.id);
    await recordAccount(tx, { actor, userId: admin.id, action: "removed", detail: accountValues(admin) });
  }
}

function accountValues({ email, full_name, club_id }: UserRow) {
  return { email, fullName: full_name, clubId: club_id };
}

async function refuseMissingClub<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === "23503") throw notFound("club");
    throw error;
  }
}

/** An admin as the super user sees them. */
export function presentAdmin(row: AdminRow): AppUser {
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    role: row.role,
    clubId: row.club_id,
    createdAt: row.created_at.toISOString(),
    lastSigninAt: row.last_signin_at?.toISOString() ?? null,
    hasSecondFactor: row.has_second_factor,
  };
}
