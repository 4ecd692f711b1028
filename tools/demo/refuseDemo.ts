/** The demo's accounts have a password that everybody can read: no house is opened to the public with one of them. */
import { isPassword } from "../../server/accounts/passwords.ts";
import { userByEmail } from "../../server/accounts/rows.ts";
import type { Db } from "../../server/db/pool.ts";
import { StartProblem } from "../../server/startProblem.ts";
import { demoAccounts } from "./seed.ts";

/** @throws StartProblem while an account of the demo still has the demo's password. */
export async function refuseDemo(db: Db): Promise<void> {
  for (const { email, password } of demoAccounts) {
    const user = await userByEmail(db, email);
    if (user === undefined || !(await isPassword(user.password_hash, password))) continue;
    throw new StartProblem(
      `${email} of the demo world is still here, with the password that everybody can read. ` +
        "Foyer does not start in production with it. Use another DATA_DIR or database, or start once without " +
        "NODE_ENV=production, sign in as each account of the demo and change its password.",
    );
  }
}
