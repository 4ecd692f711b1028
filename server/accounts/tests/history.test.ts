/** The history of accounts and clubs: who did what, and no secrets. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { factorCodeAt } from "../../testing/accounts.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildUser, testPassword } from "../../testing/builders.ts";
import { historyOf, type Office, openOffice } from "../../testing/office.ts";
import { openReset } from "../passwordReset.ts";

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  office = await openOffice(app);
});
afterAll(() => app.close());

const newPassword = "quite another 7";
const password = testPassword;

async function done<N extends CallName>(name: N, sent: TestRequest) {
  const told = await app.ask(name, sent);
  expect([told.status, told.msg], name).toEqual([200, told.msg]);
  return told;
}

/** Actors, actions and details, oldest first. */
async function told(entity: string, id: number) {
  const entries = await historyOf(app.database.db, entity, id);
  return entries.map(({ actor, action, detail }) => [actor, action, detail]);
}

describe("the history of an account has", () => {
  test("what its owner did, and no password, secret or code", async () => {
    const { admin } = office.users;
    const mine = { token: office.tokens.admin };
    const me = `user:${admin}`;
    await done("auth/saveProfile", { body: { fullName: "Mia Sailor" }, ...mine });
    await done("auth/saveProfile", { body: { fullName: "Mia Sailor" }, ...mine });
    const { secret } = (await done("auth/beginSecondFactor", { body: { password }, ...mine })).payload;
    const code = factorCodeAt(app.time.now, secret);
    const first = (await done("auth/confirmSecondFactor", { body: { code }, ...mine })).payload;
    const codes = (await done("auth/newRecoveryCodes", { body: { password }, ...mine })).payload;
    await done("auth/removeSecondFactor", { body: { password }, ...mine });
    // There is none any more: nothing changes.
    await done("auth/removeSecondFactor", { body: { password }, ...mine });
    const changed = await done("auth/changePassword", { body: { password, newPassword }, ...mine });
    await done("auth/signoutEverywhere", { token: String(changed.headers.authorization) });
    const { email } = await app.database.db
      .selectFrom("app_users")
      .select("email")
      .where("id", "=", admin)
      .executeTakeFirstOrThrow();
    const link = await openReset(app.database.db, email, app.time.now);
    await done("auth/resetPassword", { body: { token: link!.token, password: "a third one 8" } });

    const history = await told("account", admin);
    expect(history).toEqual([
      [me, "changed", { from: { fullName: "Mia Keller" }, to: { fullName: "Mia Sailor" } }],
      [me, "secondFactorOn", {}],
      [me, "recoveryCodesRenewed", {}],
      [me, "secondFactorOff", {}],
      [me, "passwordChanged", {}],
      [me, "signedOutEverywhere", {}],
      [me, "passwordReset", {}],
    ]);
    const stored = JSON.stringify(history);
    const secrets = [password, newPassword, "a third one 8", secret, link!.token];
    for (const one of [...secrets, ...first.recoveryCodes, ...codes.recoveryCodes])
      expect(stored).not.toContain(one);
    expect(stored).not.toMatch(/argon2/);
  });

  test("what the super user did to it", async () => {
    const { clubId, otherClubId, tokens, users } = office;
    const by = `user:${users.sudo}`;
    const token = tokens.sudo;
    const body = { fullName: "Ada Lund", email: `ada-${clubId}@example.org`, password, clubId };
    const headers = { "idempotency-key": `a-double-click-${clubId}` };
    const { id } = (await done("appUser/save", { body, token, headers })).payload;
    await done("appUser/save", { body, token, headers });
    const { password: _, ...kept } = body;
    await done("appUser/save", { body: { id, ...kept }, token });
    const moved = { id, email: `ada2-${clubId}@example.org`, clubId: otherClubId, password: newPassword };
    await done("appUser/save", { body: moved, token });
    await done("appUser/deleteAppUser", { query: { id }, token });
    expect(await told("account", id)).toEqual([
      [by, "created", { email: body.email, fullName: "Ada Lund", clubId }],
      [
        by,
        "changed",
        { from: { email: body.email, clubId }, to: { email: moved.email, clubId: otherClubId } },
      ],
      [by, "passwordChanged", {}],
      [by, "removed", { email: moved.email, fullName: "Ada Lund", clubId: otherClubId }],
    ]);
  });

  test("nothing of what was refused", async () => {
    const { clubId, tokens, users } = office;
    const other = await buildUser(app.database.db, ADMIN, clubId);
    const body = { id: users.admin, email: other.email, clubId, password: newPassword };
    expect((await app.ask("appUser/save", { body, token: tokens.sudo })).code).toBe("emailTaken");
    expect(await told("account", users.admin)).toEqual([]);
  });
});

describe("the history of a club has", () => {
  test("its registration with its first admin's", async () => {
    const body = {
      fullName: "Nora Field",
      email: `nora-${office.clubId}@example.org`,
      password,
      clubName: "Field",
    };
    const { id, clubId } = (await done("auth/register", { body })).payload.currentUser;
    expect(await told("club", clubId!)).toEqual([[`user:${id}`, "created", { name: "Field" }]]);
    expect(await told("account", id)).toEqual([
      [`user:${id}`, "created", { email: body.email, fullName: "Nora Field", clubId }],
    ]);
  });

  test("who made, changed and removed it, and its admins' end", async () => {
    const { tokens, users } = office;
    const by = `user:${users.sudo}`;
    const headers = { "idempotency-key": `a-new-club-${office.clubId}` };
    const made = { body: { name: "Walkers" }, token: tokens.sudo, headers };
    const { id } = (await done("club/save", made)).payload;
    await done("club/save", made);
    const { id: adminId, email } = await buildUser(app.database.db, ADMIN, id);
    const phone = "+49 40 1";
    await done("club/save", { body: { id, name: "Walkers", phone }, token: tokens.sudo });
    await done("club/save", { body: { id, name: "Walkers" }, token: tokens.sudo });
    for (const isRequired of [true, true])
      await done("appUser/requireSecondFactor", { body: { clubId: id, isRequired }, token: tokens.sudo });
    await done("club/removeClub", { query: { clubId: id }, token: tokens.sudo });
    expect(await told("club", id)).toEqual([
      [by, "created", { name: "Walkers" }],
      [by, "changed", { from: { phone: null }, to: { phone } }],
      [by, "changed", { from: { requiresSecondFactor: false }, to: { requiresSecondFactor: true } }],
      [by, "removed", { name: "Walkers", events: [] }],
    ]);
    expect(await told("account", adminId)).toEqual([
      [by, "removed", { email, fullName: "Mia Keller", clubId: id }],
    ]);
  });
});
