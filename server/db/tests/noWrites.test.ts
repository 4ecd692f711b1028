import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import {
  card,
  expressPayment,
  hold,
  people,
  placeTestOrder,
  startTestPayment,
} from "../../testing/buying.ts";
import { runQuery } from "../../testing/cluster.ts";
import { databaseContents } from "../../testing/contents.ts";
import { stripeApp } from "../../testing/stripeApp.ts";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

async function fillDisk({ database: { db } }: TestApp): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  for (const { name } of rows)
    await sql`create trigger refuse before insert or update or delete on ${sql.id(name)}
      for each statement execute function refuse()`.execute(db);
}
const freeDisk = ({ database: { db } }: TestApp) => sql`drop function refuse cascade`.execute(db);

/** PostgreSQL refuses writes as on a standby after a failover (25006). */
async function turnReadOnly(mode: "on" | "off"): Promise<void> {
  const name = new URL(app.database.url).pathname.slice(1);
  await runQuery(
    app.database.url,
    `begin read write; alter database ${name} set default_transaction_read_only = ${mode}; commit`,
  );
  await runQuery(
    app.database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  // Every later connection is newer than the change.
  await expect.poll(() => app.database.pool.totalCount).toBe(0);
}

test.each([
  ["with a full disk", fillDisk, freeDisk],
  ["that is a standby", () => turnReadOnly("on"), () => turnReadOnly("off")],
] as const)(
  "a database %s refuses each step of a purchase as busy and stores nothing; later each step works",
  async (_what, begin, end) => {
    const event = await buildEvent(app.database.db, { slug: "gala" });
    const { id: ticketId } = await buildTicket(app.database.db, event.id, { maxStock: 10 });
    const lines = { eventId: event.id, tickets: [{ ticketId, quantity: 1 }] };
    const holdPlaces = async () => {
      const { registration, accessKey } = await hold(app, event.id, ticketId);
      return { registrationId: registration.id, accessKey };
    };
    const savePeople = (proof: { registrationId: number; accessKey: string }) =>
      app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    const heldPlaces = await holdPlaces();
    const named = await holdPlaces();
    expect((await savePeople(named)).status).toBe(200);
    const placed = await placeTestOrder(app, event.id, ticketId);
    const paying = await startTestPayment(app, event.id, ticketId);
    const express = await expressPayment(app, event.id, ticketId);
    const pay = ({ paymentIntentId, accessKey }: { paymentIntentId: string; accessKey: string }) =>
      app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    const steps = {
      reserve: () => app.ask("registration/initRegistration", { body: lines }),
      register: () => app.ask("registration/express", { body: { ...lines, attendees: people(ticketId) } }),
      name: () => savePeople(heldPlaces),
      order: () => app.ask("order/createOrder", { body: named }),
      start: () =>
        app.ask("stripe/create-payment-intent", {
          body: { orderId: placed.order.id, accessKey: placed.accessKey },
        }),
      pay: () => pay(paying),
      payExpress: () => pay(express),
    };
    const before = await databaseContents(app.database.db);

    await begin(app);
    for (const [step, ask] of Object.entries(steps)) {
      const reply = await ask();
      expect(reply, step).toMatchObject({ status: 503, code: "busy" });
      expect(reply.headers["retry-after"], step).toBeDefined();
    }
    expect(await databaseContents(app.database.db)).toEqual(before);
    expect((await app.ask("event/getEventBySlug", { query: { slug: "gala" } })).status).toBe(200);

    await end(app);
    for (const [step, ask] of Object.entries(steps)) expect((await ask()).status, step).toBe(200);
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from registrations group by state order by state`.execute(
      app.database.db,
    );
    expect(rows).toEqual([
      { state: "active", count: 2 },
      { state: "held", count: 2 },
      { state: "pending", count: 3 },
    ]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  },
);

test("a delivery of Stripe gets 503 while the disk is full, and the next delivery activates the registration", async () => {
  const site = await stripeApp();
  try {
    const event = await buildEvent(site.database.db);
    const { id: ticketId } = await buildTicket(site.database.db, event.id);
    const { registrationId, paymentIntentId } = await expressPayment(site, event.id, ticketId);
    const state = async () => {
      const row = await site.database.db
        .selectFrom("registrations")
        .select("state")
        .where("id", "=", registrationId)
        .executeTakeFirstOrThrow();
      return row.state;
    };
    await fillDisk(site);
    site.stripe.pay(paymentIntentId);
    await site.stripe.settled();
    expect(site.stripe.deliveries().at(-1)).toMatchObject({ status: 503 });
    expect(await state()).toBe("pending");

    await freeDisk(site);
    site.stripe.redeliver();
    await site.stripe.settled();
    expect(await state()).toBe("active");
    expect(await auditCounters(site.database.db)).toEqual([]);
  } finally {
    await site.close();
  }
});
