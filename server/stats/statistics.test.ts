import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { inTransaction } from "../db/pool.ts";
import { deleteEvent } from "../events/dependents.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildExtras, buildTicket, buildUser } from "../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { fillOrders } from "../testing/manyRows.ts";
import { openSession } from "../testing/tokens.ts";
import { auditFigures } from "./auditFigures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const db = () => app.database.db;

async function eventOf({ timeZone = "Europe/Berlin", price = 0, taxAmount = 0 } = {}) {
  const event = await buildEvent(db(), { timeZone, taxAmount });
  const ticket = await buildTicket(db(), event.id, { price });
  const admin = await buildUser(db(), ADMIN, event.clubId);
  const token = await openSession(db(), admin.id, app.time.now);
  const ask = async (date: string) =>
    (await app.ask("checkin/getStatistics", { token, query: { eventId: event.id, date } })).payload;
  const series = async (date: string) =>
    (await app.ask("checkin/getStatisticsSeries", { token, query: { eventId: event.id, date } })).payload;
  const remove = (registrationId: number, force = false) =>
    app.ask("registration/removeRegistration", {
      token,
      query: { registrationId, eventId: event.id, force },
    });
  return { id: event.id, ticketId: ticket.id, ask, series, remove };
}

type TestEvent = Awaited<ReturnType<typeof eventOf>>;

async function register(event: TestEvent, at: string, ticketId = event.ticketId) {
  const now = app.time.now;
  app.time.now = new Date(at);
  const { registrationId } = await placeTestOrder(app, event.id, ticketId);
  app.time.now = now;
  const attendee = await db()
    .selectFrom("attendees")
    .select("id")
    .where("registration_id", "=", registrationId)
    .executeTakeFirstOrThrow();
  return { registrationId, attendeeId: attendee.id };
}

const admit = (event: TestEvent, person: { registrationId: number; attendeeId: number }, at: string) =>
  db()
    .insertInto("checkins")
    .values({
      attendee_id: person.attendeeId,
      registration_id: person.registrationId,
      event_id: event.id,
      checked_in_by: null,
      created_at: at,
    })
    .execute();

const noCounts = {
  historicalRegistrationCount: 0,
  historicalCheckinCount: 0,
  totalRegistrationCount: 0,
  totalCheckinCount: 0,
};

describe("the four counts", () => {
  test("the four counts are two of a day in the event's zone and two totals, also when clocks change", async () => {
    // 2026-10-25 begins at 22:00 UTC of the day before in Berlin, and has 25 hours.
    const event = await eventOf();
    await register(event, "2026-10-24T21:59:59Z");
    const first = await register(event, "2026-10-24T22:00:00Z");
    await register(event, "2026-10-25T22:59:59Z");
    await register(event, "2026-10-25T23:00:00Z");
    await admit(event, first, "2026-10-25T22:30:00Z");
    expect(await event.ask("2026-10-25")).toEqual({
      historicalRegistrationCount: 2,
      historicalCheckinCount: 1,
      totalRegistrationCount: 4,
      totalCheckinCount: 1,
    });
    expect(await event.ask("2026-10-24")).toMatchObject({
      historicalRegistrationCount: 1,
      historicalCheckinCount: 0,
      totalCheckinCount: 1,
    });
    expect(await event.ask("2026-10-26")).toMatchObject({ historicalRegistrationCount: 1 });
  });

  test("the count of a day's registrations is right in a zone whose days begin at a quarter past an hour in UTC", async () => {
    const event = await eventOf({ timeZone: "Asia/Kathmandu" });
    await register(event, "2026-06-14T18:14:59Z");
    await register(event, "2026-06-14T18:15:00Z");
    expect(await event.ask("2026-06-14")).toMatchObject({ historicalRegistrationCount: 1 });
    expect(await event.ask("2026-06-15")).toMatchObject({ historicalRegistrationCount: 1 });
  });

  test("the four counts leave out unpaid holds and other events", async () => {
    const event = await eventOf({ price: 1000 });
    await startTestPayment(app, event.id, event.ticketId, 2);
    const other = await eventOf();
    await admit(other, await register(other, "2026-06-15T12:00:00Z"), "2026-06-15T12:00:00Z");
    expect(await event.ask("2026-06-15")).toEqual(noCounts);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("the counts of a day and of tickets are right after attendees are moved, cancelled, deleted or no longer admitted", async () => {
    const event = await eventOf();
    const at = "2026-06-15T12:00:00Z";
    const people = [];
    for (let n = 0; n < 5; n++) people.push(await register(event, at));
    for (const person of people) await admit(event, person, at);
    const [cancelled, deleted, removed, notAdmitted] = people;
    await db()
      .updateTable("registrations")
      .set({ state: "cancelled" })
      .where("id", "=", cancelled!.registrationId)
      .execute();
    expect((await event.remove(deleted!.registrationId)).status).toBe(200);
    await db().deleteFrom("attendees").where("id", "=", removed!.attendeeId).execute();
    await db().deleteFrom("checkins").where("attendee_id", "=", notAdmitted!.attendeeId).execute();
    const vip = await buildTicket(db(), event.id, { price: 0, title: "VIP" });
    await db()
      .updateTable("attendees")
      .set({ ticket_id: vip.id })
      .where("id", "=", notAdmitted!.attendeeId)
      .execute();
    expect(await event.ask("2026-06-15")).toMatchObject({
      historicalRegistrationCount: 2,
      historicalCheckinCount: 2,
    });
    expect((await event.series("2026-06-15")).tickets).toEqual([
      { ticketId: event.ticketId, title: "Standard", count: 1 },
      { ticketId: vip.id, title: "VIP", count: 1 },
    ]);
    await db()
      .updateTable("registrations")
      .set({ state: "active" })
      .where("id", "=", cancelled!.registrationId)
      .execute();
    expect(await event.ask("2026-06-15")).toMatchObject({ historicalRegistrationCount: 3 });
    expect(await auditFigures(db())).toEqual([]);
  });

  test("the count of a ticket includes a registration of four, and 2,000 registrations that one statement changes", async () => {
    const event = await eventOf();
    const reply = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: event.ticketId, quantity: 4 }],
        attendees: ["Mia", "Ben", "Eva", "Tom"].map((firstName, index) => ({
          ticketId: event.ticketId,
          firstName,
          ...(index === 0 && { email: "mia@example.org" }),
        })),
      },
    });
    expect(reply.status).toBe(200);
    const count = async () => (await event.series("2026-06-15")).tickets[0]?.count;
    expect(await count()).toBe(4);
    await fillOrders(db(), { eventId: event.id, ticketId: event.ticketId, count: 2000 });
    expect(await count()).toBe(2004);
    await sql`update registrations set state = 'cancelled' where event_id = ${event.id}`.execute(db());
    expect(await count()).toBe(0);
    await sql`update registrations set state = case when id % 2 = 0 then 'active' else 'cancelled' end
      where event_id = ${event.id} and email like 'guest%'`.execute(db());
    expect(await count()).toBe(1000);
    await sql`update registrations set state = case when state = 'active' then 'cancelled' else 'active' end
      where event_id = ${event.id} and email like 'guest%'`.execute(db());
    expect(await count()).toBe(1000);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("the stored figures of an event are deleted with it", async () => {
    const event = await eventOf();
    await admit(event, await register(event, "2026-06-15T12:00:00Z"), "2026-06-15T12:00:00Z");
    await inTransaction(db(), (tx) => deleteEvent(tx, event.id));
    expect(await auditFigures(db())).toEqual([]);
  });

  test.each(["2026-02-30", "yesterday", "2026-1-1", ""])("statistics refuse %j as a day", async (date) => {
    const sudo = await buildUser(db(), SUDO, null);
    const token = await openSession(db(), sudo.id, app.time.now);
    const event = await eventOf();
    const reply = await app.ask("checkin/getStatistics", { token, query: { eventId: event.id, date } });
    expect(reply).toMatchObject({ status: 400, payload: { fields: [{ path: "date" }] } });
  });
});

describe("the series", () => {
  test("the series of an event without registrations are empty, except for its tickets", async () => {
    const event = await eventOf();
    expect(await event.series("2026-06-15")).toEqual({
      step: "day",
      registrations: [],
      registeredBefore: 0,
      tickets: [{ ticketId: event.ticketId, title: "Standard", count: 0 }],
      arrivals: [],
      revenue: [],
      currency: "eur",
    });
  });

  test("the series have registrations by day without gaps, and only the day's arrivals", async () => {
    const event = await eventOf();
    const people = [];
    for (const at of ["2026-06-10T10:00:00Z", "2026-06-10T21:59:00Z", "2026-06-14T12:00:00Z"])
      people.push(await register(event, at));
    await admit(event, people[0]!, "2026-06-15T17:05:00Z");
    await admit(event, people[1]!, "2026-06-15T17:14:00Z");
    await admit(event, people[2]!, "2026-06-16T17:14:00Z");
    const reply = await event.series("2026-06-15");
    expect(reply.step).toBe("day");
    expect(reply.registrations.map(({ count }) => count)).toEqual([2, 0, 0, 0, 1]);
    expect(reply.registrations[0]?.from).toBe("2026-06-09T22:00:00.000Z");
    expect(reply.arrivals).toEqual([{ from: "2026-06-15T17:00:00.000Z", count: 2 }]);
  });

  test("the series have revenue by source and refunds, and nothing unpaid", async () => {
    const event = await eventOf({ price: 2500, taxAmount: 10 });
    const extras = await buildExtras(db(), event.id, { price: 1500 });
    await startTestPayment(app, event.id, event.ticketId);
    const purchase = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: event.ticketId, quantity: 1 }],
        extras: [{ extrasId: extras.id, quantity: 2 }],
        attendees: [{ ticketId: event.ticketId, firstName: "Mia", email: "mia@example.org" }],
      },
    });
    const { accessKey, order: placed } = purchase.payload;
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: placed.id, accessKey },
    });
    const { paymentIntentId } = started.payload;
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    const earned = [
      { source: "ticket", amount: 2500 },
      { source: "extras", amount: 3000 },
      { source: "tax", amount: 550 },
    ];
    expect((await event.series("2026-06-15")).revenue).toEqual(earned);

    await db().updateTable("orders").set({ refunded_amount: 1000 }).where("id", "=", placed.id).execute();
    await db()
      .updateTable("orders")
      .set({ refunded_amount: 6050, payment_status: "refunded" })
      .where("id", "=", placed.id)
      .execute();
    expect((await event.series("2026-06-15")).revenue).toEqual([
      ...earned,
      { source: "refund", amount: -6050 },
    ]);
    expect(await auditFigures(db())).toEqual([]);

    expect((await event.remove(purchase.payload.registration.id, true)).status).toBe(200);
    expect((await event.series("2026-06-15")).revenue).toEqual([
      ...earned,
      { source: "refund", amount: -6050 },
    ]);
    expect(await auditFigures(db())).toEqual([]);
  });

  test("the revenue is right after one statement changed several orders", async () => {
    const event = await eventOf({ price: 2500, taxAmount: 10 });
    for (let n = 0; n < 3; n++) await startTestPayment(app, event.id, event.ticketId, 1 + n);
    const ofEvent = sql`event_id = ${event.id}`;
    await sql`update orders set payment_status = 'paid' where ${ofEvent}`.execute(db());
    const earned = [
      { source: "ticket", amount: 6 * 2500 },
      { source: "tax", amount: 6 * 250 },
    ];
    expect((await event.series("2026-06-15")).revenue).toEqual(earned);
    await sql`update orders set refunded_amount = 100 where ${ofEvent}`.execute(db());
    await sql`update orders set refunded_amount = total_amount, payment_status = 'refunded' where ${ofEvent}`.execute(
      db(),
    );
    const refunded = { source: "refund", amount: -6 * 2750 };
    expect((await event.series("2026-06-15")).revenue).toEqual([...earned, refunded]);
    // An order that is no longer paid removes its refund too.
    await sql`update orders set payment_status = 'failed' where ${ofEvent}`.execute(db());
    expect((await event.series("2026-06-15")).revenue).toEqual([]);
    expect(await auditFigures(db())).toEqual([]);
  });
});

test("payments that a node of an earlier version settles together are counted once", async () => {
  const event = await eventOf({ price: 2500, taxAmount: 10 });
  for (let n = 0; n < 2; n++) await startTestPayment(app, event.id, event.ticketId, 2);
  // A part of the statement that nodes ran before migrations/0049-no-switches.sql.
  const registrations = sql`(select id from registrations where event_id = ${event.id})`;
  await sql`with sold as (update registrations set state = 'active', expires_at = null, updated_at = now()
      where id in ${registrations}),
    paid as (update orders set payment_status = 'paid', paid_at = now() where registration_id in ${registrations}),
    bought as (select id, event_id, tax from orders where registration_id in ${registrations}),
    registered as (insert into event_registered as kept (event_id, slot, ticket_id, attendees)
      select a.event_id, slot_of(r.created_at), a.ticket_id, count(*)
        from registrations r join attendees a on a.registration_id = r.id
        where r.id in ${registrations} group by 1, 2, 3 order by 1, 2, 3
      on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees),
    earned as (insert into event_revenue as kept (event_id, source, amount)
      select event_id, source, sum(amount) from (
        select event_id, i.kind as source, i.total::bigint as amount from bought join order_items i on i.order_id = bought.id
        union all select event_id, 'tax', tax from bought) as parts
        group by 1, 2 having sum(amount) > 0 order by 1, 2
      on conflict (event_id, source) do update set amount = kept.amount + excluded.amount)
    select pg_notify('event_figures', event_id::text) from (select distinct event_id from bought) as events`.execute(
    db(),
  );
  const { tickets, revenue } = await event.series("2026-06-15");
  expect(tickets[0]?.count).toBe(4);
  expect(revenue).toEqual([
    { source: "ticket", amount: 10_000 },
    { source: "tax", amount: 1000 },
  ]);
  expect(await auditFigures(db())).toEqual([]);
});

test("control: the audit finds a figure that differs from its rows", async () => {
  const event = await eventOf();
  await db()
    .insertInto("event_arrived")
    .values({ event_id: event.id, slot: new Date("2026-06-15T12:00:00Z"), checkins: 3 })
    .execute();
  expect(await auditFigures(db())).toMatchObject([{ id: event.id, kept: 3, counted: 0 }]);
});
