import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventMails, MailKind, MailToQueue, QueuedMail, SiteMails } from "../../mail/queuedMail.ts";
import type { OutgoingMail } from "../../mail/transport.ts";
import { composers } from "../../mailer/mailTasks.ts";
import { openCases } from "../../orders/cases.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEntry, testPassword } from "../../testing/builders.ts";
import { hold } from "../../testing/buying.ts";
import { buildTwoClubs } from "../../testing/twoClubs.ts";
import { buildWholeEvent } from "../../testing/wholeEvent.ts";

const publicUrl = "https://foyer.example";
const clubName = "Harbour Rowers";
const clubEmail = "office@harbour.example";

interface ExpectedMail {
  readonly recipient: string;
  readonly payload: object;
  /** Names of `linkNames`, each once and sorted. */
  readonly links: readonly string[];
  /** Whether it is written after its event was cancelled. */
  readonly ifCancelled: "written" | "dropped" | "writtenOnlyThen";
}
interface ExpectedMailOf<K extends MailKind> extends ExpectedMail {
  readonly payload: MailToQueue<K>["payload"];
}
interface ExpectedMails {
  readonly club: { readonly [K in keyof EventMails]: ExpectedMailOf<K> };
  readonly site: { readonly [K in keyof SiteMails]: ExpectedMailOf<K> };
}

let app: TestApp;
let dataDir: string;
let world: Awaited<ReturnType<typeof buildWorld>>;
/** The mails as written before the event is cancelled, and afterwards. */
let planned: Map<MailKind, OutgoingMail>;
let cancelled: Map<MailKind, OutgoingMail>;
const allMails = () => new Map([...cancelled, ...planned]);
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "foyer-mails-"));
  app.services.dataDir = dataDir;
  world = await buildWorld();
  planned = await writtenMails();
  await app.database.db
    .updateTable("events")
    .set({ cancelled_at: app.time.now })
    .where("id", "=", world.eventId)
    .execute();
  cancelled = await writtenMails();
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** An event with everything, and what is expected of each mail. */
async function buildWorld() {
  const { db } = app.database;
  const { clubId, tokens, users } = await buildTwoClubs(app);
  await db.updateTable("clubs").set({ contact_email: clubEmail }).where("id", "=", clubId).execute();
  const { event, eventId, ticketIds } = await buildWholeEvent(app, { token: tokens.admin, clubId });
  const registration = await db
    .selectFrom("registrations")
    .select(["id", "access_key"])
    .where("event_id", "=", eventId)
    .where("email", "=", "joerg@example.org")
    .executeTakeFirstOrThrow();
  const guests = await db
    .selectFrom("attendees")
    .select("qr_uuid")
    .where("registration_id", "=", registration.id)
    .execute();
  await db
    .deleteFrom("answers")
    .where("attendee_id", "in", (query) =>
      query.selectFrom("attendees").select("id").where("registration_id", "=", registration.id),
    )
    .execute();
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registration.id)
    .executeTakeFirstOrThrow();
  const sponsorship = await db
    .selectFrom("sponsorships")
    .select(["id", "access_key", "order_id"])
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const held = await hold(app, eventId, ticketIds.free);
  const entryOf = async (name: string, state: "waiting" | "offered" | "lapsed") => {
    const entry = await buildEntry(db, { event, ticketId: ticketIds.free, name });
    if (state !== "waiting")
      await db
        .updateTable("waiting_entries")
        .set({
          state,
          registration_id: state === "offered" ? held.registration.id : null,
          offered_until: new Date(app.time.now.getTime() + 3_600_000),
        })
        .where("id", "=", entry.entryId)
        .execute();
    return entry;
  };
  const entries = {
    joined: await entryOf("joined", "waiting"),
    offered: await entryOf("offered", "offered"),
    lapsed: await entryOf("lapsed", "lapsed"),
  };
  const invited = await app.ask("team/invite", {
    body: { clubId, email: "new@example.org" },
    token: tokens.admin,
  });
  const changed = await app.ask("auth/changeEmail", {
    body: { email: "other@example.org", password: testPassword },
    token: tokens.admin,
  });
  expect([invited.status, changed.status]).toEqual([200, 200]);
  const { full_name: fullName, email } = await db
    .selectFrom("app_users")
    .select(["full_name", "email"])
    .where("id", "=", users.admin)
    .executeTakeFirstOrThrow();
  await db.updateTable("clubs").set({ is_confirmed: false }).where("id", "=", clubId).execute();

  const page = `${publicUrl}/${event.slug}`;
  const linkNames = new Map([
    [publicUrl, "home"],
    [page, "event"],
    [`${publicUrl}/club/${clubId}`, "club"],
    [`${page}/tickets?registrationId=${registration.id}&accessKey=${registration.access_key}`, "buyer"],
    ...guests.map(
      ({ qr_uuid }) =>
        [`${page}/tickets?registrationId=${registration.id}&qrUuid=${qr_uuid}`, "guest"] as const,
    ),
    [`${publicUrl}/api/order/receiptPdf?orderId=${order.id}&accessKey=${registration.access_key}`, "receipt"],
    [
      `${publicUrl}/Pricing?event=${event.slug}&sponsorshipId=${sponsorship.id}&accessKey=${sponsorship.access_key}`,
      "sponsor",
    ],
    [
      `${publicUrl}/api/order/receiptPdf?orderId=${sponsorship.order_id}&accessKey=${sponsorship.access_key}`,
      "sponsorReceipt",
    ],
    ...Object.entries(entries).map(
      ([name, { entryId, accessKey }]) =>
        [`${page}/waiting-list?entry=${entryId}&accessKey=${accessKey}`, `${name}Entry`] as const,
    ),
    [`${publicUrl}/find-tickets`, "findTickets"],
    [`${publicUrl}/profile`, "profile"],
    ...["Reset", "Invitation", "Confirm", "Email"].map(
      (name) => [`${publicUrl}/auth/${name}#`, name.toLowerCase()] as const,
    ),
  ]);
  return {
    eventId,
    linkNames,
    expected: {
      club: {
        tickets: {
          recipient: "joerg@example.org",
          payload: { registrationId: registration.id, recipient: "joerg@example.org" },
          links: ["buyer", "event", "guest", "receipt"],
          ifCancelled: "written",
        },
        ticketLinks: {
          recipient: "joerg@example.org",
          payload: { eventId, email: "joerg@example.org" },
          links: ["buyer"],
          ifCancelled: "written",
        },
        extras: {
          recipient: "joerg@example.org",
          payload: { orderId: order.id },
          links: ["buyer", "event", "receipt"],
          ifCancelled: "written",
        },
        sponsorship: {
          recipient: "eve@example.org",
          payload: { orderId: sponsorship.order_id! },
          links: ["event", "sponsor", "sponsorReceipt"],
          ifCancelled: "written",
        },
        refund: {
          recipient: "joerg@example.org",
          payload: { orderId: order.id },
          links: ["event"],
          ifCancelled: "written",
        },
        moneyBack: {
          recipient: "joerg@example.org",
          payload: { orderId: order.id, amount: 500, reason: "A cold soup" },
          links: ["buyer", "receipt"],
          ifCancelled: "written",
        },
        ticketsCancelled: {
          recipient: "joerg@example.org",
          payload: { orderId: order.id, amount: 0, reason: "A cold soup", people: ["Kim"] },
          links: ["buyer"],
          ifCancelled: "written",
        },
        refundSentBack: {
          recipient: "joerg@example.org",
          payload: { orderId: order.id, amount: 500, refundId: 1 },
          links: [],
          ifCancelled: "written",
        },
        eventCancelled: {
          recipient: "joerg@example.org",
          payload: { eventId, refunds: true },
          links: ["event"],
          ifCancelled: "writtenOnlyThen",
        },
        eventChanged: {
          recipient: "joerg@example.org",
          payload: { eventId, changes: [{ what: "name", before: "Gala", after: "Ball" }] },
          links: ["event"],
          ifCancelled: "dropped",
        },
        missingDetails: {
          recipient: "joerg@example.org",
          payload: { eventId },
          links: ["buyer", "guest"],
          ifCancelled: "dropped",
        },
        ownCancelled: {
          recipient: "joerg@example.org",
          payload: {
            registrationId: registration.id,
            amount: 500,
            fee: 0,
            isWhole: false,
            extras: [],
            people: ["Kim"],
          },
          links: ["buyer"],
          ifCancelled: "written",
        },
        passedOn: {
          recipient: "joerg@example.org",
          payload: {
            registrationId: registration.id,
            from: "Kim",
            to: "Ada",
            email: "ada@example.org",
            ticketTitle: "Child",
          },
          links: ["buyer"],
          ifCancelled: "written",
        },
        ticketGone: {
          recipient: "kim@example.org",
          payload: { eventId, name: "Kim", ticketTitle: "Child", why: "cancelled" },
          links: [],
          ifCancelled: "written",
        },
        waitingJoined: {
          recipient: "joined@example.org",
          payload: { eventId, entryId: entries.joined.entryId },
          links: ["joinedEntry"],
          ifCancelled: "dropped",
        },
        waitingOffer: {
          recipient: "offered@example.org",
          payload: { eventId, entryId: entries.offered.entryId },
          links: ["offeredEntry"],
          ifCancelled: "dropped",
        },
        waitingLapsed: {
          recipient: "lapsed@example.org",
          payload: { eventId, entryId: entries.lapsed.entryId },
          links: ["event"],
          ifCancelled: "dropped",
        },
      },
      site: {
        allTicketLinks: {
          recipient: "joerg@example.org",
          payload: { email: "joerg@example.org" },
          links: ["buyer"],
          ifCancelled: "written",
        },
        passwordReset: { recipient: email, payload: { email }, links: ["reset"], ifCancelled: "written" },
        clubConfirmation: {
          recipient: email,
          payload: { userId: users.admin },
          links: ["confirm"],
          ifCancelled: "written",
        },
        eventApproved: { recipient: email, payload: { eventId }, links: ["event"], ifCancelled: "written" },
        teamInvitation: {
          recipient: "new@example.org",
          payload: { invitationId: invited.payload.id },
          links: ["invitation"],
          ifCancelled: "written",
        },
        emailChange: {
          recipient: "other@example.org",
          payload: { userId: users.admin },
          links: ["email"],
          ifCancelled: "written",
        },
        emailChangeAsked: {
          recipient: email,
          payload: { fullName },
          links: ["profile"],
          ifCancelled: "written",
        },
        emailChanged: { recipient: email, payload: { fullName }, links: ["home"], ifCancelled: "written" },
      },
    } satisfies ExpectedMails as ExpectedMails,
  };
}

const clubKinds = () => Object.keys(world.expected.club) as (keyof EventMails)[];
const kinds = (): MailKind[] => [
  ...clubKinds(),
  ...(Object.keys(world.expected.site) as (keyof SiteMails)[]),
];
const expectedOf = (kind: MailKind): ExpectedMail =>
  ({ ...world.expected.club, ...world.expected.site })[kind];

/** Null if the mail's reason no longer exists. */
function compose(kind: MailKind, payload: object = expectedOf(kind).payload): Promise<OutgoingMail | null> {
  const parts = { db: app.database.db, publicUrl, dataDir, clock: () => app.time.now };
  const write = composers(parts)[kind] as (mail: QueuedMail) => Promise<OutgoingMail | null>;
  const { recipient } = expectedOf(kind);
  return write({ id: 1, messageId: "m", key: "k", kind, recipient, payload } as QueuedMail);
}

/** As in `ExpectedMail.links`; an unknown link is its own name. */
function linksOf({ html }: OutgoingMail): string[] {
  const links = [...html.matchAll(/href="([^"]*)"/g)]
    .map(([, link]) => link!.replaceAll("&amp;", "&").replace(/#.*/, "#"))
    .filter((link) => link.startsWith(publicUrl));
  return [...new Set(links.map((link) => world.linkNames.get(link) ?? link))].toSorted();
}

async function writtenMails(): Promise<Map<MailKind, OutgoingMail>> {
  const mails = new Map<MailKind, OutgoingMail>();
  for (const kind of kinds()) {
    const mail = await compose(kind);
    if (mail !== null) mails.set(kind, mail);
  }
  return mails;
}

test("a mail is written or dropped after its event was cancelled, as is expected of its kind", () => {
  for (const kind of kinds()) {
    const { ifCancelled } = expectedOf(kind);
    const expected = [ifCancelled !== "writtenOnlyThen", ifCancelled !== "dropped"];
    expect([planned.has(kind), cancelled.has(kind)], kind).toEqual(expected);
  }
});

test("a mail goes to the address that it was queued for, and replies to it go to the club, or to nobody", () => {
  for (const [kind, { to, replyTo }] of allMails()) {
    expect(to.address, kind).toBe(expectedOf(kind).recipient);
    const club = { name: clubName, address: clubEmail };
    expect(replyTo, kind).toEqual(kind in world.expected.club ? club : null);
  }
});

test("the links of a mail to this site are exactly those that are expected of its kind", () => {
  for (const [kind, mail] of allMails()) expect(linksOf(mail), kind).toEqual(expectedOf(kind).links);
});

test("a club's mail about something that was deleted is not written", async () => {
  for (const kind of clubKinds()) {
    const ids = Object.entries(expectedOf(kind).payload).map(([name, value]) => [
      name,
      name.endsWith("Id") ? 999_999_999_999 : value,
    ]);
    expect(await compose(kind, Object.fromEntries(ids)), kind).toBeNull();
  }
});

test("a club's mail that bounces is a case of its event", async () => {
  const { db } = app.database;
  for (const kind of clubKinds()) {
    const { recipient, payload } = expectedOf(kind);
    await sql`insert into mails (key, kind, recipient, payload, message_id, state, bounced_at, last_error)
      values (${`bounced:${kind}`}, ${kind}, ${recipient}, ${JSON.stringify(payload)}::jsonb, ${kind}, 'failed', now(),
        '550 Nobody')`.execute(db);
  }
  const { rows } = await sql<{ kind: MailKind }>`
    select m.kind from ${openCases(world.eventId)} c join mails m on c.key = 'mail:' || m.id order by m.id`.execute(
    db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(clubKinds());
});
