import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { openReset } from "../../accounts/passwords/passwordReset.ts";
import type { UserRow } from "../../accounts/rows.ts";
import { factorCodeAt } from "../../testing/accounts.ts";
import { ask, type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildUser, testPassword } from "../../testing/builders.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let user: UserRow;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  const { db } = app.database;
  user = await buildUser(db, ADMIN, (await buildClub(db, "Harbour Rowers")).id);
  token = await openSession(db, user.id, app.time.now);
});
afterAll(() => app.close());

const profile = async () => (await app.ask("auth/getProfile", { token })).payload;
const me = (bearer: string) => app.ask("auth/me", { token: bearer });
const signIn = (body: object = {}) =>
  app.ask("auth/signin", { body: { email: user.email, password: testPassword, ...body } });

describe("sessions", () => {
  test("open sessions are listed with their device, the current one is marked, and ended or expired ones are left out", async () => {
    const { db } = app.database;
    await openSession(db, user.id, app.time.now, "revoked");
    await openSession(db, user.id, app.time.now, "31 days old");
    await app.http.inject({
      method: "POST",
      url: "/api/auth/signin",
      payload: { email: user.email, password: testPassword },
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    });
    const { sessions } = await profile();
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual(
      expect.arrayContaining([
        ["Firefox on Linux", false],
        ["Unknown device", true],
      ]),
    );
    expect(sessions).toHaveLength(2);
  });

  test("a user can end one of their own sessions, and nobody else's", async () => {
    const other = await openSession(app.database.db, user.id, app.time.now);
    const entry = (await profile()).sessions.find(({ isCurrent }) => !isCurrent)!;
    const stranger = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
    const strangerToken = await openSession(app.database.db, stranger.id, app.time.now);
    const end = (bearer: string) =>
      app.ask("auth/endSession", { body: { sessionId: entry.id }, token: bearer });
    expect((await end(strangerToken)).status).toBe(404);
    expect((await me(other)).status).toBe(200);
    expect((await end(token)).status).toBe(200);
    expect((await me(other)).status).toBe(440);
    expect((await me(token)).status).toBe(200);
    expect((await end(token)).status).toBe(404);
  });

  test("signing out everywhere ends all sessions, and every node is notified of each", async () => {
    const notifications: string[] = [];
    const { openListener } = await import("../../db/listen.ts");
    const listener = await openListener(app.database.url);
    const other = await anotherNode(app);
    await listener.on("session_ended", (hash) => {
      notifications.push(hash ?? "");
      other.services.sessions.forget(hash ?? undefined);
    });
    const second = await openSession(app.database.db, user.id, app.time.now);
    for (const one of [token, second]) expect((await ask(other, "auth/me", { token: one })).status).toBe(200);
    expect((await app.ask("auth/signoutEverywhere", { token })).status).toBe(200);
    await expect.poll(() => notifications.length).toBe(2);
    for (const one of [token, second]) expect((await ask(other, "auth/me", { token: one })).status).toBe(440);
    await listener.close();
  });
});

describe("the user's own account", () => {
  test("auth/saveProfile changes only the user's name, whatever other fields are sent", async () => {
    const reply = await app.ask("auth/saveProfile", {
      body: {
        fullName: "Mia Sailor",
        role: 10,
        clubId: null,
        id: 1,
        email: "eve@example.org",
        password: "x",
      },
      token,
    });
    expect(reply.payload.currentUser).toEqual({
      id: user.id,
      email: user.email,
      fullName: "Mia Sailor",
      role: 20,
      clubId: user.club_id,
      clubName: "Harbour Rowers",
    });
    expect((await signIn()).status).toBe(200);
  });

  test("a user who types the old password can change it; the change opens a new session and ends all others", async () => {
    const newPassword = "quite another 7";
    const other = await openSession(app.database.db, user.id, app.time.now);
    const change = (password: string) =>
      app.ask("auth/changePassword", { body: { password, newPassword }, token });
    const link = await openReset(app.database.db, user.email, app.time.now);
    expect(await change("wrong horse 1")).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "This is not your password." }] },
    });
    const reply = await change(testPassword);
    expect(reply.status).toBe(200);
    expect((await me(token)).status).toBe(440);
    expect((await me(other)).status).toBe(440);
    expect((await me(String(reply.headers.authorization))).status).toBe(200);
    expect((await signIn()).status).toBe(401);
    expect((await signIn({ password: newPassword })).status).toBe(200);
    // A link that was mailed before must not undo the change.
    const reset = { token: link!.token, password: "a third one 8" };
    expect((await app.ask("auth/resetPassword", { body: reset })).status).toBe(404);
  });

  test("nobody can guess the password fast through auth/beginSecondFactor with a stolen session", async () => {
    const statuses = [];
    for (let n = 0; n < 7; n++)
      statuses.push(
        (await app.ask("auth/beginSecondFactor", { body: { password: `wrong ${n}` }, token })).status,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

describe("the second factor", () => {
  const begin = () => app.ask("auth/beginSecondFactor", { body: { password: testPassword }, token });
  const confirm = (code: string) => app.ask("auth/confirmSecondFactor", { body: { code }, token });

  async function setUp() {
    const { secret } = (await begin()).payload;
    const { recoveryCodes } = (await confirm(factorCodeAt(app.time.now, secret))).payload;
    return { secret, recoveryCodes };
  }

  test("a second factor is on after the first code, and its secret is never returned again", async () => {
    const { secret, uri } = (await begin()).payload;
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Foyer:.*secret=${secret}`));
    // Somebody who never scans the code must not lock themselves out.
    expect((await profile()).secondFactor.isOn).toBe(false);
    expect((await signIn()).status).toBe(200);
    for (const wrong of ["000000", "12345", "\u{1F642}\u{1F642}\u{1F642}", "éééééé"])
      expect(await confirm(wrong)).toMatchObject({ status: 400, payload: { fields: [{ path: "code" }] } });
    const reply = await confirm(factorCodeAt(app.time.now, secret));
    expect(reply.payload.recoveryCodes).toHaveLength(10);
    expect((await profile()).secondFactor).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    expect(await begin()).toMatchObject({ status: 409, code: "inUse" });
    for (const name of ["auth/getProfile", "auth/me"] as const)
      expect(JSON.stringify((await app.ask(name, { token })).payload)).not.toContain(secret);
  });

  test("a recovery code can be used for one sign-in", async () => {
    const { recoveryCodes } = await setUp();
    const [first, second] = recoveryCodes as [string, string];
    expect((await signIn({ code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await signIn({ code: first })).status).toBe(401);
    expect((await signIn({ code: second })).status).toBe(200);
    expect((await profile()).secondFactor.recoveryCodesLeft).toBe(8);
    const rows = await app.database.db.selectFrom("recovery_codes").selectAll().execute();
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  test("new recovery codes replace the old ones", async () => {
    const { recoveryCodes: oldCodes } = await setUp();
    const reply = await app.ask("auth/newRecoveryCodes", { body: { password: testPassword }, token });
    expect((await signIn({ code: oldCodes[0] })).status).toBe(401);
    expect((await signIn({ code: reply.payload.recoveryCodes[0] })).status).toBe(200);
  });

  test("a second factor can be removed with the password, and a new one has another secret", async () => {
    const { secret } = await setUp();
    const removal = await app.ask("auth/removeSecondFactor", { body: { password: testPassword }, token });
    expect(removal.status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await begin()).payload.secret).not.toBe(secret);
  });

  test("until a required second factor is set up, a user can only use the pages of their account", async () => {
    const { db } = app.database;
    await db
      .updateTable("clubs")
      .set({ requires_second_factor: true })
      .where("id", "=", user.club_id)
      .execute();
    app.services.sessions.forget();
    const save = () => app.ask("club/save", { body: { id: user.club_id, name: "Harbour Rowers" }, token });
    const { id: eventId } = await buildEvent(db, { clubId: user.club_id!, isActive: false });
    const ownDraft = async () => (await app.ask("event/getEvent", { query: { eventId }, token })).status;
    expect(await ownDraft()).toBe(404);
    expect((await signIn()).payload.secondFactorDue).toBe(true);
    expect((await me(token)).payload.secondFactorDue).toBe(true);
    expect(await save()).toMatchObject({ status: 403, code: "wrongRole", payload: { secondFactor: "due" } });
    expect((await profile()).secondFactor.isRequired).toBe(true);
    await setUp();
    expect((await me(token)).payload.secondFactorDue).toBeUndefined();
    expect((await save()).status).toBe(200);
    expect(await ownDraft()).toBe(200);
  });
});
