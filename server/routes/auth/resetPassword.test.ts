import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { openReset } from "../../accounts/passwords/passwordReset.ts";
import type { UserRow } from "../../accounts/rows.ts";
import type { MailTransport, OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { databaseContents } from "../../testing/contents.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let user: UserRow;
const sentMails: OutgoingMail[] = [];
const transport: MailTransport = {
  kind: "outbox",
  send: async (mail) => {
    sentMails.push(mail);
  },
  close: () => {},
};
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  user = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
  sentMails.length = 0;
});
afterAll(() => app.close());

async function sendMails() {
  const { sendMail } = mailTasks(app.services, transport);
  const queued = await app.database.db
    .selectFrom("mails")
    .select("id")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of queued) await sendMail!({ mailId: id });
}

const requestLink = (email: string) => app.ask("auth/forgotPassword", { body: { email } });
const password = "quite another 7";
const reset = (token: string, newPassword = password) =>
  app.ask("auth/resetPassword", { body: { token, password: newPassword } });
const newLinkToken = async () =>
  (await openReset(app.database.db, user.email, app.time.now))?.token ?? expect.fail("no link");

describe("a forgotten password", () => {
  test("a request for a new password gets the same reply with or without an account, and only an account's owner is mailed", async () => {
    const one = await requestLink(user.email.toUpperCase());
    const other = await requestLink("nobody@example.org");
    expect([one.status, one.msg, one.payload]).toEqual([other.status, other.msg, other.payload]);
    await sendMails();
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]!.to).toEqual({ name: "Mia Keller", address: user.email });
  });

  test("five requests for a new password at the same time send one mail, and one three minutes later sends another", async () => {
    for (let n = 0; n < 5; n++) await requestLink(user.email);
    await sendMails();
    expect(sentMails).toHaveLength(1);
    app.time.now = new Date(app.time.now.getTime() + 3 * 60_000);
    await requestLink(user.email);
    await sendMails();
    expect(sentMails).toHaveLength(2);
  });

  test("the mailed link sets a new password, and the old one no longer works", async () => {
    await requestLink(user.email);
    await sendMails();
    const token = /http:\/\/foyer\.test\/auth\/Reset#([A-Za-z0-9_-]{43})/.exec(sentMails[0]!.text)?.[1];
    expect((await reset(token!)).status).toBe(200);
    const signIn = (typed: string) =>
      app.ask("auth/signin", { body: { email: user.email, password: typed } });
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(testPassword)).status).toBe(401);
  });
});

describe("a link for a new password", () => {
  test("a password link works once, even if two requests use it at the same time", async () => {
    const token = await newLinkToken();
    const replies = await Promise.all([reset(token), reset(token)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await reset(token)).code).toBe("notFound");
  });

  test("using a password link ends the user's other links", async () => {
    const [first, second] = [await newLinkToken(), await newLinkToken()];
    await reset(second);
    expect((await reset(first)).status).toBe(404);
  });

  test("a password link no longer works after an hour", async () => {
    const token = await newLinkToken();
    app.time.now = new Date(app.time.now.getTime() + 60 * 60_000);
    expect((await reset(token)).status).toBe(404);
  });

  test("using a password link ends all sessions", async () => {
    const token = await openSession(app.database.db, user.id, app.time.now);
    expect((await app.ask("auth/me", { token })).status).toBe(200);
    await reset(await newLinkToken());
    expect(await app.ask("auth/me", { token })).toMatchObject({ status: 440, code: "tokenExpired" });
  });

  test("the table of password links does not contain their tokens", async () => {
    const token = await newLinkToken();
    const rows = await app.database.db.selectFrom("password_resets").selectAll().execute();
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString("base64url") }))),
    ).not.toContain(token);
  });

  test("a password link still works after a refused password", async () => {
    const token = await newLinkToken();
    const before = await databaseContents(app.database.db);
    expect(await reset(token, "password1")).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password" }] },
    });
    expect(await databaseContents(app.database.db)).toEqual(before);
    expect((await reset(token)).status).toBe(200);
  });

  test("a user who set a new password can sign in on the same device immediately, although others are guessing passwords", async () => {
    // From 30 failures on, an account is under attack (server/accounts/backOff.ts).
    for (let n = 0; n < 31; n++)
      await app.http.inject({
        method: "POST",
        url: "/api/auth/signin",
        payload: { email: user.email, password: "wrong horse 1" },
        remoteAddress: `10.1.0.${n}`,
      });
    const body = { email: user.email, password };
    const { device } = (await reset(await newLinkToken())).payload;
    expect((await app.ask("auth/signin", { body })).status).toBe(429);
    expect((await app.ask("auth/signin", { body: { ...body, device } })).status).toBe(200);
  });
});
