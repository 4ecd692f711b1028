import { isEmail } from "../../contract/rules/email.ts";
import { passwordProblem } from "../../contract/rules/password.ts";
import { ADMIN, type Role } from "../../contract/rules/roles.ts";
import { type Db, sqlState } from "../db/pool.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { guessableProblem } from "./passwords/commonPasswords.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { insertUser, type UserRow } from "./rows.ts";

export interface NewUser {
  fullName: string;
  email: string;
  password: string;
  role: Role;
  clubId: number | null;
}

/** Checks and writes an account. @throws invalidInput, emailTaken, busy */
export async function createUser(db: Db, user: NewUser): Promise<UserRow> {
  checkPassword(user.password, user.email);
  if (!isEmail(user.email)) throw invalidInput({ path: "email", message: "must be an e-mail address" });
  if ((user.role === ADMIN) !== (user.clubId !== null))
    throw invalidInput({
      path: "clubId",
      message: "is required for an admin and not allowed for other roles",
    });
  const password_hash = await hashPassword(user.password);
  return refuseTakenEmail(() =>
    insertUser(db, {
      full_name: user.fullName,
      email: user.email,
      password_hash,
      role: user.role,
      club_id: user.clubId,
    }),
  );
}

/** Refuses a password that breaks the rules (docs/product.md §5) or is easily guessed. `path`: its field. */
export function checkPassword(password: string, email: string, path = "password"): void {
  const message = passwordProblem(password) ?? guessableProblem(password, email);
  if (message !== null) throw invalidInput({ path, message });
}

/** Runs a write of an e-mail address. A unique violation is refused as `emailTaken`. */
export async function refuseTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === "23505")
      throw new DomainError("emailTaken", "There is an account with this e-mail address.");
    throw error;
  }
}
