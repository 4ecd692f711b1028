import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isPassword } from "../server/accounts/passwords/passwords.ts";
import { testDatabase } from "../server/testing/database.ts";
import { historyOf } from "../server/testing/twoClubs.ts";

const tool = fileURLToPath(new URL("createSudo.ts", import.meta.url));

test("the command makes the first sudo account once, shows its password and adds one entry to the history", async () => {
  const database = await testDatabase();
  const run = () =>
    promisify(execFile)(process.execPath, [tool, "--email", "ida@example.org", "--name", "Ida"], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    });
  const { stdout } = await run();
  const password = /Password, shown only once: (\S+)/.exec(stdout)?.[1] ?? "";
  const { db } = database;
  const user = await db.selectFrom("app_users").selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ email: "ida@example.org", full_name: "Ida", role: 10, club_id: null });
  expect(await isPassword(user.password_hash, password)).toBe(true);
  const history = [
    {
      actor: "operator",
      action: "created",
      detail: { email: "ida@example.org", fullName: "Ida", role: 10 },
      event_id: null,
    },
  ];
  expect(await historyOf(db, "account", user.id)).toEqual(history);
  await expect(run()).rejects.toMatchObject({
    stderr: expect.stringContaining("There is an account with this e-mail address."),
  });
  expect(await historyOf(db, "account", user.id)).toEqual(history);
  await database.close();
});
