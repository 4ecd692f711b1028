import type { Db } from "../db/pool.ts";
import { dropEmailChange } from "./emailChangeRows.ts";
import { dropResets } from "./passwords/passwordResetRows.ts";

/** Deletes an account's mailed links for a new password and for another address. */
export async function dropOpenLinks(db: Db, userId: number): Promise<void> {
  await dropResets(db, userId);
  await dropEmailChange(db, userId);
}
