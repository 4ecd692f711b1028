import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { factorCodeAt } from "../../testing/accounts.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildUser, testPassword } from "../../testing/builders.ts";
import { buildTwoClubs, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";
import { openReset } from "../passwords/passwordReset.ts";

let app: TestApp;
let twoClubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  twoClubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const newPassword = "quite another 7";
const password = testPassword;

async function askOk<N extends CallName>(name: N, sent: TestRequest) {
  const reply = await app.ask(name, sent);
  expect(reply.status, `${name}: ${reply.msg}`).toBe(200);
  return reply;
}

/** The entries of a history as actor, action and detail, oldest first. */
async function entriesOf(entity: string, id: number) {
  const entries = await historyOf(app.database.db, entity, id);
  return entries.map(({ actor, action, detail }) => [actor, action, detail]);
}

describe("the history of an account", () => {
  test("the history of an account has what its owner did, and no password, secret or code", async () => {
    const { admin } = twoClubs.users;
    const asAdmin = { token: twoClubs.tokens.admin };
    const actor = `user:${admin}`;
    await askOk("auth/saveProfile", { body: { fullName: "Mia Sailor" }, ...asAdmin });
    await askOk("auth/saveProfile", { body: { fullName: "Mia Sailor" }, ...asAdmin });
    const { secret } = (await askOk("auth/beginSecondFactor", { body: { password }, ...asAdmin })).payload;
    const code = factorCodeAt(app.time.now, secret);
    const first = (await askOk("auth/confirmSecondFactor", { body: { code }, ...asAdmin })).payload;
    const codes = (await askOk("auth/newRecoveryCodes", { body: { password }, ...asAdmin })).payload;
    await askOk("auth/removeSecondFactor", { body: { password }, ...asAdmin });
    // Nothing changes: it is already off.
    await askOk("auth/removeSecondFactor", { body: { password }, ...asAdmin });
    const changed = await askOk("auth/changePassword", { body: { password, newPassword }, ...asAdmin });
    await askOk("auth/signoutEverywhere", { token: String(changed.headers.authorization) });
    const { email } = await app.database.db
      .selectFrom("app_users")
      .select("email")
      .where("id", "=", admin)
      .executeTakeFirstOrThrow();
    const link = await openReset(app.database.db, email, app.time.now);
    await askOk("auth/resetPassword", { body: { token: link!.token, password: "a third one 8" } });

    const history = await entriesOf("account", admin);
    expect(history).toEqual([
      [actor, "changed", { from: { fullName: "Mia Keller" }, to: { fullName: "Mia Sailor" } }],
      [actor, "secondFactorOn", {}],
      [actor, "recoveryCodesRenewed", {}],
      [actor, "secondFactorOff", {}],
      [actor, "passwordChanged", {}],
      [actor, "signedOutEverywhere", {}],
      [actor, "passwordReset", {}],
    ]);
    const stored = JSON.stringify(history);
    const secrets = [password, newPassword, "a third one 8", secret, link!.token];
    for (const one of [...secrets, ...first.recoveryCodes, ...codes.recoveryCodes])
      expect(stored).not.toContain(one);
    expect(stored).not.toMatch(/argon2/);
  });

  test("the history of an account has what the super user did to it", async () => {
    const { clubId, otherClubId, tokens, users } = twoClubs;
    const actor = `user:${users.sudo}`;
    const token = tokens.sudo;
    const body = { fullName: "Ada Lund", email: `ada-${clubId}@example.org`, password, clubId };
    const headers = { "idempotency-key": `a-double-click-${clubId}` };
    const { id } = (await askOk("appUser/save", { body, token, headers })).payload;
    await askOk("appUser/save", { body, token, headers });
    const { password: _, ...unchanged } = body;
    await askOk("appUser/save", { body: { id, ...unchanged }, token });
    const changedBody = {
      id,
      email: `ada2-${clubId}@example.org`,
      clubId: otherClubId,
      password: newPassword,
    };
    await askOk("appUser/save", { body: changedBody, token });
    await askOk("appUser/deleteAppUser", { query: { id }, token });
    expect(await entriesOf("account", id)).toEqual([
      [actor, "created", { email: body.email, fullName: "Ada Lund", clubId }],
      [
        actor,
        "changed",
        { from: { email: body.email, clubId }, to: { email: changedBody.email, clubId: otherClubId } },
      ],
      [actor, "passwordChanged", {}],
      [actor, "removed", { email: changedBody.email, fullName: "Ada Lund", clubId: otherClubId }],
    ]);
  });

  test("the history of an account has no entry for a change that was refused", async () => {
    const { clubId, tokens, users } = twoClubs;
    const other = await buildUser(app.database.db, ADMIN, clubId);
    const body = { id: users.admin, email: other.email, clubId, password: newPassword };
    expect((await app.ask("appUser/save", { body, token: tokens.sudo })).code).toBe("emailTaken");
    expect(await entriesOf("account", users.admin)).toEqual([]);
  });
});

describe("the history of a club", () => {
  test("the histories of a club and of its first admin say that the admin created both by registering", async () => {
    const body = {
      fullName: "Nora Field",
      email: `nora-${twoClubs.clubId}@example.org`,
      password,
      clubName: "Field",
    };
    const { id, clubId } = (await askOk("auth/register", { body })).payload.currentUser;
    expect(await entriesOf("club", clubId!)).toEqual([[`user:${id}`, "created", { name: "Field" }]]);
    expect(await entriesOf("account", id)).toEqual([
      [`user:${id}`, "created", { email: body.email, fullName: "Nora Field", clubId }],
    ]);
  });

  test("the history of a club says who created, changed and removed it, and that of each admin says who removed the admin", async () => {
    const { tokens, users } = twoClubs;
    const actor = `user:${users.sudo}`;
    const headers = { "idempotency-key": `a-new-club-${twoClubs.clubId}` };
    const createRequest = { body: { name: "Walkers" }, token: tokens.sudo, headers };
    const { id } = (await askOk("club/save", createRequest)).payload;
    await askOk("club/save", createRequest);
    const { db } = app.database;
    const admins = [await buildUser(db, ADMIN, id), await buildUser(db, ADMIN, id)];
    const phone = "+49 40 1";
    await askOk("club/save", { body: { id, name: "Walkers", phone }, token: tokens.sudo });
    await askOk("club/save", { body: { id, name: "Walkers" }, token: tokens.sudo });
    for (const isRequired of [true, true])
      await askOk("appUser/requireSecondFactor", { body: { clubId: id, isRequired }, token: tokens.sudo });
    await askOk("club/removeClub", { query: { clubId: id }, token: tokens.sudo });
    expect(await entriesOf("club", id)).toEqual([
      [actor, "created", { name: "Walkers" }],
      [actor, "changed", { from: { phone: null }, to: { phone } }],
      [actor, "changed", { from: { requiresSecondFactor: false }, to: { requiresSecondFactor: true } }],
      [actor, "removed", { name: "Walkers", events: [] }],
    ]);
    for (const { id: adminId, email } of admins)
      expect(await entriesOf("account", adminId)).toEqual([
        [actor, "removed", { email, fullName: "Mia Keller", clubId: id }],
      ]);
  });
});
