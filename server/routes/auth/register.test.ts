import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { factorSecret } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { databaseContents } from "../../testing/contents.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let count = 0;
const newAccount = () => ({
  fullName: "Nora Field",
  email: `nora${++count}@example.org`,
  password: "plain sailing 9",
  clubName: "Field Hockey",
});

describe("registering", () => {
  test("registering creates a club and its admin, and returns a token of that admin", async () => {
    const body = newAccount();
    const reply = await app.ask("auth/register", { body });
    expect(reply).toMatchObject({
      status: 200,
      payload: {
        currentUser: { email: body.email, fullName: "Nora Field", role: 20, clubName: "Field Hockey" },
      },
    });
    const me = await app.ask("auth/me", { token: String(reply.headers.authorization) });
    expect(me.payload.currentUser).toEqual(reply.payload.currentUser);
  });

  test("a club without a name in the request is named after the person", async () => {
    const { clubName: _, ...body } = newAccount();
    const reply = await app.ask("auth/register", { body });
    expect(reply.payload.currentUser.clubName).toBe("Nora Field");
  });

  test("an address that has an account is refused also in upper case, and no club is created", async () => {
    const body = newAccount();
    await app.ask("auth/register", { body });
    const before = await databaseContents(app.database.db);
    const reply = await app.ask("auth/register", { body: { ...body, email: body.email.toUpperCase() } });
    expect(reply).toMatchObject({ status: 409, code: "emailTaken" });
    expect(await databaseContents(app.database.db)).toEqual(before);
  });

  test.each([
    ["", "Password is required!"],
    ["short1", "Password must be 8 or more characters!"],
    ["no digits here", "Password must include at least one number!"],
    ["password1", "This password is easy to guess. Please choose another."],
  ])("registering with the password %j is refused with the message: %s", async (password, message) => {
    const reply = await app.ask("auth/register", { body: { ...newAccount(), password } });
    expect(reply).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message }] },
    });
  });

  test("registering ignores a role, club or id in the request", async () => {
    const reply = await app.ask("auth/register", {
      body: { ...newAccount(), role: 10, clubId: 1, id: 1, requiresSecondFactor: true },
    });
    const { currentUser } = reply.payload;
    expect(currentUser.role).toBe(20);
    expect([currentUser.id, currentUser.clubId]).not.toContain(1);
    const users = await app.database.db.selectFrom("app_users").select(["id", "club_id"]).execute();
    expect(users.filter(({ club_id }) => club_id === currentUser.clubId)).toHaveLength(1);
  });
});

describe("registering again with the same Idempotency-Key", () => {
  const headers = { "idempotency-key": "a-double-click" };

  test("two registrations with the same Idempotency-Key get the same account and club", async () => {
    const body = newAccount();
    const [one, two] = await Promise.all([1, 2].map(() => app.ask("auth/register", { body, headers })));
    expect([one!.status, two!.status]).toEqual([200, 200]);
    expect(two!.payload.currentUser).toEqual(one!.payload.currentUser);
  });

  test("the same Idempotency-Key with another password or another name is refused", async () => {
    const body = newAccount();
    const key = { headers: { "idempotency-key": "another-click" } };
    await app.ask("auth/register", { body, ...key });
    for (const change of [{ password: "other sailing 9" }, { fullName: "Eve" }])
      expect(await app.ask("auth/register", { body: { ...body, ...change }, ...key })).toMatchObject({
        status: 409,
        code: "idempotencyMismatch",
      });
  });

  test("a repeated registration with its Idempotency-Key does not sign in if a second factor was set up meanwhile", async () => {
    const body = newAccount();
    const key = { headers: { "idempotency-key": "before-the-factor" } };
    const created = await app.ask("auth/register", { body, ...key });
    await app.database.db
      .insertInto("second_factors")
      .values({ user_id: created.payload.currentUser.id, secret: factorSecret, confirmed_at: app.time.now })
      .execute();
    const again = await app.ask("auth/register", { body, ...key });
    expect(again).toMatchObject({
      status: 401,
      code: "badCredentials",
      msg: "Your account has a second factor now. Please sign in with it.",
      payload: { secondFactor: "required" },
    });
    expect(again.headers.authorization).toBeUndefined();
  });

  test("the hash that is stored for an Idempotency-Key is not made from the password, so nobody can test guesses with it", async () => {
    const body = newAccount();
    const storedHashes = async () =>
      (await app.database.db.selectFrom("idempotency_keys").select(["key", "body_hash"]).execute())
        .filter(({ key }) => key.startsWith("tell-"))
        .map(({ body_hash }) => body_hash.toString("hex"));
    await app.ask("auth/register", { body, headers: { "idempotency-key": "tell-one" } });
    const { createHash } = await import("node:crypto");
    const { password: _, ...rest } = body;
    expect(await storedHashes()).toEqual([createHash("sha256").update(JSON.stringify(rest)).digest("hex")]);
  });
});
