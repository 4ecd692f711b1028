import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { openReset } from "../../accounts/passwordReset.ts";
import type { UserRow } from "../../accounts/rows.ts";
import type { MailTransport, OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { contentsOf } from "../../testing/contents.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let user: UserRow;
const sent: OutgoingMail[] = [];
const transport: MailTransport = {
  kind: "outbox",
  send: async (mail) => {
    sent.push(mail);
  },
  close: () => {},
};
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  user = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
  sent.length = 0;
});
afterAll(() => app.close());

/** Sends the queued mails like the jobs. */
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

const forgot = (email: string) => app.ask("auth/forgotPassword", { body: { email } });
const password = "quite another 7";
const reset = (token: string, chosen = password) =>
  app.ask("auth/resetPassword", { body: { token, password: chosen } });
const linkOf = async () =>
  (await openReset(app.database.db, user.email, app.time.now))?.token ?? expect.fail("no link");

describe("a forgotten password", () => {
  test("is answered alike whether there is an account or not, and mails its owner alone", async () => {
    const [one, other] = [await forgot(user.email.toUpperCase()), await forgot("nobody@example.org")];
    expect([one.status, one.msg, one.payload]).toEqual([other.status, other.msg, other.payload]);
    await sendMails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.to).toEqual({ name: "Mia Keller", address: user.email });
  });

  test("does not fill a mailbox, however often it is asked for", async () => {
    for (let n = 0; n < 5; n++) await forgot(user.email);
    await sendMails();
    expect(sent).toHaveLength(1);
    app.time.now = new Date(app.time.now.getTime() + 3 * 60_000);
    await forgot(user.email);
    await sendMails();
    expect(sent).toHaveLength(2);
  });

  test("is set anew by the mailed link, after which the old one is wrong", async () => {
    await forgot(user.email);
    await sendMails();
    const token = /http:\/\/foyer\.test\/auth\/Reset#([A-Za-z0-9_-]{43})/.exec(sent[0]!.text)?.[1];
    expect((await reset(token!)).status).toBe(200);
    const signIn = (typed: string) =>
      app.ask("auth/signin", { body: { email: user.email, password: typed } });
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(testPassword)).status).toBe(401);
  });
});

describe("a link for a new password", () => {
  test("opens once, also when it is used twice at once", async () => {
    const token = await linkOf();
    const reply = await Promise.all([reset(token), reset(token)]);
    expect(reply.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await reset(token)).code).toBe("notFound");
  });

  test("closes the user's other links", async () => {
    const [first, second] = [await linkOf(), await linkOf()];
    await reset(second);
    expect((await reset(first)).status).toBe(404);
  });

  test("opens no more after an hour", async () => {
    const token = await linkOf();
    app.time.now = new Date(app.time.now.getTime() + 60 * 60_000);
    expect((await reset(token)).status).toBe(404);
  });

  test("ends all sessions", async () => {
    const token = await openSession(app.database.db, user.id, app.time.now);
    expect((await app.ask("auth/me", { token })).status).toBe(200);
    await reset(await linkOf());
    expect(await app.ask("auth/me", { token })).toMatchObject({ status: 440, code: "tokenExpired" });
  });

  test("is kept as its hash alone", async () => {
    const token = await linkOf();
    const rows = await app.database.db.selectFrom("password_resets").selectAll().execute();
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString("base64url") }))),
    ).not.toContain(token);
  });

  test("is not used up by a password that is refused", async () => {
    const token = await linkOf();
    const before = await contentsOf(app.database.db);
    expect(await reset(token, "password1")).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password" }] },
    });
    expect(await contentsOf(app.database.db)).toEqual(before);
    expect((await reset(token)).status).toBe(200);
  });

  test("lets its owner sign in at once although others are guessing", async () => {
    for (let n = 0; n < 31; n++)
      await app.http.inject({
        method: "POST",
        url: "/api/auth/signin",
        payload: { email: user.email, password: "wrong horse 1" },
        remoteAddress: `10.1.0.${n}`,
      });
    const body = { email: user.email, password };
    const { device } = (await reset(await linkOf())).payload;
    expect((await app.ask("auth/signin", { body })).status).toBe(429);
    expect((await app.ask("auth/signin", { body: { ...body, device } })).status).toBe(200);
  });
});
