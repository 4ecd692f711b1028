/**
 * The stored hash of a request leaves out its password, because such a fast hash would help to guess it. The password
 * of a repeated request is checked against the account.
 */
import { createHash } from "node:crypto";
import { type Idempotency, idempotencyMismatch, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { isPassword } from "./passwords/passwords.ts";
import { type UserWithClub, userById } from "./rows.ts";

/** Creates an account once for the request's key, and returns it. @throws idempotencyMismatch, busy */
export async function createOnce<B extends { password?: string | null | undefined }>(
  db: Db,
  idempotency: Idempotency | null,
  body: B,
  make: (tx: Tx) => Promise<{ id: number }>,
): Promise<UserWithClub> {
  const { password, ...rest } = body;
  const stored = idempotency && {
    ...idempotency,
    bodyHash: createHash("sha256").update(JSON.stringify(rest)).digest(),
  };
  const { id } = await onceInTransaction(db, stored, async (tx) => ({ id: (await make(tx)).id }));
  const user = await userById(db, id);
  // The account that the first request created was deleted.
  if (user === undefined) throw idempotencyMismatch();
  if (stored !== null && typeof password === "string" && !(await isPassword(user.password_hash, password)))
    throw idempotencyMismatch();
  return user;
}
