import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { OutgoingMail } from "../../mail/transport.ts";
import { composers } from "../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { hold, people, placeTestOrder } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";
import { mostListed } from "../registrationsOfAddress.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const day = 24 * 3_600_000;
const daysFromNow = (days: number) => new Date(app.time.now.getTime() + days * day);

async function freeEvent(name: string, clubId?: number) {
  const { db } = app.database;
  const event = await buildEvent(db, {
    name,
    start: daysFromNow(5),
    ...(clubId === undefined ? {} : { clubId }),
  });
  return { ...event, ticketId: (await buildTicket(db, event.id, { price: 0, maxStock: 1000 })).id };
}
type FreeEvent = Awaited<ReturnType<typeof freeEvent>>;

const register = ({ id, ticketId }: FreeEvent, email: string, quantity = 1) =>
  placeTestOrder(app, id, ticketId, quantity, email);

async function move({ id }: FreeEvent, days: number) {
  const start = daysFromNow(days);
  await app.database.db
    .updateTable("events")
    .set({ start_datetime: start, end_datetime: new Date(start.getTime() + 3_600_000) })
    .where("id", "=", id)
    .execute();
}

function mailTo(email: string): Promise<OutgoingMail | null> {
  const write = composers({
    db: app.database.db,
    publicUrl: "http://foyer.test",
    dataDir: "/nonexistent",
    clock: () => app.time.now,
  });
  const payload = { email: email.toLowerCase() };
  return write.allTicketLinks({
    id: 1,
    messageId: "1",
    key: "k",
    kind: "allTicketLinks",
    recipient: email,
    payload,
  });
}

const wordsOf = (mail: OutgoingMail | null) => (mail?.text ?? "").replace(/\s+/g, " ");
const positionsOf = (text: string, parts: readonly string[]) => parts.map((part) => text.indexOf(part));

test("one mail lists the registrations of several events and clubs, coming events first, with time, place and link", async () => {
  const events = [
    await freeEvent("Old Regatta"),
    await freeEvent("Late Gala"),
    await freeEvent("Early Fair", (await buildClub(app.database.db, "Fair Club")).id),
    await freeEvent("Older Concert"),
    await freeEvent("Forgotten Ball"),
  ];
  const keys = [];
  for (const event of events) keys.push((await register(event, "mia@example.org", 2)).accessKey);
  for (const [index, days] of [-10, 40, 3, -300, -370].entries()) await move(events[index]!, days);
  const mail = await mailTo("Mia@example.org");
  expect(mail).toMatchObject({ to: { address: "Mia@example.org" }, subject: "Your tickets", replyTo: null });
  const text = wordsOf(mail);
  const positions = positionsOf(text, [
    "UPCOMING EVENTS",
    "Early Fair",
    "Late Gala",
    "PAST EVENTS",
    "Old Regatta",
    "Older Concert",
  ]);
  expect(positions.every((position, index) => position > (positions[index - 1] ?? 0))).toBe(true);
  // Its event was more than a year ago.
  expect(text).not.toContain("Forgotten Ball");
  for (const index of [0, 1, 2, 3]) {
    expect(text).toContain(`http://foyer.test/${events[index]!.slug}/tickets?registrationId=`);
    expect(text).toContain(`accessKey=${keys[index]}`);
  }
  expect(text.match(/Pier 7, Hamburg/g)).toHaveLength(4);
  expect(text.match(/Berlin time \(GMT\+[12]\)/g)).toHaveLength(4);
});

test("an unknown address gets no mail", async () => {
  expect(await mailTo("nobody@example.org")).toBeNull();
});

test("a guest gets links to their own tickets only, and nothing of other people", async () => {
  const event = await freeEvent("Guest Night");
  const { id: eventId, ticketId } = event;
  const { payload } = await app.ask("registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 3 }],
      attendees: [
        { ticketId, firstName: "Ada", email: "ada@example.org" },
        { ticketId, firstName: "Leo", email: "Leo@example.org" },
        { ticketId, firstName: "Tom", email: "tom@example.org" },
      ],
    },
  });
  const other = await register(await freeEvent("Other Night"), "other@example.org");
  const mail = await mailTo("leo@example.org");
  const all = `${mail?.html}${mail?.text}`;
  const codes = [...all.matchAll(/qrUuid=([\w-]+)/g)].map(([, code]) => code);
  expect(new Set(codes)).toEqual(new Set([payload.attendees[1]?.qrUuid]));
  for (const secret of [payload.accessKey, other.accessKey, "Tom", "Ada", "Other Night"])
    expect(all).not.toContain(secret);
});

test("cancelled registrations and cancelled events are marked, and have no button", async () => {
  const { db } = app.database;
  const [cancelled, calledOff, valid] = [
    await freeEvent("Cancelled Trip"),
    await freeEvent("Called Off"),
    await freeEvent("Valid Trip"),
  ];
  const { registrationId } = await register(cancelled, "zoe@example.org");
  for (const event of [calledOff, valid]) await register(event, "zoe@example.org");
  const token = await openSession(db, (await buildUser(db, ADMIN, cancelled.clubId)).id, app.time.now);
  await app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
  await db.updateTable("events").set({ cancelled_at: app.time.now }).where("id", "=", calledOff.id).execute();
  const mail = await mailTo("zoe@example.org");
  const text = wordsOf(mail);
  expect(text).toMatch(/Cancelled Trip[^.]*?Your registration is cancelled See what was cancelled: 1 ×/);
  expect(text).toMatch(/Called Off[^.]*?This event is cancelled Open 1 ×/);
  expect(text.match(/is cancelled/g)).toHaveLength(2);
  const buttons = [...(mail?.html ?? "").matchAll(/background-color:#c79f5a/g)];
  expect(buttons).toHaveLength(1);
});

test("a purchase that was not finished or was given up is not listed", async () => {
  const { id, ticketId } = await freeEvent("Half Bought");
  for (const givenUp of [true, false]) {
    const { registration, accessKey } = await hold(app, id, ticketId, 1);
    const proof = { registrationId: registration.id, accessKey };
    await app.ask("registration/save", {
      body: { ...proof, attendees: people(ticketId, 1, "half@example.org") },
    });
    if (givenUp) await app.ask("registration/releaseHold", { body: proof });
  }
  const states = await app.database.db
    .selectFrom("registrations")
    .select("state")
    .where("email", "=", "half@example.org")
    .orderBy("id")
    .execute();
  expect(states.map(({ state }) => state)).toEqual(["cancelled", "held"]);
  expect(await mailTo("half@example.org")).toBeNull();
});

test("a mail lists at most fifty registrations, and says that these are the first fifty", async () => {
  const event = await freeEvent("Every Week");
  for (let count = 0; count <= mostListed; count++) {
    await register(event, "many@example.org");
  }
  const text = wordsOf(await mailTo("many@example.org"));
  expect(text.match(/registrationId=/g)).toHaveLength(mostListed);
  expect(text).toContain("These are the first 50.");
});
