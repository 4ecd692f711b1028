// `npm run create-sudo`: creates a sudo account. The database may be empty, and Foyer may be running.
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { passwordProblem } from "../contract/rules/password.ts";
import { SUDO } from "../contract/rules/roles.ts";
import { createUser, type NewUser } from "../server/accounts/createUser.ts";
import { recordAccount } from "../server/accounts/history.ts";
import { readConfig } from "../server/config.ts";
import { inTransaction } from "../server/db/pool.ts";
import { withDatabase } from "../server/db/withDatabase.ts";
import { DomainError } from "../server/domainError.ts";
import { StartProblem } from "../server/startProblem.ts";

/** Only these settings are read, because those of payments and mail may be missing or wrong. */
const { DATA_DIR, DATABASE_URL, FOYER_SUDO_EMAIL, FOYER_SUDO_NAME, FOYER_SUDO_PASSWORD } = process.env;

try {
  const { values } = parseArgs({
    options: { email: { type: "string" }, name: { type: "string" }, password: { type: "string" } },
  });
  const email = values.email ?? FOYER_SUDO_EMAIL ?? (await ask("E-mail: "));
  const fullName = values.name ?? FOYER_SUDO_NAME ?? ((await ask("Name [Sudo]: ")) || "Sudo");
  const enteredPassword = values.password ?? FOYER_SUDO_PASSWORD ?? (await ask("Password [generate one]: "));
  const password = enteredPassword || newPassword();
  const problem = passwordProblem(password);
  if (problem !== null) throw new StartProblem(problem);

  const user: NewUser = { fullName, email: email.trim(), password, role: SUDO, clubId: null };
  await withDatabase(readConfig({ DATA_DIR, DATABASE_URL }), ({ db }) =>
    inTransaction(db, async (tx) => {
      const { id } = await createUser(tx, user);
      const detail = { email: user.email, fullName, role: SUDO };
      await recordAccount(tx, { actor: "operator", userId: id, action: "created", detail });
    }),
  );
  console.log(`${user.email} may now sign in as sudo.`);
  if (!enteredPassword) console.log(`Password, shown only once: ${password}`);
} catch (error) {
  if (!(error instanceof DomainError || error instanceof StartProblem || isUsageError(error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** Tries again if the random text lacks a digit, because `passwordProblem` refuses it. */
function newPassword(): string {
  const password = randomBytes(15).toString("base64url");
  return passwordProblem(password) === null ? password : newPassword();
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
