import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSponsorship } from "../checkout/sponsor.ts";
import { buildEvent, buildPackage, buildTaxRate } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { fillSponsorships } from "../testing/manyRows.ts";
import { hangTimeoutMs } from "../testing/patience.ts";
import { readingsOf, rowsOf } from "../testing/queryPlans.ts";
import { sponsorshipsOfEvent, sponsorshipTotals } from "./sponsorshipRows.ts";

const count = 5000;
let database: TestDatabase;
let eventId: number;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const event = await buildEvent(db);
  eventId = event.id;
  await fillSponsorships(db, eventId, count);
  await fillSponsorships(db, (await buildEvent(db, { clubId: event.clubId })).id, 2 * count);
  // One sponsorship is refunded in full, one in part.
  await sql`update orders set payment_status = 'refunded', refunded_amount = 500 where order_number = ${`D${eventId}-1`}`.execute(
    db,
  );
  await sql`update orders set refunded_amount = 200 where order_number = ${`D${eventId}-2`}`.execute(db);
  // While another transaction is open, a vacuum may leave pages unmarked as visible, and queries then read them too.
  // So the vacuum is repeated.
  const areAllVisible = async () => {
    await sql`vacuum (analyze) orders, sponsorships`.execute(db);
    const { rows } = await sql<{ all: boolean }>`
      select bool_and(relallvisible >= relpages - 1) as all from pg_class where relname in ('orders', 'sponsorships')`.execute(
      db,
    );
    return rows[0]!.all;
  };
  await vi.waitFor(async () => expect(await areAllVisible()).toBe(true), { timeout: hangTimeoutMs });
});
afterAll(() => database.close());

describe("an event with many sponsorships", () => {
  test("the totals of sponsorships are computed without reading orders that have neither refunds nor tax", async () => {
    expect(await sponsorshipTotals(database.db, eventId)).toEqual([
      {
        currency: "eur",
        paid: { count: 4499, amount: 4499 * 500 - 200 },
        pending: { count: 500, amount: 250_000 },
        refunded: { count: 2, amount: 700 },
      },
    ]);
    const read = await readingsOf(database, (db) => sponsorshipTotals(db, eventId));
    expect(rowsOf(read, "orders")).toBeLessThan(10);
    const { rows } = await sql<{ pages: number }>`
      select (pg_relation_size('sponsorships') / 8192)::int as pages`.execute(database.db);
    expect(read[0]!.pages).toBeLessThan(rows[0]!.pages / 3);
  });

  test("a list of the few refunded sponsorships reads no other sponsorships", async () => {
    const read = await readingsOf(database, (db) => sponsorshipsOfEvent(db, eventId, "refunded"));
    expect(rowsOf(read, "sponsorships")).toBe(1);
    expect((await sponsorshipsOfEvent(database.db, eventId, "pending")).length).toBe(500);
    expect((await sponsorshipsOfEvent(database.db, eventId)).length).toBe(1000);
  });
});

test("the totals of sponsors have the tax that was added to a package, in what was paid and in what was refunded", async () => {
  const { db } = database;
  const event = await buildEvent(db);
  const rate = await buildTaxRate(db, event.clubId, { name: "VAT", percent: 10 });
  const gold = await buildPackage(db, event.id, { price: 100_000, taxRateId: rate.id });
  const sponsorData = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
  const sponsor = async (organization: string) => {
    const body = { eventId: event.id, packageId: gold.id, sponsorData: { ...sponsorData, organization } };
    const now = new Date();
    const { sponsorship } = await createSponsorship(
      db,
      { ...body, isPublic: true } as Parameters<typeof createSponsorship>[1],
      { idempotency: null, now },
    );
    return sponsorship.id;
  };
  const [partly, wholly] = [await sponsor("Engines"), await sponsor("Looms")];
  await sponsor("Not yet");
  const set = (sponsorshipId: number, payment_status: "paid" | "refunded", refunded_amount: number) =>
    db
      .updateTable("orders")
      .set({ payment_status, refunded_amount })
      .where("id", "=", ({ selectFrom }) =>
        selectFrom("sponsorships").select("order_id").where("id", "=", sponsorshipId),
      )
      .execute();
  await set(partly, "paid", 105_000);
  await set(wholly, "paid", 0);
  await set(wholly, "refunded", 110_000);
  expect(await sponsorshipTotals(db, event.id)).toEqual([
    {
      currency: "eur",
      paid: { count: 1, amount: 5000 },
      pending: { count: 1, amount: 110_000 },
      refunded: { count: 2, amount: 215_000 },
    },
  ]);
});
