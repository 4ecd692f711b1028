import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { openReset } from "../../accounts/passwordReset.ts";
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
const person = () => ({
  fullName: "Ada Lund",
  email: `ada${++count}@example.org`,
  password: "plain sailing 9",
  clubId,
});
const signIn = (email: string, password: string) => app.ask("auth/signin", { body: { email, password } });
const change = () => ({ id: admin.id, email: admin.email, clubId });

describe("sudo makes an admin", () => {
  test("who can sign in, and whose role is 20 whatever is sent", async () => {
    const body = person();
    const reply = await save({ ...body, role: 10, createdAt: "2020-01-01T00:00:00Z" });
    expect(reply.payload).toMatchObject({ fullName: "Ada Lund", role: 20, clubId, hasSecondFactor: false });
    expect(JSON.stringify(reply.payload)).not.toMatch(/password|argon2/);
    expect((await signIn(body.email, body.password)).payload.currentUser.role).toBe(20);
  });

  test("with a password that keeps the rules, and for a club that is there", async () => {
    expect(await save({ ...person(), password: "short1" })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "Password must be 8 or more characters!" }] },
    });
    expect(await save({ ...person(), password: undefined })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "Password is required!" }] },
    });
    expect(await save({ ...person(), clubId: 987_654 })).toMatchObject({ status: 404, code: "notFound" });
  });

  test("but not with an address that has an account", async () => {
    expect(await save({ ...person(), email: admin.email.toUpperCase() })).toMatchObject({
      status: 409,
      code: "emailTaken",
    });
  });

  test("once for an Idempotency-Key, and another password with it is refused", async () => {
    const body = person();
    const key = { "idempotency-key": "a-double-click" };
    const reply = await Promise.all([save(body, key), save(body, key)]);
    expect(reply[1]!.payload.id).toBe(reply[0]!.payload.id);
    expect(await save({ ...body, password: "other sailing 9" }, key)).toMatchObject({
      code: "idempotencyMismatch",
    });
  });
});

describe("sudo changes an admin", () => {
  test("who keeps the password where none is given, in any of its forms, and stays signed in", async () => {
    const theirs = await openSession(app.database.db, admin.id, app.time.now);
    for (const password of [undefined, null, ""])
      expect((await save({ ...change(), fullName: "Mia Sailor", password })).payload.fullName).toBe(
        "Mia Sailor",
      );
    expect((await signIn(admin.email, testPassword)).status).toBe(200);
    expect((await app.ask("auth/me", { token: theirs })).payload.currentUser.fullName).toBe("Mia Sailor");
  });

  test.each([
    ["a new password", () => ({ password: "quite another 7" })],
    ["another club", async () => ({ clubId: (await buildClub(app.database.db)).id })],
    ["another address", () => ({ email: `moved${++count}@example.org` })],
  ])("and %s ends their sessions and their link for a new password", async (_what, changed) => {
    const theirs = await openSession(app.database.db, admin.id, app.time.now);
    const link = await openReset(app.database.db, admin.email, app.time.now);
    expect((await app.ask("auth/me", { token: theirs })).status).toBe(200);
    expect((await save({ ...change(), ...(await changed()) })).status).toBe(200);
    expect((await app.ask("auth/me", { token: theirs })).status).toBe(440);
    const body = { token: link!.token, password: "quite another 8" };
    expect((await app.ask("auth/resetPassword", { body })).status).toBe(404);
  });

  test("whose former address is mailed once that it is none any more, without the new one", async () => {
    const email = `moved${++count}@example.org`;
    await app.database.db.deleteFrom("mails").execute();
    for (const _ of [1, 2]) await save({ ...change(), email });
    // In upper case it is the same mailbox.
    await save({ ...change(), email: email.toUpperCase() });
    const sent: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => void sent.push(mail);
    const { sendMail } = mailTasks(app.services, { kind: "outbox", send, close: () => {} });
    for (const { id } of await app.database.db.selectFrom("mails").select("id").execute())
      await sendMail!({ mailId: id });
    expect(sent.map(({ to }) => to)).toEqual([{ name: "Mia Keller", address: admin.email }]);
    expect(sent[0]!.subject).toBe("Your account has another e-mail address");
    expect(sent[0]!.text.replace(/\s+/g, " ")).toContain("this one no longer opens it");
    expect(sent[0]!.html + sent[0]!.text).not.toContain(email);
    expect((await signIn(email, testPassword)).status).toBe(200);
  });

  test("whose address is somebody else's is refused", async () => {
    const other = await buildUser(app.database.db, ADMIN, clubId);
    expect((await save({ ...change(), email: other.email })).code).toBe("emailTaken");
  });

  test("who has lost their phone", async () => {
    const { db } = app.database;
    await db
      .insertInto("second_factors")
      .values({ user_id: admin.id, secret: factorSecret, confirmed_at: app.time.now })
      .execute();
    const listed = async () =>
      (await app.ask("appUser/getAppUsers", { query: { clubId }, token })).payload.appUsers[0]!;
    expect((await listed()).hasSecondFactor).toBe(true);
    await save({ ...change(), removeSecondFactor: true });
    expect((await listed()).hasSecondFactor).toBe(false);
    expect((await signIn(admin.email, testPassword)).status).toBe(200);
  });

  test("and never another super user, nor itself", async () => {
    expect((await save({ id: sudo.id, email: "eve@example.org", clubId })).code).toBe("notFound");
    const ended = await app.ask("appUser/deleteAppUser", { query: { id: sudo.id }, token });
    expect(ended.code).toBe("notFound");
    expect((await app.ask("auth/me", { token })).payload.currentUser.role).toBe(SUDO);
  });
});

describe("sudo removes an admin", () => {
  test.each(["GET", "DELETE"] as const)("by %s, whose tokens end at once", async (method) => {
    const theirs = await openSession(app.database.db, admin.id, app.time.now);
    expect((await app.ask("auth/me", { token: theirs })).status).toBe(200);
    const reply = await app.http.inject({
      method,
      url: `/api/appUser/deleteAppUser${method === "GET" ? `?id=${admin.id}` : ""}`,
      headers: { authorization: token },
      ...(method === "DELETE" && { payload: { id: String(admin.id) } }),
    });
    expect(reply.json()).toEqual({ msg: null, payload: { id: admin.id } });
    expect((await app.ask("auth/me", { token: theirs })).code).toBe("tokenExpired");
    const listed = await app.ask("appUser/getAppUsers", { query: { clubId }, token });
    expect(listed.payload.appUsers).toEqual([]);
  });
});

test("sudo asks a club's admins for a second factor, and no longer", async () => {
  const rule = async () =>
    (await app.ask("appUser/getAppUsers", { query: { clubId }, token })).payload.isSecondFactorRequired;
  const set = (isRequired: boolean) =>
    app.ask("appUser/requireSecondFactor", { body: { clubId, isRequired }, token });
  expect(await rule()).toBe(false);
  await set(true);
  expect(await rule()).toBe(true);
  await set(false);
  expect(await rule()).toBe(false);
});
