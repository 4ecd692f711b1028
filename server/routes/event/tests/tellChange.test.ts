import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "../../../../contract/all.ts";
import { ADMIN } from "../../../../contract/rules/roles.ts";
import { hasChangeToTell, tellChange } from "../../../desk/tellChange.ts";
import { eventById } from "../../../events/rows.ts";
import { composeByKind } from "../../../mail/mail.ts";
import type { QueuedMail } from "../../../mail/queuedMail.ts";
import type { OutgoingMail } from "../../../mail/transport.ts";
import { composers } from "../../../mailer/mailTasks.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../../testing/builders.ts";
import { hold, placeTestOrder } from "../../../testing/buying.ts";
import { barrier } from "../../../testing/meeting.ts";
import { openSession } from "../../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function eventWithPeople() {
  const { db } = app.database;
  const event = await buildEvent(db, { start: new Date("2031-06-14T18:00:00Z"), end: null });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 100 });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  for (const name of ["a", "b"]) await placeTestOrder(app, event.id, ticket.id, 1, `${name}@example.org`);
  return { id: event.id, ticketId: ticket.id, token };
}
type TestEvent = Awaited<ReturnType<typeof eventWithPeople>>;

async function change({ id, token }: TestEvent, fields: BodyInput<"event/save">) {
  const reply = await app.ask("event/save", { body: { id, ...fields }, token });
  expect(reply.status).toBe(200);
}
const tell = ({ id: eventId, token }: TestEvent, dryRun = false, headers = {}) =>
  app.ask("event/tellChange", { body: { eventId, dryRun }, token, headers });
const hasUnmailedChange = async ({ id: eventId, token }: TestEvent) =>
  (await app.ask("event/getEvent", { query: { eventId }, token })).payload.hasChangeToTell;

async function mailsOf({ id }: TestEvent): Promise<OutgoingMail[]> {
  const { db } = app.database;
  const rows = await db
    .selectFrom("mails")
    .select(["id", "key", "kind", "recipient", "payload", "message_id as messageId"])
    .where("key", "like", `changed:${id}:%`)
    .orderBy("recipient")
    .execute();
  const parts = { db, publicUrl: "https://foyer.test", dataDir: "/nonexistent", clock: () => new Date() };
  const compose = composeByKind(composers(parts));
  return Promise.all(rows.map(async (mail) => (await compose(mail as unknown as QueuedMail))!));
}

describe("a change that staff mail to the attendees", () => {
  test("a new time and place are shown by a dry run, then mailed once to everybody with the new calendar entry", async () => {
    const event = await eventWithPeople();
    const before = (await eventById(app.database.db, event.id))!;
    expect(await hasUnmailedChange(event)).toBe(false);
    await change(event, { startDatetime: "2031-06-15T17:00:00Z", location: "Old Boathouse" });
    expect(await hasUnmailedChange(event)).toBe(true);

    const preview = await tell(event, true);
    expect(preview.payload).toMatchObject({
      recipients: 2,
      sent: 0,
      subject: "Summer Gala: new date and place",
    });
    expect(preview.payload.changes).toEqual([
      {
        what: "time",
        before: "Sat, Jun 14, 2031, 8:00 PM, Berlin time (GMT+2)",
        after: "Sun, Jun 15, 2031, 7:00 PM, Berlin time (GMT+2)",
        isOtherDay: true,
      },
      { what: "place", before: "Pier 7, Hamburg", after: "Old Boathouse" },
    ]);
    expect(preview.payload.html).toContain("Old Boathouse");
    expect(await mailsOf(event)).toEqual([]);

    expect(await tell(event)).toMatchObject({
      status: 200,
      msg: "2 mails are on their way.",
      payload: { sent: 2 },
    });
    expect(await hasUnmailedChange(event)).toBe(false);
    expect(await tell(event)).toMatchObject({ status: 409, code: "nothingToTell" });
    const mails = await mailsOf(event);
    expect(mails.map(({ to }) => to.address)).toEqual(["a@example.org", "b@example.org"]);
    expect(mails[0]!.subject).toBe("Summer Gala: new date and place");
    const [file] = mails[0]!.attachments!;
    const entry = new ICAL.Component(ICAL.parse(String(file!.content))).getFirstSubcomponent("vevent")!;
    expect(entry.getFirstPropertyValue("uid")).toBe(`event-${event.id}@foyer.test`);
    expect(entry.getFirstPropertyValue("sequence")).toBeGreaterThan(Number(before.version));
    expect(String(entry.getFirstPropertyValue("dtstart"))).toBe("2031-06-15T17:00:00Z");
  });

  test("a repeated request with the same Idempotency-Key gets the same reply and mails nobody again", async () => {
    const event = await eventWithPeople();
    await change(event, { name: "Winter Gala" });
    const headers = { "idempotency-key": `tell-change-${event.id}` };
    const first = await tell(event, false, headers);
    expect(first.payload).toMatchObject({ sent: 2, subject: "Summer Gala: new name" });
    const { status, msg, payload } = await tell(event, false, headers);
    expect({ status, msg, payload }).toEqual({ status: 200, msg: first.msg, payload: first.payload });
    expect(await mailsOf(event)).toHaveLength(2);
  });

  test("a change that is taken back before anybody else registers is not mailed", async () => {
    const event = await eventWithPeople();
    await change(event, { name: "Autumn Gala" });
    await change(event, { location: "Town Hall" });
    await change(event, { name: "Summer Gala" });
    expect((await tell(event, true)).payload.changes).toEqual([
      { what: "place", before: "Pier 7, Hamburg", after: "Town Hall" },
    ]);
    await change(event, { location: "Pier 7, Hamburg" });
    expect(await hasUnmailedChange(event)).toBe(false);
    expect(await tell(event)).toMatchObject({ status: 409, code: "nothingToTell" });
  });

  test("people who registered after the change are not mailed", async () => {
    const event = await eventWithPeople();
    await change(event, { location: "Town Hall" });
    app.time.now = new Date(app.time.now.getTime() + 1000);
    await placeTestOrder(app, event.id, event.ticketId, 1, "late@example.org");
    await tell(event);
    expect((await mailsOf(event)).map(({ to }) => to.address)).toEqual(["a@example.org", "b@example.org"]);
  });

  const passSeconds = (seconds: number) => {
    app.time.now = new Date(app.time.now.getTime() + seconds * 1000);
  };
  const register = async ({ id, ticketId }: TestEvent, name: string) => {
    passSeconds(1);
    await placeTestOrder(app, id, ticketId, 1, `${name}@example.org`);
    passSeconds(1);
  };
  const townHall = { what: "place", before: "Town Hall" };

  test("when a change is taken back, only people who registered in between get a mail", async () => {
    const event = await eventWithPeople();
    passSeconds(1);
    await change(event, { location: "Town Hall" });
    await register(event, "between");
    await change(event, { location: "Pier 7, Hamburg" });
    expect(await hasUnmailedChange(event)).toBe(true);
    const { changes, sent } = (await tell(event)).payload;
    expect(changes).toEqual([{ ...townHall, after: "Pier 7, Hamburg" }]);
    expect(sent).toBe(1);
    expect((await mailsOf(event)).map(({ to }) => to.address)).toEqual(["between@example.org"]);
    expect(await hasUnmailedChange(event)).toBe(false);
  });

  test("whether anybody must learn of a change is one query with one row, although two people registered", async () => {
    const event = await eventWithPeople();
    passSeconds(1);
    await change(event, { location: "Town Hall" });
    const rowCounts: number[] = [];
    const db = app.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rowCounts.push(result.rows.length);
        return result;
      },
    });
    const row = (await eventById(app.database.db, event.id))!;
    expect(await hasChangeToTell(db, row, app.time.now)).toBe(true);
    expect(rowCounts).toEqual([1]);
  });

  test("once nobody who registered in between is left, a change that was taken back is not shown as unmailed", async () => {
    const event = await eventWithPeople();
    passSeconds(1);
    await change(event, { location: "Town Hall" });
    await register(event, "between");
    await change(event, { location: "Pier 7, Hamburg" });
    await register(event, "late");
    expect(await hasUnmailedChange(event)).toBe(true);
    await app.database.db
      .updateTable("registrations")
      .set({ state: "cancelled" })
      .where("event_id", "=", event.id)
      .where("email", "=", "between@example.org")
      .execute();
    expect(await hasUnmailedChange(event)).toBe(false);
  });

  test("the former value in each mail is the value that its reader knew", async () => {
    const event = await eventWithPeople();
    passSeconds(1);
    await change(event, { location: "Town Hall" });
    await register(event, "c");
    // Somebody who registers again has seen the place of that time.
    await register(event, "b");
    await change(event, { location: "Old Boathouse" });
    const { changes, recipients } = (await tell(event, true)).payload;
    expect(changes).toEqual([{ ...townHall, after: "Old Boathouse" }]);
    expect(recipients).toBe(3);
    await tell(event);
    const known = (await mailsOf(event)).map(({ to, text }) => [to.address, /Before: (.+)/.exec(text)?.[1]]);
    expect(known).toEqual([
      ["a@example.org", "Pier 7, Hamburg"],
      ["b@example.org", "Town Hall"],
      ["c@example.org", "Town Hall"],
    ]);
  });

  test("an older hold without a purchase does not prevent the mail to people who registered between two changes", async () => {
    const { db } = app.database;
    const { id, clubId } = await buildEvent(db);
    const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
    const event = { id, ticketId: (await buildTicket(db, id, { price: 0 })).id, token };
    await hold(app, id, event.ticketId);
    passSeconds(1);
    await change(event, { location: "Town Hall" });
    await register(event, "between");
    await change(event, { location: "Pier 7, Hamburg" });
    expect((await tell(event, true)).payload).toMatchObject({ recipients: 1 });
  });

  test("there is no change to mail for other fields, drafts, cancelled events and events without people", async () => {
    const { db } = app.database;
    const event = await eventWithPeople();
    await change(event, { description: "<p>New words.</p>" });
    expect(await tell(event, true)).toMatchObject({ code: "nothingToTell" });
    await change(event, { location: "Town Hall", isActive: false });
    expect(await tell(event, true)).toMatchObject({ code: "nothingToTell" });
    await change(event, { isActive: true });
    expect(await tell(event, true)).toMatchObject({ status: 200 });
    await app.ask("event/cancel", { body: { eventId: event.id }, token: event.token });
    expect(await tell(event, true)).toMatchObject({ code: "nothingToTell" });

    const empty = await buildEvent(db);
    const token = await openSession(db, (await buildUser(db, ADMIN, empty.clubId)).id, app.time.now);
    const ticket = await buildTicket(db, empty.id, { price: 0 });
    await change({ id: empty.id, ticketId: ticket.id, token }, { location: "Town Hall" });
    await hold(app, empty.id, ticket.id);
    expect(await tell({ id: empty.id, ticketId: ticket.id, token })).toMatchObject({ code: "nothingToTell" });
  });

  test("a change is no longer shown as unmailed once nobody who registered before it is left", async () => {
    const event = await eventWithPeople();
    const { id: eventId, ticketId, token } = event;
    await hold(app, eventId, ticketId);
    await change(event, { location: "Town Hall" });
    expect(await hasUnmailedChange(event)).toBe(true);
    const { db } = app.database;
    const registrations = db.selectFrom("registrations").select("id").where("event_id", "=", eventId);
    for (const { id: registrationId } of await registrations.where("state", "=", "active").execute())
      await app.ask("registration/removeRegistration", {
        query: { registrationId, eventId, force: true },
        token,
      });
    expect(await hasUnmailedChange(event)).toBe(false);
    expect(await tell(event, true)).toMatchObject({ code: "nothingToTell" });
  });

  test("visitors do not learn whether a change was mailed", async () => {
    const event = await eventWithPeople();
    await change(event, { location: "Town Hall" });
    const { payload } = await app.ask("event/getEvent", { query: { eventId: event.id } });
    expect(payload).not.toHaveProperty("hasChangeToTell");
  });
});

describe("two members of staff who mail the same change at the same time", () => {
  const outcomesOf = async ({ id: eventId }: TestEvent, lock?: Parameters<typeof tellChange>[2]["lock"]) => {
    const context = { actor: "user:1", now: app.time.now, idempotency: null, ...(lock && { lock }) };
    const both = [1, 2].map(() => tellChange(app.database.db, { eventId, dryRun: false }, context));
    const replies = await Promise.allSettled(both);
    return replies
      .map((reply) => (reply.status === "fulfilled" ? reply.value.sent : reply.reason.code))
      .sort((one, other) => String(one).localeCompare(String(other)));
  };

  test("if two members of staff mail a change at the same time, one mails it and the other is refused with nothingToTell", async () => {
    const event = await eventWithPeople();
    await change(event, { location: "Town Hall" });
    expect(await outcomesOf(event)).toEqual([2, "nothingToTell"]);
  });

  test("control: without the lock on the event, both requests succeed", async () => {
    const event = await eventWithPeople();
    await change(event, { location: "Town Hall" });
    const meet = barrier(2);
    const replies = await outcomesOf(event, async (tx, id) => {
      const row = await eventById(tx, id);
      await meet();
      return row;
    });
    // Both succeed, but the keys of the mails prevent that the second queues them again.
    expect(replies).toEqual([0, 2]);
  });
});
