import { changesOf } from "../audit/changes.ts";
import { inTransaction } from "../db/pool.ts";
import { recordAccount } from "./history.ts";
import { updateUser, userById } from "./rows.ts";
import type { SessionParts } from "./sessions.ts";

/** Changes the name of the account. */
export async function rename(
  { db, sessions }: Omit<SessionParts, "clock">,
  userId: number,
  fullName: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const detail = changesOf({ fullName: (await userById(tx, userId))?.full_name }, { fullName });
    if (detail === null) return;
    await updateUser(tx, userId, { full_name: fullName });
    await recordAccount(tx, { actor: null, userId, action: "changed", detail });
  });
  // Cached sessions have the old name.
  sessions.forget();
}

/** Ends all sessions of the account. */
export async function signOutEverywhere(
  { db, sessions }: Omit<SessionParts, "clock">,
  userId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sessions.endAllOf(userId, tx);
    await recordAccount(tx, { actor: null, userId, action: "signedOutEverywhere" });
  });
  // Before the commit, another request may have cached a session again.
  sessions.forget();
}
