import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { inTransaction } from "../pool.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function buildHoldBody() {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id);
  return { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] };
}
const reserve = (body: object) => app.ask("registration/initRegistration", { body });

async function cancelWaiting(): Promise<number> {
  const { rows } = await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db);
  return rows.length;
}

/** Each new registration waits for the lock of the club "Locked", for at most a millisecond. */
async function shortenWaits(): Promise<void> {
  await sql`create function wait_less() returns trigger language plpgsql as $$ begin
      perform set_config('lock_timeout', '1', true);
      perform 1 from clubs where name = 'Locked' for update;
      return null;
    end $$`.execute(app.database.db);
  await sql`create trigger wait_less before insert on registrations
    for each statement execute function wait_less()`.execute(app.database.db);
}

test("a lock that is not free in time (55P03) is answered as busy, and nothing is stored", async () => {
  const body = await buildHoldBody();
  await app.database.db.insertInto("clubs").values({ name: "Locked" }).execute();
  await shortenWaits();
  try {
    await inTransaction(app.database.db, async (tx) => {
      await sql`select 1 from clubs where name = 'Locked' for update`.execute(tx);
      const refused = await reserve(body);
      expect(refused).toMatchObject({ status: 503, code: "busy" });
      expect(refused.headers["retry-after"]).toBeDefined();
    });
    expect((await reserve(body)).status).toBe(200);
  } finally {
    await sql`drop function wait_less cascade`.execute(app.database.db);
  }
  const held = await app.database.db
    .selectFrom("registrations")
    .select("id")
    .where("event_id", "=", body.eventId)
    .execute();
  expect(held).toHaveLength(1);
});

test("a statement that is cancelled (57014) is answered as busy, and nothing is stored", async () => {
  const body = await buildHoldBody();
  await inTransaction(app.database.db, async (tx) => {
    await sql`select 1 from events where id = ${body.eventId} for update`.execute(tx);
    const refused = reserve(body);
    await expect.poll(cancelWaiting).toBe(1);
    expect(await refused).toMatchObject({ status: 503, code: "busy" });
  });
  expect((await reserve(body)).status).toBe(200);
  const held = await app.database.db
    .selectFrom("registrations")
    .select("id")
    .where("event_id", "=", body.eventId)
    .execute();
  expect(held).toHaveLength(1);
});
