import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditDoor } from "../../../door/auditDoor.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildQuestion, buildSharedCapacity, buildTicket } from "../../../testing/builders.ts";
import { placeTestOrder } from "../../../testing/buying.ts";
import { historyCount } from "../../../testing/histories.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

const titles = ["Standard", "Child"] as const;

/** Two rows with the same `who` may be the same person, so that some files have errors. */
const row = fc.record({
  who: fc.nat({ max: 40 }),
  firstName: fc.constantFrom("Ada", "Jörg", "สมชาย", "O’Neill", "=1+1"),
  ticket: fc.constantFrom(...titles, ""),
  state: fc.constantFrom("paid", "paid", "paid", "canceled", "reserved"),
  meal: fc.constantFrom("", "Fish", "Soup, please"),
  company: fc.constantFrom("", "Acme"),
  order: fc.constantFrom("", "", "A1", "B2"),
  quantity: fc.constantFrom("", "", "1", "2"),
  price: fc.constantFrom("", "20.00", "1.020,50"),
  registeredAt: fc.constantFrom("", "2025-05-01T10:00:00Z", "01.06.2025 10:00"),
  checkedIn: fc.constantFrom("", "No", "Yes", "2025-05-02 10:00"),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

async function openEvent(bought: number) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { clubId, start, capacity: 60 });
  const shared = await buildSharedCapacity(db, event.id, { maxPlaces: 50 });
  const sharedCapacityId = shared.id;
  const [standard] = await Promise.all(
    titles.map((title) => buildTicket(db, event.id, { title, price: 0, maxStock: 40, sharedCapacityId })),
  );
  await buildQuestion(db, event.id, { text: "Meal" });
  if (bought > 0) await placeTestOrder(app, event.id, standard!.id, bought);
  return { eventId: event.id, standardId: standard!.id };
}

/** What staff, the door and buyers see of an event. */
async function everythingOf(eventId: number) {
  const query = { eventId };
  const people = (filters: object) =>
    app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, registrationState: "all", ...filters },
      token,
    });
  const [stock, statistics, series, orders, answers, tickets, capacities, copy, all, found] =
    await Promise.all([
      app.ask("event/getStock", { query, token }),
      app.ask("checkin/getStatistics", {
        query: { ...query, date: app.time.now.toISOString().slice(0, 10) },
        token,
      }),
      app.ask("checkin/getStatisticsSeries", {
        query: { ...query, date: app.time.now.toISOString().slice(0, 10) },
        token,
      }),
      app.ask("order/getOrdersByEventId", { query, token }),
      app.ask("form/getAnswerCounts", { query, token }),
      app.ask("ticket/getTicketsByEventId", { query }),
      app.ask("sharedCapacity/getByEventId", { query, token }),
      app.ask("door/getCopy", { query, token }),
      people({}),
      people({ searchKeyword: "a" }),
    ]);
  return {
    payloads: [stock, statistics, series, orders, answers, tickets, capacities, all, found].map(
      ({ payload }) => payload,
    ),
    copy: copy.payload.attendees,
  };
}

const waits = fc.record({ waiting: fc.boolean(), isActivated: fc.boolean() });
type Waits = typeof waits extends fc.Arbitrary<infer Value> ? Value : never;

async function importAndTakeBack(
  rows: readonly Row[],
  bought: number,
  { waiting, isActivated }: Waits,
): Promise<number | null> {
  const { db } = app.database;
  const { eventId, standardId } = await openEvent(bought);
  const before = await everythingOf(eventId);
  const body = {
    eventId,
    ticketId: standardId,
    waiting,
    values: { state: { reserved: "waiting" as const } },
    rows: [
      [
        "Name",
        "E-mail",
        "Ticket",
        "Order status",
        "Meal",
        "Company",
        "Order",
        "Quantity",
        "Price",
        "Registered at",
        "Checked in",
      ],
      ...rows.map(({ who, firstName, ticket, state, meal, company, ...more }) => [
        `${firstName} Number${who}`,
        `guest${who}@example.org`,
        ticket,
        state,
        meal,
        company,
        more.order,
        more.quantity,
        more.price,
        more.registeredAt,
        more.checkedIn,
      ]),
    ],
  };
  const { payload } = await app.ask("registration/bulkImportAttendee", { body, token });
  const importId: number | null = payload.importId;
  if (importId === null) expect(await everythingOf(eventId)).toEqual(before);
  else {
    const imported = await everythingOf(eventId);
    expect(imported).not.toEqual(before);
    const again = await app.ask("registration/bulkImportAttendee", {
      body: { ...body, update: true },
      token,
    });
    expect(again.payload).toMatchObject({
      insertCount: 0,
      updateCount: 0,
      importId: null,
      skipped: [],
      update: { changed: 0, unchanged: payload.insertCount, kept: 0 },
    });
    expect(await everythingOf(eventId)).toEqual(imported);
    const waitingCount = payload.waitingCount;
    if (isActivated && waitingCount > 0) {
      const reply = await app.ask("import/activate", { body: { importId }, token });
      expect(reply.payload).toEqual({ importId, people: waitingCount });
      expect(await auditFigures(db)).toEqual([]);
    }
    expect((await app.ask("import/takeBack", { body: { importId }, token })).status).toBe(200);
    expect(await everythingOf(eventId)).toEqual(before);
  }
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
  return importId;
}

test("a second import that corrects with the same file changes nothing, and taking the first back restores figures, door, search and places", async () => {
  let imported = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, { selector: ({ who }) => who, minLength: 1, maxLength: 20 }),
      fc.option(row, { nil: undefined, freq: 4 }),
      fc.nat({ max: 4 }),
      waits,
      async (rows, another, bought, waiting) => {
        const all = another === undefined ? rows : [...rows, another];
        const importId = await importAndTakeBack(all, bought, waiting);
        if (importId !== null) imported += 1;
      },
    ),
    { numRuns: historyCount({ all: 15 }), endOnFailure: true },
  );
  expect(imported).toBeGreaterThan(0);
});
