/**
 * Each table that the cascading foreign keys reach has a row before a removal, and none after it except the super
 * user's.
 */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Code } from "../../../contract/endpoint.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { testPassword } from "../../testing/builders.ts";
import { scanOf } from "../../testing/parties.ts";
import { buildWorld, type World } from "../../testing/world.ts";

let app: TestApp;
let world: World;
beforeEach(async () => {
  app = await testApp();
  world = await buildWorld(app);
  await addMissingRows();
  await refundEverything();
});
afterEach(() => app.close());

async function addMissingRows(): Promise<void> {
  const { db } = app.database;
  const { event, freeTicketId: ticketId, questionId, tokens } = world;
  const eventId = event.id;
  const attendees = [{ ticketId, firstName: "Leo", answers: [{ questionId, answer: "Fish" }] }];
  const succeed = async (request: Promise<{ code?: Code; payload: unknown }>) => {
    const { code, payload } = await request;
    expect(code, JSON.stringify(payload)).toBeUndefined();
  };
  await succeed(
    app.ask("registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        promoCode: "EARLY",
        email: "leo@example.org",
        attendees,
      },
    }),
  );
  const rows = [
    ["name", "email"],
    ["Ida", "ida@example.org"],
  ];
  await succeed(
    app.ask("registration/bulkImportAttendee", {
      body: { eventId, ticketId, rows },
      token: tokens.admin,
      headers: { "idempotency-key": "an-import" },
    }),
  );
  await succeed(app.ask("event/signClosing", { body: { eventId, signedName: "Tom" }, token: tokens.admin }));
  await succeed(app.ask("auth/signin", { body: { email: world.adminEmail, password: testPassword } }));
  const { orderId } = world.refundable;
  await succeed(app.ask("order/refund", { body: { orderId }, token: tokens.admin }));
  const scan = scanOf({ attendeeId: world.expected.attendeeId, decided: true });
  const undo = scanOf({ kind: "undo", undoes: [scan.scanId] });
  const { token, deviceId } = world.helper;
  await succeed(app.ask("door/sync", { body: { eventId, deviceId, scans: [scan, undo] }, token }));
  await db
    .insertInto("recovery_codes")
    .values({ user_id: world.users.admin, code_hash: Buffer.from("x") })
    .execute();
  const reminder = { event_id: eventId, days_before: 7, batch: scan.scanId, queued_at: new Date() };
  await db.insertInto("detail_reminders").values(reminder).execute();
  await sql`insert into archived_records (event_id, import_id, file, place, cells)
    select event_id, id, 'earlier/1/orders.csv', id, '["Order id"]'::jsonb from attendee_imports`.execute(db);
}

/** Money would prevent a removal. */
async function refundEverything(): Promise<void> {
  const { db } = app.database;
  await sql`update orders set payment_status = 'refunded' where payment_status in ('paid', 'pending')`.execute(
    db,
  );
  await sql`update sponsorships set payment_status = 'refunded' where payment_status = 'paid'`.execute(db);
  await sql`update payments set state = 'refunded', attention = null`.execute(db);
}

async function countDependentRows(table: string): Promise<Record<string, number>> {
  const { db } = app.database;
  const { rows } = await sql<{ name: string }>`
    with recursive along (name) as (
      select ${table}::regclass
      union select conrelid::regclass from pg_constraint join along on confrelid = along.name
      where contype = 'f' and confdeltype = 'c')
    select name::text from along order by 1`.execute(db);
  const counts = rows.map(async ({ name }) => {
    const counted = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    return [name, counted.rows[0]!.count] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test("removing an event deletes its rows in every dependent table", async () => {
  const before = await countDependentRows("events");
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
  const events = await app.database.db.selectFrom("events").select("id").execute();
  for (const { id } of events) {
    const reply = await app.ask("event/removeEvent", { query: { eventId: id }, token: world.tokens.sudo });
    expect(reply).toMatchObject({ status: 200 });
  }
  expect(Object.entries(await countDependentRows("events")).filter(([, count]) => count > 0)).toEqual([]);
});

test("removing a club deletes its rows in every dependent table", async () => {
  const before = await countDependentRows("clubs");
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
  const clubs = await app.database.db.selectFrom("clubs").select("id").execute();
  for (const { id } of clubs) {
    const reply = await app.ask("club/removeClub", { query: { clubId: id }, token: world.tokens.sudo });
    expect(reply).toMatchObject({ status: 200 });
  }
  const remaining = Object.entries(await countDependentRows("clubs")).filter(([, count]) => count > 0);
  expect(remaining).toEqual([
    ["app_users", 1],
    ["second_factors", 1],
  ]);
});
