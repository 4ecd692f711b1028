import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { buildEvent, buildExtras, buildTicket, holdRequest } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type SnapshotSpec, snapshotOf } from "../../testing/snapshot.ts";
import { endHolds, type LockedRegistration, lockWithPlaces, mayBeSold, sellPlaces } from "../move.ts";
import { reserveAll } from "../reserve.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const now = new Date();
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** The hold ends fifteen minutes after `now`. */
async function makeHold(maxStock = 10) {
  const { db } = database;
  const { id: eventId } = await buildEvent(db);
  const { id: ticketId } = await buildTicket(db, eventId, { maxStock });
  const { id: extrasId } = await buildExtras(db, eventId, { maxStock: 5 });
  const request = holdRequest(eventId, ticketId, 2);
  const wish = { ...request.wish, extras: [{ extrasId, quantity: 1 }] };
  const [outcome] = await inTransaction(db, (tx) => reserveAll(tx, [{ ...request, wish }], { now }));
  if (outcome === undefined || !("reply" in outcome)) throw new Error("no hold");
  return { eventId, ticketId, extrasId, id: outcome.reply.registration.id };
}

const endOverdue = (ids: number[], endedBefore: Date | null) =>
  inTransaction(database.db, (tx) => endHolds(tx, ids, { to: "expired", endedBefore, actor: "sweeper" }));

const sell = (id: number) =>
  inTransaction(database.db, async (tx) =>
    sellPlaces(tx, (await lockWithPlaces(tx, id))!, { attendees: 0, actor: "visitor" }),
  );

/** [held, sold] of the ticket, of the extra and of the event. */
async function counters({ ticketId, extrasId, eventId }: Awaited<ReturnType<typeof makeHold>>) {
  const countersOf = (table: "tickets" | "extras" | "events", id: number) =>
    database.db.selectFrom(table).select(["held", "sold"]).where("id", "=", id).executeTakeFirstOrThrow();
  const [ticket, extras, event] = [
    await countersOf("tickets", ticketId),
    await countersOf("extras", extrasId),
    await countersOf("events", eventId),
  ];
  return [ticket, extras, event].map(({ held, sold }) => [held, sold]);
}

describe("holds that end", () => {
  test("holds that end release every place and extra once", async () => {
    const [one, two] = [await makeHold(), await makeHold()];
    expect(await counters(one)).toEqual([
      [2, 0],
      [1, 0],
      [2, 0],
    ]);
    const endedHolds = await endOverdue([one.id, two.id], inMinutes(15));
    expect(endedHolds.map(({ id }) => id).sort((a, b) => a - b)).toEqual([one.id, two.id]);
    expect(await endOverdue([one.id, two.id], inMinutes(15))).toEqual([]);
    for (const hold of [one, two])
      expect(await counters(hold)).toEqual([
        [0, 0],
        [0, 0],
        [0, 0],
      ]);
    const history = await database.db
      .selectFrom("audit_log")
      .select(["action", "detail"])
      .where("entity", "=", "registration")
      .where("entity_id", "=", one.id)
      .orderBy("id")
      .execute();
    expect(history).toEqual([
      { action: "held", detail: { from: null, to: "held", places: 2 } },
      { action: "expired", detail: { from: "held", to: "expired", places: 2 } },
    ]);
  });

  test("holds end at their time and not a millisecond before", async () => {
    const hold = await makeHold();
    expect(await endOverdue([hold.id], new Date(inMinutes(15).getTime() - 1))).toEqual([]);
    expect(await counters(hold)).toEqual([
      [2, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(await endOverdue([hold.id], inMinutes(15))).toHaveLength(1);
  });

  test("holds whose places were sold do not end", async () => {
    const hold = await makeHold();
    expect(await sell(hold.id)).toBe(true);
    expect(await endOverdue([hold.id], null)).toEqual([]);
    expect(await counters(hold)).toEqual([
      [0, 2],
      [0, 1],
      [0, 2],
    ]);
  });
});

test("an unknown registration is not locked", async () => {
  expect(await inTransaction(database.db, (tx) => lockWithPlaces(tx, 0))).toBeUndefined();
});

describe("places of a hold that has ended", () => {
  test("places of an ended hold are sold when all of them are free", async () => {
    const hold = await makeHold(2);
    await endOverdue([hold.id], null);
    expect(await sell(hold.id)).toBe(true);
    expect(await counters(hold)).toEqual([
      [0, 2],
      [0, 1],
      [0, 2],
    ]);
  });

  test.each<[string, (hold: Awaited<ReturnType<typeof makeHold>>) => Promise<unknown>]>([
    [
      "one of the places is taken",
      ({ ticketId }) =>
        database.db.updateTable("tickets").set({ held: 1 }).where("id", "=", ticketId).execute(),
    ],
    [
      "its extra is taken",
      ({ extrasId }) =>
        database.db.updateTable("extras").set({ sold: 5 }).where("id", "=", extrasId).execute(),
    ],
    [
      "the event is full",
      ({ eventId }) =>
        database.db.updateTable("events").set({ capacity: 1 }).where("id", "=", eventId).execute(),
    ],
    [
      "the event was cancelled",
      ({ eventId }) =>
        database.db.updateTable("events").set({ cancelled_at: now }).where("id", "=", eventId).execute(),
    ],
  ])("places of an ended hold are not sold when %s, and no counter changes", async (_why, change) => {
    const hold = await makeHold(2);
    await endOverdue([hold.id], null);
    await change(hold);
    const before = await counters(hold);
    expect(await sell(hold.id)).toBe(false);
    expect(await counters(hold)).toEqual(before);
  });

  /** The extra has the same id as the ticket. */
  const endedHold = {
    state: "expired",
    event_id: 1,
    places: 2,
    promo_code_id: 31,
    promo_uses: 2,
    lines: [
      { kind: "ticket", refId: 11, title: "Adult", unitPrice: 100, quantity: 2, total: 200, withCode: true },
      { kind: "extras", refId: 11, title: "Dinner", unitPrice: 100, quantity: 3, total: 300 },
    ],
  } as LockedRegistration["registration"];
  const completeSpec = {
    tickets: [{ id: 11 }],
    extras: [{ id: 11 }],
    promoCodes: [{ id: 31, code: "EARLY" }],
  } satisfies SnapshotSpec;
  const canBeSold = (spec: SnapshotSpec) =>
    mayBeSold({ registration: endedHold, snapshot: snapshotOf(spec) });

  test.each<[string, (sold: number) => SnapshotSpec]>([
    ["the event's capacity", (sold) => ({ ...completeSpec, event: { capacity: 6, held: 3, sold } })],
    ["their ticket", (sold) => ({ ...completeSpec, tickets: [{ id: 11, max_stock: 6, held: 3, sold }] })],
    ["their extra", (sold) => ({ ...completeSpec, extras: [{ id: 11, max_stock: 7, held: 3, sold }] })],
    [
      "their code",
      (sold) => ({ ...completeSpec, promoCodes: [{ id: 31, code: "EARLY", max_uses: 6, held: 3, sold }] }),
    ],
    [
      "a shared capacity",
      (sold) => ({
        ...completeSpec,
        tickets: [{ id: 11, shared_capacity_id: 41 }],
        shared: [{ id: 41, max_places: 6, held: 3, sold }],
      }),
    ],
  ])(
    "places of an ended hold can be sold with the last places of %s, and not with one less",
    (_what, spec) => {
      expect([canBeSold(spec(1)), canBeSold(spec(2))]).toEqual([true, false]);
    },
  );

  test("places of an ended hold cannot be sold if their code, ticket or extra was deleted", () => {
    expect(canBeSold(completeSpec)).toBe(true);
    expect(canBeSold({ ...completeSpec, promoCodes: [] })).toBe(false);
    expect(canBeSold({ ...completeSpec, tickets: [] })).toBe(false);
    expect(canBeSold({ ...completeSpec, extras: [] })).toBe(false);
  });
});
