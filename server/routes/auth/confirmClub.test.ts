import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SUDO } from "../../../contract/rules/roles.ts";
import { maxHourlyMails } from "../../mail/asked.ts";
import type { MailTransport, OutgoingMail } from "../../mail/transport.ts";
import { mailTasks } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildUser } from "../../testing/builders.ts";
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
let approving: TestApp;
beforeAll(async () => {
  [app, approving] = await Promise.all([testApp(), testApp({ approvesFirstEvents: true })]);
});
beforeEach(() => {
  app.time.now = start;
  approving.time.now = start;
  sentMails.length = 0;
});
afterAll(() => Promise.all([app.close(), approving.close()]));

let count = 0;
async function newClub(site: TestApp) {
  const email = `nora-${++count}@example.org`;
  const body = { fullName: "Nora Field", email, password: "plain sailing 9", clubName: `Club of ${email}` };
  const reply = await site.ask("auth/register", { body });
  const clubId = reply.payload.currentUser.clubId!;
  const event = await buildEvent(site.database.db, { clubId });
  return { email, clubId, event, clubName: body.clubName, token: String(reply.headers.authorization) };
}

async function sendMails(site: TestApp) {
  const { sendMail } = mailTasks(site.services, transport);
  const queued = await site.database.db
    .selectFrom("mails")
    .select("id")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of queued) await sendMail!({ mailId: id });
}

async function linksTo(site: TestApp, email: string): Promise<string[]> {
  await sendMails(site);
  return sentMails
    .filter(({ to }) => to.address === email)
    .flatMap(({ text }) => /http:\/\/foyer\.test\/auth\/Confirm#([\w-]{43})/.exec(text)?.[1] ?? []);
}

const confirm = (site: TestApp, token: string) => site.ask("auth/confirmClub", { body: { token } });
const passMinutes = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

async function listsOf(site: TestApp, { clubId, event }: { clubId: number; event: { id: number } }) {
  const [home, ofClub, paged, clubs] = await Promise.all([
    site.ask("event/getAllActiveEvents"),
    site.ask("event/getAllActiveEvents", { query: { clubId } }),
    site.ask("event/getAllEvents", { query: { clubId, itemsPerPage: -1 } }),
    site.ask("club/getAllClubs"),
  ]);
  const has = (events: readonly { id: number }[]) => events.some(({ id }) => id === event.id);
  return {
    home: has(home.payload),
    ofClub: has(ofClub.payload),
    paged: has(paged.payload.items),
    clubs: clubs.payload.some(({ id }) => id === clubId),
  };
}
const everywhere = { home: true, ofClub: true, paged: true, clubs: true };
const nowhere = { home: false, ofClub: false, paged: false, clubs: false };

describe("a club that registered itself", () => {
  test("the event of a new club opens by its address, and public lists show it once the mailed link is opened", async () => {
    const club = await newClub(app);
    expect(await listsOf(app, club)).toEqual(nowhere);
    const opened = await app.ask("event/getEventBySlug", { query: { slug: club.event.slug } });
    expect(opened.payload.id).toBe(club.event.id);
    const staffView = { query: { clubId: club.clubId }, token: club.token };
    expect((await app.ask("club/getListing", staffView)).payload).toEqual({
      isConfirmed: false,
      isApproved: true,
    });
    expect((await app.ask("event/getAllEvents", staffView)).payload.items).toHaveLength(1);

    const [link] = await linksTo(app, club.email);
    expect((await confirm(app, link!)).payload).toEqual({ clubName: club.clubName, isListed: true });
    expect(await listsOf(app, club)).toEqual(everywhere);
    expect((await app.ask("club/getListing", staffView)).payload.isConfirmed).toBe(true);
  });

  test("a confirmation link works once, even if two requests use it at the same time", async () => {
    const club = await newClub(app);
    const [link] = await linksTo(app, club.email);
    const replies = await Promise.all([confirm(app, link!), confirm(app, link!)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect((await confirm(app, link!)).code).toBe("notFound");
  });

  test("a confirmation link no longer works after a week", async () => {
    const club = await newClub(app);
    const [link] = await linksTo(app, club.email);
    passMinutes(7 * 24 * 60);
    expect((await confirm(app, link!)).code).toBe("notFound");
    expect(await listsOf(app, club)).toEqual(nowhere);
  });

  test("two requests at the same time mail one more link, and after one link is used the other no longer works", async () => {
    const club = await newClub(app);
    const send = () => app.ask("auth/sendConfirmation", { token: club.token });
    passMinutes(2);
    expect((await send()).payload.sent).toBe(true);
    expect((await send()).payload.sent).toBe(true);
    const links = await linksTo(app, club.email);
    expect(links).toHaveLength(2);
    expect((await confirm(app, links[1]!)).status).toBe(200);
    expect((await confirm(app, links[0]!)).code).toBe("notFound");
    expect((await send()).payload.sent).toBe(false);
  });

  test("an address gets at most ten confirmation links within an hour", async () => {
    const club = await newClub(app);
    const send = () => app.ask("auth/sendConfirmation", { token: club.token });
    // The registration mailed the first link.
    for (let sent = 1; sent < maxHourlyMails; sent++) {
      passMinutes(2);
      expect((await send()).status).toBe(200);
    }
    passMinutes(2);
    expect((await send()).code).toBe("tooMany");
  });

  test("only the hash of a confirmation link is stored", async () => {
    const club = await newClub(app);
    const [link] = await linksTo(app, club.email);
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from club_confirmations t union all select to_jsonb(t)::text from mails t
      union all select to_jsonb(t)::text from audit_log t`.execute(app.database.db);
    const contents = rows.map(({ row }) => row).join();
    expect(contents).toMatch(/"token_hash": "/);
    for (const text of [link!, Buffer.from(link!, "base64url").toString("hex")])
      expect(contents).not.toContain(text);
  });
});

test("clubs that sudo adds are listed immediately", async () => {
  const sudo = await openSession(
    approving.database.db,
    (await buildUser(approving.database.db, SUDO, null)).id,
    start,
  );
  const added = await approving.ask("club/save", { body: { name: "Old Hands" }, token: sudo });
  const clubId = added.payload.id;
  const event = await buildEvent(approving.database.db, { clubId });
  expect(await listsOf(approving, { clubId, event })).toEqual(everywhere);
});

describe("a site that approves first events", () => {
  const newSudoToken = async () => {
    const sudo = await buildUser(approving.database.db, SUDO, null);
    return openSession(approving.database.db, sudo.id, start);
  };

  test("a new club's event is listed once the club is confirmed and the event approved, and the club gets a mail", async () => {
    const club = await newClub(approving);
    const token = await newSudoToken();
    const waiting = async () =>
      (await approving.ask("event/getEventCards", { query: { awaitsApproval: true, when: "all" }, token }))
        .payload.items;
    const [link] = await linksTo(approving, club.email);
    expect((await confirm(approving, link!)).payload.isListed).toBe(false);
    expect(await listsOf(approving, club)).toEqual(nowhere);
    expect(await waiting()).toMatchObject([
      { id: club.event.id, listing: { isConfirmed: true, isApproved: false } },
    ]);

    const approve = () => approving.ask("event/approve", { body: { eventId: club.event.id }, token });
    expect((await approve()).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect(await listsOf(approving, club)).toEqual(everywhere);
    expect(await waiting()).toEqual([]);
    sentMails.length = 0;
    await sendMails(approving);
    expect(sentMails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [club.email, "Summer Gala is approved"],
    ]);
    const entries = await approving.database.db
      .selectFrom("audit_log")
      .select("actor")
      .where("event_id", "=", club.event.id)
      .where("action", "=", "approved")
      .execute();
    expect(entries).toHaveLength(1);

    const second = await buildEvent(approving.database.db, { clubId: club.clubId });
    expect(await listsOf(approving, { clubId: club.clubId, event: second })).toEqual(everywhere);
  });

  test("a draft cannot be approved, and an admin cannot approve", async () => {
    const club = await newClub(approving);
    const draft = await buildEvent(approving.database.db, { clubId: club.clubId, isActive: false });
    const body = { eventId: draft.id };
    expect((await approving.ask("event/approve", { body, token: await newSudoToken() })).code).toBe(
      "notActive",
    );
    expect((await approving.ask("event/approve", { body, token: club.token })).code).toBe("wrongRole");
  });

  test("an approved event is not listed before the club's address is confirmed", async () => {
    const club = await newClub(approving);
    const body = { eventId: club.event.id };
    await approving.ask("event/approve", { body, token: await newSudoToken() });
    expect(await listsOf(approving, club)).toEqual(nowhere);
    const [link] = await linksTo(approving, club.email);
    expect((await confirm(approving, link!)).payload.isListed).toBe(true);
    expect(await listsOf(approving, club)).toEqual(everywhere);
  });
});

test("event/getFirstEvent never returns an event of a club that is not listed", async () => {
  const club = await newClub(app);
  const soon = new Date(start.getTime() + 3_600_000);
  await buildEvent(app.database.db, { clubId: club.clubId, start: soon });
  const listed = await buildEvent(app.database.db, {
    clubId: (await buildClub(app.database.db)).id,
    start: new Date(soon.getTime() + 3_600_000),
  });
  expect((await app.ask("event/getFirstEvent")).payload?.id).toBe(listed.id);
});
