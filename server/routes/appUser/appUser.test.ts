import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { openReset } from "../../accounts/passwords/passwordReset.ts";
import type { UserRow } from "../../accounts/rows.ts";
import type { OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { factorSecret } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let sudo: UserRow;
let token: string;
let clubId: number;
let admin: UserRow;
beforeAll(async () => {
  app = await testApp();
  sudo = await buildUser(app.database.db, SUDO, null);
  token = await openSession(app.database.db, sudo.id, app.time.now);
});
beforeEach(async () => {
  clubId = (await buildClub(app.database.db)).id;
  admin = await buildUser(app.database.db, ADMIN, clubId);
});
afterAll(() => app.close());

let count = 0;
const save = (body: object, headers: Record<string, string> = {}) =>
  app.ask("appUser/save", { body, headers, token });
const newAccount = () => ({
  fullName: "Ada Lund",
  email: `ada${++count}@example.org`,
  password: "plain sailing 9",
  clubId,
});
const signIn = (email: string, password: string) => app.ask("auth/signin", { body: { email, password } });
const adminFields = () => ({ id: admin.id, email: admin.email, clubId });

describe("sudo creates an admin", () => {
  test("an admin created by sudo can sign in, and has role 20 whatever role was sent", async () => {
    const body = newAccount();
    const reply = await save({ ...body, role: 10, createdAt: "2020-01-01T00:00:00Z" });
    expect(reply.payload).toMatchObject({ fullName: "Ada Lund", role: 20, clubId, hasSecondFactor: false });
    expect(JSON.stringify(reply.payload)).not.toMatch(/password|argon2/);
    expect((await signIn(body.email, body.password)).payload.currentUser.role).toBe(20);
  });

  test("a new admin needs a password that follows the rules, and a club that exists", async () => {
    expect(await save({ ...newAccount(), password: "short1" })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "Password must be 8 or more characters!" }] },
    });
    expect(await save({ ...newAccount(), password: undefined })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "Password is required!" }] },
    });
    expect(await save({ ...newAccount(), clubId: 987_654 })).toMatchObject({ status: 404, code: "notFound" });
  });

  test("a new admin needs an address and a club", async () => {
    const { email, clubId: _, ...body } = newAccount();
    expect(await save({ ...body, email })).toMatchObject({
      payload: { fields: [{ path: "clubId", message: "is required" }] },
    });
    expect(await save({ ...body, clubId })).toMatchObject({
      payload: { fields: [{ path: "email", message: "is required" }] },
    });
  });

  test("a new admin cannot have an address that has an account", async () => {
    expect(await save({ ...newAccount(), email: admin.email.toUpperCase() })).toMatchObject({
      status: 409,
      code: "emailTaken",
    });
  });

  test("two requests with one Idempotency-Key create one admin, and the same key with another password is refused", async () => {
    const body = newAccount();
    const key = { "idempotency-key": "a-double-click" };
    const replies = await Promise.all([save(body, key), save(body, key)]);
    expect(replies[1]!.payload.id).toBe(replies[0]!.payload.id);
    expect(await save({ ...body, password: "other sailing 9" }, key)).toMatchObject({
      code: "idempotencyMismatch",
    });
  });
});

describe("sudo changes an admin", () => {
  test("an admin keeps password and session if the sent password is missing, null or empty", async () => {
    const adminToken = await openSession(app.database.db, admin.id, app.time.now);
    for (const password of [undefined, null, ""])
      expect((await save({ ...adminFields(), fullName: "Mia Sailor", password })).payload.fullName).toBe(
        "Mia Sailor",
      );
    expect((await signIn(admin.email, testPassword)).status).toBe(200);
    expect((await app.ask("auth/me", { token: adminToken })).payload.currentUser.fullName).toBe("Mia Sailor");
  });

  test.each([
    ["a new password", () => ({ password: "quite another 7" })],
    ["another club", async () => ({ clubId: (await buildClub(app.database.db)).id })],
    ["another address", () => ({ email: `moved${++count}@example.org` })],
  ])("%s ends an admin's sessions and their link for a new password", async (_what, changesOf) => {
    const adminToken = await openSession(app.database.db, admin.id, app.time.now);
    const link = await openReset(app.database.db, admin.email, app.time.now);
    expect((await app.ask("auth/me", { token: adminToken })).status).toBe(200);
    expect((await save({ ...adminFields(), ...(await changesOf()) })).status).toBe(200);
    expect((await app.ask("auth/me", { token: adminToken })).status).toBe(440);
    const body = { token: link!.token, password: "quite another 8" };
    expect((await app.ask("auth/resetPassword", { body })).status).toBe(404);
  });

  test("an admin's former address is mailed once about the change, without the new address", async () => {
    const email = `moved${++count}@example.org`;
    await app.database.db.deleteFrom("mails").execute();
    for (const _ of [1, 2]) await save({ ...adminFields(), email });
    await save({ ...adminFields(), email: email.toUpperCase() });
    const sentMails: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => void sentMails.push(mail);
    const { sendMail } = mailTasks(app.services, { kind: "outbox", send, close: () => {} });
    for (const { id } of await app.database.db.selectFrom("mails").select("id").execute())
      await sendMail!({ mailId: id });
    expect(sentMails.map(({ to }) => to)).toEqual([{ name: "Mia Keller", address: admin.email }]);
    expect(sentMails[0]!.subject).toBe("Your account has another e-mail address");
    expect(sentMails[0]!.text.replace(/\s+/g, " ")).toContain("You can no longer sign in with this one");
    expect(sentMails[0]!.html + sentMails[0]!.text).not.toContain(email);
    expect((await signIn(email, testPassword)).status).toBe(200);
  });

  test("an admin keeps the address and the club that are not sent", async () => {
    const kept = { email: admin.email, clubId, fullName: admin.full_name };
    for (const change of [{ password: "quite another 7" }, { removeSecondFactor: true }, {}])
      expect((await save({ id: admin.id, ...change })).payload).toMatchObject(kept);
    expect((await signIn(admin.email, "quite another 7")).status).toBe(200);
  });

  test("a change without a new password, address or club keeps the admin's sessions", async () => {
    const adminToken = await openSession(app.database.db, admin.id, app.time.now);
    expect((await save({ id: admin.id, fullName: "Mia Sailor" })).payload.email).toBe(admin.email);
    expect((await app.ask("auth/me", { token: adminToken })).status).toBe(200);
  });

  test("a new password must not be like the address that the admin keeps", async () => {
    await app.database.db
      .updateTable("app_users")
      .set({ email: "miakeller@example.org" })
      .where("id", "=", admin.id)
      .execute();
    expect(await save({ id: admin.id, password: "miakeller1" })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "Your password must not be your e-mail address." }] },
    });
  });

  test("an admin cannot get the address of somebody else", async () => {
    const other = await buildUser(app.database.db, ADMIN, clubId);
    expect((await save({ ...adminFields(), email: other.email })).code).toBe("emailTaken");
  });

  test("sudo can remove the second factor of an admin who has lost their phone", async () => {
    const { db } = app.database;
    await db
      .insertInto("second_factors")
      .values({ user_id: admin.id, secret: factorSecret, confirmed_at: app.time.now })
      .execute();
    const listedAdmin = async () =>
      (await app.ask("appUser/getAppUsers", { query: { clubId }, token })).payload.appUsers[0]!;
    expect((await listedAdmin()).hasSecondFactor).toBe(true);
    await save({ ...adminFields(), removeSecondFactor: true });
    expect((await listedAdmin()).hasSecondFactor).toBe(false);
    expect((await signIn(admin.email, testPassword)).status).toBe(200);
  });

  test("sudo cannot change or remove a super user", async () => {
    for (const { id } of [sudo, await buildUser(app.database.db, SUDO, null)]) {
      expect((await save({ id, email: "eve@example.org", clubId })).code).toBe("notFound");
      const removal = await app.ask("appUser/deleteAppUser", { query: { id }, token });
      expect(removal.code).toBe("notFound");
    }
    expect((await app.ask("auth/me", { token })).payload.currentUser.role).toBe(SUDO);
  });
});

describe("sudo removes an admin", () => {
  const methods = ["GET", "DELETE"] as const;
  test.each(methods)("an admin is removed by %s, and their tokens end immediately", async (method) => {
    const adminToken = await openSession(app.database.db, admin.id, app.time.now);
    expect((await app.ask("auth/me", { token: adminToken })).status).toBe(200);
    const reply = await app.http.inject({
      method,
      url: `/api/appUser/deleteAppUser${method === "GET" ? `?id=${admin.id}` : ""}`,
      headers: { authorization: token },
      ...(method === "DELETE" && { payload: { id: String(admin.id) } }),
    });
    expect(reply.json()).toEqual({ msg: null, payload: { id: admin.id } });
    expect((await app.ask("auth/me", { token: adminToken })).code).toBe("tokenExpired");
    const list = await app.ask("appUser/getAppUsers", { query: { clubId }, token });
    expect(list.payload.appUsers).toEqual([]);
  });
});

test("sudo can require a second factor for a club's admins, and stop requiring it", async () => {
  const isRuleOn = async () =>
    (await app.ask("appUser/getAppUsers", { query: { clubId }, token })).payload.isSecondFactorRequired;
  const set = (isRequired: boolean) =>
    app.ask("appUser/requireSecondFactor", { body: { clubId, isRequired }, token });
  expect(await isRuleOn()).toBe(false);
  await set(true);
  expect(await isRuleOn()).toBe(true);
  expect((await signIn(admin.email, testPassword)).payload.secondFactorDue).toBe(true);
  await set(false);
  expect(await isRuleOn()).toBe(false);
});
