import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { emailChangeRow } from "../../accounts/emailChangeRows.ts";
import { confirmEmailChange } from "../../accounts/ownEmail.ts";
import { openReset } from "../../accounts/passwords/passwordReset.ts";
import type { UserRow } from "../../accounts/rows.ts";
import type { MailTransport, OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser, testPassword } from "../../testing/builders.ts";
import { openSession } from "../../testing/tokens.ts";

const start = new Date();
const sentMails: OutgoingMail[] = [];
const transport: MailTransport = {
  kind: "outbox",
  send: async (mail) => {
    sentMails.push(mail);
  },
  close: () => {},
};
let app: TestApp;
let user: UserRow;
let token: string;
let count = 0;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.time.now = start;
  ({ user, token } = await member());
  sentMails.length = 0;
});
afterAll(() => app.close());

async function member() {
  const { db } = app.database;
  const built = await buildUser(db, ADMIN, (await buildClub(db, "Harbour Rowers")).id);
  return { user: built, token: await openSession(db, built.id, start) };
}
const newAddress = () => `new-address-${++count}@example.org`;
const change = (email: string, more: { password?: string; token?: string } = {}) =>
  app.ask("auth/changeEmail", {
    body: { password: more.password ?? testPassword, email },
    token: more.token ?? token,
  });
const confirm = (link: string, bearer = token) =>
  app.ask("auth/confirmEmail", { body: { token: link }, token: bearer });
const me = (bearer: string) => app.ask("auth/me", { token: bearer });
const signIn = (email: string, password = testPassword) =>
  app.ask("auth/signin", { body: { email, password } });
const profile = async (bearer = token) => (await app.ask("auth/getProfile", { token: bearer })).payload;

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

async function linksTo(email: string): Promise<string[]> {
  await sendMails();
  return sentMails
    .filter(({ to }) => to.address === email)
    .flatMap(({ text }) => /http:\/\/foyer\.test\/auth\/Email#([\w-]{43})/.exec(text)?.[1] ?? []);
}

async function linkFor(email: string, of = { token }): Promise<string> {
  expect((await change(email, of)).status).toBe(200);
  const links = await linksTo(email);
  return links.at(-1) ?? expect.fail("no link");
}

describe("a change of one's own address", () => {
  test("an account's address changes when the mailed link is used, not when the change is requested", async () => {
    const email = newAddress();
    const asked = await change(email);
    const expiresAt = new Date(start.getTime() + 24 * 3_600_000).toISOString();
    expect(asked.payload).toEqual({ email, expiresAt });
    expect((await profile()).emailChange).toEqual({ email, expiresAt });
    expect((await me(token)).payload.currentUser.email).toBe(user.email);
    expect((await signIn(email)).status).toBe(401);

    const [link] = await linksTo(email);
    const reply = await confirm(link!);
    expect(reply.payload.currentUser).toMatchObject({ id: user.id, email });
    const renewed = String(reply.headers.authorization);
    expect((await profile(renewed)).emailChange).toBeUndefined();
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(401);
  });

  test("the old address gets a mail about the request and one about the change, without the new address", async () => {
    const email = newAddress();
    const link = await linkFor(email);
    const mailsToOldAddress = () => sentMails.filter(({ to }) => to.address === user.email);
    expect(mailsToOldAddress().map(({ subject }) => subject)).toEqual([
      "Your account is about to get another e-mail address",
    ]);
    await confirm(link);
    await sendMails();
    expect(mailsToOldAddress().map(({ subject }) => subject)).toEqual([
      "Your account is about to get another e-mail address",
      "Your account has another e-mail address",
    ]);
    expect(mailsToOldAddress()[1]!.text.replace(/\s+/g, " ")).toContain("as you asked");
    for (const { html, text } of mailsToOldAddress()) expect(html + text).not.toContain(email);
  });

  test("a changed address ends all sessions, and the reply has the token of a new one", async () => {
    const other = await openSession(app.database.db, user.id, start);
    const reply = await confirm(await linkFor(newAddress()));
    for (const ended of [token, other]) expect((await me(ended)).status).toBe(440);
    expect((await me(String(reply.headers.authorization))).status).toBe(200);
  });

  test("a link for a new password that was mailed to the old address stops working", async () => {
    const reset = await openReset(app.database.db, user.email, start);
    await confirm(await linkFor(newAddress()));
    const body = { token: reset!.token, password: "a third one 8" };
    expect((await app.ask("auth/resetPassword", { body })).status).toBe(404);
  });

  test("the super user changes their own address too", async () => {
    const sudo = await buildUser(app.database.db, SUDO, null);
    const asSudo = { token: await openSession(app.database.db, sudo.id, start) };
    const email = newAddress();
    const reply = await confirm(await linkFor(email, asSudo), asSudo.token);
    expect(reply.payload.currentUser).toMatchObject({ id: sudo.id, email, role: SUDO });
  });

  test("a change of the address is in the account's history", async () => {
    const email = newAddress();
    await confirm(await linkFor(email));
    const entries = await app.database.db
      .selectFrom("audit_log")
      .select(["actor", "action", "detail"])
      .where("entity", "=", "account")
      .where("entity_id", "=", user.id)
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { actor: `user:${user.id}`, action: "emailChangeAsked", detail: { email } },
      {
        actor: `user:${user.id}`,
        action: "changed",
        detail: { from: { email: user.email }, to: { email } },
      },
    ]);
  });
});

describe("a club whose address was mistyped when it registered", () => {
  test("the club is confirmed with the new address of its admin, and its earlier links stop working", async () => {
    const { db } = app.database;
    const typo = `nora-${++count}@exampel.org`;
    const registered = await app.ask("auth/register", {
      body: { fullName: "Nora Field", email: typo, password: testPassword, clubName: "Field Hockey" },
    });
    const asNora = { token: String(registered.headers.authorization) };
    const clubId = registered.payload.currentUser.clubId!;
    await sendMails();
    const mistyped = sentMails
      .filter(({ to }) => to.address === typo)
      .flatMap(({ text }) => /\/auth\/Confirm#([\w-]{43})/.exec(text)?.[1] ?? []);
    expect(mistyped).toHaveLength(1);

    await confirm(await linkFor(newAddress(), asNora), asNora.token);
    const club = await db
      .selectFrom("clubs")
      .select(["is_confirmed", "is_listed"])
      .where("id", "=", clubId)
      .executeTakeFirst();
    expect(club).toEqual({ is_confirmed: true, is_listed: true });
    const confirmed = await app.ask("auth/confirmClub", { body: { token: mistyped[0]! } });
    expect(confirmed.code).toBe("notFound");
    const history = await db
      .selectFrom("audit_log")
      .select("action")
      .where("entity", "=", "club")
      .where("entity_id", "=", clubId)
      .where("action", "=", "mailConfirmed")
      .execute();
    expect(history).toHaveLength(1);
  });

  test("asking for another address does not confirm the club", async () => {
    await app.database.db
      .updateTable("clubs")
      .set({ is_confirmed: false })
      .where("id", "=", user.club_id)
      .execute();
    await linkFor(newAddress());
    const query = { clubId: user.club_id };
    expect((await app.ask("club/getListing", { query, token })).payload.isConfirmed).toBe(false);
  });
});

describe("requests and links that are refused", () => {
  test("without the password no link is mailed, and the password cannot be guessed fast", async () => {
    const email = newAddress();
    expect(await change(email, { password: "wrong horse 1" })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password", message: "This is not your password." }] },
    });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await change(email, { password: `wrong ${n}` })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429]);
    await sendMails();
    expect(sentMails).toEqual([]);
  });

  test("an address that has an account is refused, also the caller's own in upper case", async () => {
    const other = await member();
    expect((await change(other.user.email.toUpperCase())).code).toBe("emailTaken");
    expect(await change(user.email.toUpperCase())).toMatchObject({
      code: "invalidInput",
      payload: { fields: [{ path: "email" }] },
    });
  });

  test("a person can request at most ten changes of address an hour, and requests for a taken address count too", async () => {
    const other = await member();
    for (let n = 0; n < 10; n++) expect((await change(other.user.email)).code).toBe("emailTaken");
    expect((await change(newAddress())).code).toBe("tooMany");
  });

  test("a link for a new address works only for its account: not without a session, and not for another account", async () => {
    const link = await linkFor(newAddress());
    const other = await member();
    expect((await app.ask("auth/confirmEmail", { body: { token: link } })).code).toBe("notSignedIn");
    expect((await confirm(link, other.token)).code).toBe("notFound");
    expect((await confirm(link)).status).toBe(200);
  });

  test("a link for a new address works once, and for a day", async () => {
    const first = await linkFor(newAddress());
    const reply = await confirm(first);
    token = String(reply.headers.authorization);
    expect((await confirm(first)).code).toBe("notFound");
    const second = await linkFor(newAddress());
    app.time.now = new Date(start.getTime() + 24 * 3_600_000);
    expect((await confirm(second)).code).toBe("notFound");
    expect((await profile()).emailChange).toBeUndefined();
  });

  test("a later request makes earlier links invalid, and the queued mail of an earlier request is not sent with the later link", async () => {
    const earlier = newAddress();
    const link = await linkFor(earlier);
    const [skipped, later] = [newAddress(), newAddress()];
    await change(skipped);
    await change(later);
    const [valid] = await linksTo(later);
    expect(await linksTo(skipped)).toEqual([]);
    expect((await confirm(link)).code).toBe("notFound");
    expect((await confirm(valid!)).payload.currentUser.email).toBe(later);
  });

  test.each([
    [
      "a changed password",
      async () => {
        const body = { password: testPassword, newPassword: "quite another 7" };
        token = String((await app.ask("auth/changePassword", { body, token })).headers.authorization);
      },
    ],
    [
      "a password that was reset",
      async () => {
        const reset = await openReset(app.database.db, user.email, start);
        await app.ask("auth/resetPassword", { body: { token: reset!.token, password: "a third one 8" } });
        token = await openSession(app.database.db, user.id, start);
      },
    ],
    [
      "another address by the super user",
      async () => {
        const sudo = await buildUser(app.database.db, SUDO, null);
        const asSudo = await openSession(app.database.db, sudo.id, start);
        const body = { id: user.id, email: newAddress(), clubId: user.club_id };
        expect((await app.ask("appUser/save", { body, token: asSudo })).status).toBe(200);
        token = await openSession(app.database.db, user.id, start);
      },
    ],
  ])("%s makes the mailed link invalid", async (_, act) => {
    const link = await linkFor(newAddress());
    await act();
    expect((await confirm(link)).code).toBe("notFound");
  });

  test("a session that has ended cannot use a link for a new address", async () => {
    const link = await linkFor(newAddress());
    await app.ask("auth/signoutEverywhere", { token });
    expect((await confirm(link)).status).toBe(440);
  });

  test("only the hash of a link for a new address is stored", async () => {
    const link = await linkFor(newAddress());
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from email_changes t union all select to_jsonb(t)::text from mails t
      union all select to_jsonb(t)::text from audit_log t`.execute(app.database.db);
    const contents = rows.map(({ row }) => row).join();
    expect(contents).toMatch(/"token_hash": "/);
    for (const text of [link, Buffer.from(link, "base64url").toString("hex")])
      expect(contents).not.toContain(text);
  });
});

describe("concurrent requests", () => {
  const outcomesOf = async (requests: Promise<{ status: number; code?: string }>[]) =>
    (await Promise.all(requests))
      .map(({ status, code }) => code ?? String(status))
      .toSorted((a, b) => a.localeCompare(b));

  test("a link for a new address works once, even if two requests use it at the same time", async () => {
    const link = await linkFor(newAddress());
    expect(await outcomesOf([confirm(link), confirm(link)])).toEqual(["200", "notFound"]);
  });

  test("control: with a link that is only read and not deleted, both requests succeed", async () => {
    const link = await linkFor(newAddress());
    const { sessions } = app.services;
    const waiting = await emailChangeRow(app.database.db, user.id, start);
    const parts = {
      db: app.database.db,
      sessions,
      clock: () => start,
      take: async () => waiting,
    };
    const use = () => confirmEmailChange(parts, { userId: user.id, token: link, userAgent: "" });
    const outcomes = await Promise.allSettled([use(), use()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  test("if two accounts confirm the same address at the same time, one gets it and the other is refused", async () => {
    const email = newAddress();
    const other = await member();
    const link = await linkFor(email);
    const otherLink = await linkFor(email.toUpperCase(), other);
    expect(await outcomesOf([confirm(link), confirm(otherLink, other.token)])).toEqual(["200", "emailTaken"]);
    const owners = await app.database.db
      .selectFrom("app_users")
      .select("id")
      .where("email", "in", [email, email.toUpperCase()])
      .execute();
    expect(owners).toHaveLength(1);
  });

  test("control: without the unique index, both accounts get the address", async () => {
    const unguarded = await testApp();
    try {
      await sql`drop index app_users_email`.execute(unguarded.database.db);
      const { db } = unguarded.database;
      const email = newAddress();
      const people = await Promise.all(
        [1, 2].map(async () => buildUser(db, ADMIN, (await buildClub(db)).id)),
      );
      const parts = { db, sessions: unguarded.services.sessions, clock: () => start };
      const outcomes = await Promise.allSettled(
        people.map((person) =>
          confirmEmailChange(
            {
              ...parts,
              take: async () => ({ user_id: person.id, email, token_hash: null, expires_at: start }),
            },
            { userId: person.id, token: "a link", userAgent: "" },
          ),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    } finally {
      await unguarded.close();
    }
  });
});
