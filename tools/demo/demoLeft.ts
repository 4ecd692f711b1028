import { isPassword } from "../../server/accounts/passwords/passwords.ts";
import { userByEmail } from "../../server/accounts/rows.ts";
import type { Db } from "../../server/db/pool.ts";
import { demoAccounts } from "./seed.ts";

/** Returns one sentence if accounts still have the published demo password, else an empty list. */
export async function demoPasswordProblems(db: Db): Promise<string[]> {
  const openAccounts: string[] = [];
  for (const { email, password } of demoAccounts) {
    const user = await userByEmail(db, email);
    if (user !== undefined && (await isPassword(user.password_hash, password))) openAccounts.push(email);
  }
  if (openAccounts.length === 0) return [];
  return [
    `These accounts of the demo world still have the published demo password: ${openAccounts.join(", ")}. Use another DATA_DIR or database, or start once without NODE_ENV=production, sign in as each account of the demo and change its password`,
  ];
}
