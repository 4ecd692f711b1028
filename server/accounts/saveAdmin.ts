/**
 * Sudo makes and changes the admins of clubs. The role is always 20, whatever is sent (wire.md §4).
 * Invariant: an admin who was moved to another club, or given another password, has no session left.
 */
import type { AppUser } from "../../contract/appUser.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { Idempotency } from "../db/idempotency.ts";
import { type Db, inTransaction, sqlState } from "../db/pool.ts";
import { invalidInput, notFound } from "../domainError.ts";
import { checkPassword, createUser, orEmailTaken } from "./createUser.ts";
import { hashPassword } from "./passwords.ts";
import { madeOnce } from "./repeatable.ts";
import { type AdminRow, adminRows, deleteUser, lockAdmin, updateUser } from "./rows.ts";
import { removeSecondFactor } from "./secondFactor.ts";
import type { Sessions } from "./sessions.ts";

/** What sudo may say of an admin. */
export interface AdminChange {
  id?: number | null | undefined;
  fullName?: string | undefined;
  email: string;
  password?: string | null | undefined;
  clubId: number;
  removeSecondFactor?: boolean | undefined;
}

/** Makes an admin, or changes the one of `id`; without a password that one keeps theirs. */
export async function saveAdmin(
  { db, sessions }: { db: Db; sessions: Sessions },
  given: AdminChange,
  idempotency: Idempotency | null,
): Promise<AppUser> {
  const userId = given.id ?? null;
  const id = await withClub(() =>
    userId === null ? makeAdmin(db, given, idempotency) : changeAdmin(db, sessions, userId, given),
  );
  const [row] = await adminRows(db, { userId: id });
  if (row === undefined) throw notFound("account");
  return presentAdmin(row);
}

async function makeAdmin(db: Db, given: AdminChange, idempotency: Idempotency | null): Promise<number> {
  const { email, password, clubId } = given;
  if (!password) throw invalidInput([{ path: "password", message: "Password is required!" }]);
  const fullName = given.fullName ?? email.split("@")[0] ?? email;
  const made = await madeOnce(db, idempotency, given, (tx) =>
    createUser(tx, { fullName, email, password, role: ADMIN, clubId }),
  );
  return made.id;
}

async function changeAdmin(db: Db, sessions: Sessions, userId: number, given: AdminChange): Promise<number> {
  const { fullName, email, password, clubId } = given;
  if (password) checkPassword(password, email);
  const password_hash = password ? await hashPassword(password) : undefined;
  return inTransaction(db, async (tx) => {
    const before = await lockAdmin(tx, userId);
    if (before === undefined) throw notFound("account");
    await orEmailTaken(() =>
      updateUser(tx, userId, {
        email,
        club_id: clubId,
        ...(fullName !== undefined && { full_name: fullName }),
        ...(password_hash !== undefined && { password_hash }),
      }),
    );
    if (given.removeSecondFactor) await removeSecondFactor(tx, userId);
    if (password_hash !== undefined || before.club_id !== clubId) await sessions.endAllOf(userId, tx);
    return userId;
  });
}

/** Removes an admin; their tokens end at once. */
export async function removeAdmin(
  { db, sessions }: { db: Db; sessions: Sessions },
  userId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await lockAdmin(tx, userId)) === undefined) throw notFound("account");
    await sessions.endAllOf(userId, tx);
    await deleteUser(tx, userId);
  });
}

/** Runs what names a club; one that is not there is said so. */
async function withClub<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === "23503") throw notFound("club");
    throw error;
  }
}

/** An admin as sudo sees them. */
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
