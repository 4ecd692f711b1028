/** The mailed links of an account. They stop working when its password, its address or its club changes. */
import type { Db } from "../db/pool.ts";
import { dropEmailChange } from "./emailChangeRows.ts";
import { dropResets } from "./passwords/passwordResetRows.ts";

/** Deletes the links for a new password and for another address. */
export async function dropOpenLinks(db: Db, userId: number): Promise<void> {
  await dropResets(db, userId);
  await dropEmailChange(db, userId);
}
