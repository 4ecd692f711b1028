import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { deleteInvitation, invitationByHash } from "../../accounts/invitationRows.ts";
import { acceptInvitation, openInvitation } from "../../accounts/invitations.ts";
import { hashOf } from "../../accounts/tokens.ts";
import { maxHourlyMails } from "../../mail/asked.ts";
import type { MailTransport, OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildUser } from "../../testing/builders.ts";
import { databaseContents } from "../../testing/contents.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let clubId: number;
let token: string;
let adminEmail: string;
let count = 0;
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
  clubId = (await buildClub(app.database.db, "Harbour Rowers")).id;
  const admin = await buildUser(app.database.db, ADMIN, clubId);
  adminEmail = admin.email;
  token = await openSession(app.database.db, admin.id, app.time.now);
  sentMails.length = 0;
});
afterAll(() => app.close());

const password = "plain sailing 9";
const newAddress = () => `colleague-${++count}@example.org`;
const invite = (email: string) => app.ask("team/invite", { body: { clubId, email }, token });
const team = async () => (await app.ask("team/getByClubId", { query: { clubId }, token })).payload;
const accept = (invitationToken: string, more: object = {}) =>
  app.ask("team/accept", { body: { token: invitationToken, fullName: "Ann Lund", password, ...more } });
async function inviteWithLink(email = newAddress()) {
  const { id } = (await invite(email)).payload;
  const opened = await openInvitation(app.database.db, id, app.time.now);
  return { id, email, token: opened?.token ?? expect.fail("no link") };
}

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

describe("an invitation to a team", () => {
  test("an invited colleague gets a mail whose link makes an account of the club and signs in", async () => {
    const email = newAddress();
    expect(await invite(email)).toMatchObject({ status: 200, payload: { email } });
    expect((await team()).invitations.map((one) => one.email)).toEqual([email]);
    await sendMails();
    const [mail] = sentMails;
    expect(mail?.to.address).toBe(email);
    expect(mail?.subject).toBe("Join the team of Harbour Rowers");
    const link = /http:\/\/foyer\.test\/auth\/Invitation#([\w-]{43})/.exec(mail!.text)?.[1] ?? "";
    expect(await app.ask("team/getInvitation", { query: { token: link } })).toMatchObject({
      status: 200,
      payload: { clubName: "Harbour Rowers", email },
    });

    const reply = await accept(link);
    expect(reply.payload.currentUser).toMatchObject({ email, fullName: "Ann Lund", role: ADMIN, clubId });
    const own = await app.ask("auth/me", { token: String(reply.headers.authorization) });
    expect(own).toMatchObject({ status: 200, payload: { currentUser: { email } } });
    expect((await app.ask("auth/signin", { body: { email, password } })).status).toBe(200);
    const after = await team();
    expect(after.members.map((one) => one.email).toSorted()).toEqual([adminEmail, email].toSorted());
    expect(after.invitations).toEqual([]);
  });

  test("a colleague without a name is named after the address", async () => {
    const { token: link } = await inviteWithLink(`ben-${++count}@example.org`);
    const reply = await accept(link, { fullName: undefined });
    expect(reply.payload.currentUser.fullName).toBe(`ben-${count}`);
  });

  test("an invitation link works once, even if two requests use it at the same time", async () => {
    const { token: link } = await inviteWithLink();
    const replies = await Promise.all([accept(link), accept(link)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await app.ask("team/getInvitation", { query: { token: link } })).code).toBe("notFound");
  });

  test("an invitation link no longer works after a week", async () => {
    const { token: link } = await inviteWithLink();
    const before = app.time.now;
    app.time.now = new Date(before.getTime() + 7 * 24 * 3_600_000);
    expect((await accept(link)).code).toBe("notFound");
    expect((await app.ask("team/getInvitation", { query: { token: link } })).code).toBe("notFound");
    app.time.now = before;
  });

  test("an invitation link still works after a refused password", async () => {
    const { token: link } = await inviteWithLink();
    const before = await databaseContents(app.database.db);
    expect(await accept(link, { password: "password1" })).toMatchObject({
      status: 400,
      payload: { fields: [{ path: "password" }] },
    });
    expect(await databaseContents(app.database.db)).toEqual(before);
    expect((await accept(link)).status).toBe(200);
  });

  test("a new invitation of the same address replaces the old one", async () => {
    const email = newAddress();
    const first = await inviteWithLink(email);
    const second = await inviteWithLink(email.toUpperCase());
    expect((await accept(first.token)).status).toBe(404);
    expect((await team()).invitations).toHaveLength(1);
    expect((await accept(second.token)).status).toBe(200);
  });

  test("a stored invitation has only the hash of its link", async () => {
    const { token: link } = await inviteWithLink();
    const rows = await app.database.db.selectFrom("team_invitations").selectAll().execute();
    const stored = rows.map((row) => ({ ...row, token_hash: row.token_hash?.toString("base64url") }));
    expect(JSON.stringify(stored)).not.toContain(link);
  });

  test("an address that has an account is refused, and the message shows if it belongs to a member of this team", async () => {
    expect(await invite(adminEmail)).toMatchObject({
      code: "emailTaken",
      msg: "This person is already in your team.",
    });
    const stranger = await buildUser(app.database.db, ADMIN, (await buildClub(app.database.db)).id);
    // The super user has no club, so the message does not speak of another one.
    const superUser = await buildUser(app.database.db, SUDO, null);
    for (const { email } of [stranger, superUser])
      expect(await invite(email)).toMatchObject({
        code: "emailTaken",
        msg: "This address has an account that is not of your club. Invite another address of this person.",
      });
    expect((await team()).invitations).toEqual([]);
  });

  test("an address gets at most ten invitations within an hour", async () => {
    const email = newAddress();
    for (let sent = 0; sent < maxHourlyMails; sent++) expect((await invite(email)).status).toBe(200);
    expect((await invite(email)).code).toBe("tooMany");
  });

  test("a club mails at most thirty invitations within an hour", async () => {
    for (let sent = 0; sent < 30; sent++) expect((await invite(newAddress())).status).toBe(200);
    expect((await invite(newAddress())).code).toBe("tooMany");
  });

  test("a withdrawn invitation that is still queued is not mailed, and its link stops working", async () => {
    const { id, email, token: link } = await inviteWithLink();
    expect((await app.ask("team/withdraw", { body: { id }, token })).status).toBe(200);
    await sendMails();
    expect(sentMails.filter(({ to }) => to.address === email)).toEqual([]);
    expect((await accept(link)).status).toBe(404);
    expect((await app.ask("team/withdraw", { body: { id }, token })).code).toBe("notFound");
  });

  test("a colleague of a club that requires a second factor is asked for it immediately", async () => {
    await app.database.db
      .updateTable("clubs")
      .set({ requires_second_factor: true })
      .where("id", "=", clubId)
      .execute();
    const opened = await buildInvitation();
    expect((await accept(opened)).payload.secondFactorDue).toBe(true);
  });
});

async function buildInvitation(email = newAddress()): Promise<string> {
  const invitationToken = `token-of-${email}`;
  await app.database.db
    .insertInto("team_invitations")
    .values({
      club_id: clubId,
      email,
      invited_by: null,
      token_hash: hashOf(invitationToken),
      expires_at: new Date(app.time.now.getTime() + 3_600_000),
    })
    .execute();
  return invitationToken;
}

describe("an invitation that is accepted and withdrawn at the same time", () => {
  test("an invitation is either accepted or withdrawn, never both, in 8 rounds", async () => {
    for (let round = 0; round < 8; round++) {
      const { id, token: link } = await inviteWithLink();
      const replies = await Promise.all([accept(link), app.ask("team/withdraw", { body: { id }, token })]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    }
  });

  test("control: if accepting only reads the invitation, a withdrawn one still makes an account", async () => {
    const { id, email, token: link } = await inviteWithLink();
    const readOnly: typeof invitationByHash = async (tx, hash, now) => {
      const row = await invitationByHash(tx, hash, now);
      expect(await deleteInvitation(app.database.db, id)).toBe(true);
      return row;
    };
    const { db, sessions, clock } = app.services;
    const parts = { db, sessions, clock, take: readOnly };
    const { user } = await acceptInvitation(parts, { token: link, password }, "");
    expect(user.email).toBe(email);
  });
});
