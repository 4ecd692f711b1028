import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import type { LockRows } from "../../holds/reserve.ts";
import { readPlaces } from "../../holds/rows.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEntry, buildEvent, buildTicket } from "../../testing/builders.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { offerPlaces } from "../offers.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

/** Four free places are enough to offer a place to each entry twice. */
async function eventWithTwoWaiting() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { maxStock: 4 });
  for (const name of ["ann", "ben"]) await buildEntry(db, { event, ticketId: ticket.id, name });
  return event.id;
}
async function countHolds(eventId: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from registrations
    where event_id = ${eventId} and state = 'held'`.execute(app.database.db);
  return rows[0]!.held;
}

describe("concurrent offers of the same places", () => {
  test("three concurrent runs of offerPlaces make one offer to each entry, in 20 rounds", async () => {
    for (let round = 0; round < 20; round++) {
      const eventId = await eventWithTwoWaiting();
      const offer = () => offerPlaces(app.database.db, eventId, { now: app.time.now });
      const counts = await Promise.all([offer(), offer(), offer()]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
      expect(await countHolds(eventId)).toBe(2);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("two nodes that sweep at the same time make one offer to each entry", async () => {
    const eventId = await eventWithTwoWaiting();
    await Promise.all([app.checkout.sweep(), other.checkout.sweep()]);
    expect(await countHolds(eventId)).toBe(2);
  });

  test("control: without the locks, some entries get two offers", async () => {
    const held: number[] = [];
    for (let round = 0; round < 10; round++) {
      const eventId = await eventWithTwoWaiting();
      const together = barrier(2);
      const noLock: LockRows = async (tx, ids) => {
        const snapshot = await readPlaces(tx, ids, { lock: false });
        await together();
        return snapshot;
      };
      const offer = () => offerPlaces(app.database.db, eventId, { now: app.time.now, lockRows: noLock });
      await Promise.all([offer(), offer()]);
      held.push(await countHolds(eventId));
    }
    expect(Math.max(...held)).toBe(4);
  });
});

describe("the last place that the public and the waiting list want at the same time", () => {
  test("the last place is offered to the waiting list and not sold to the public, in 30 rounds", async () => {
    const { db } = app.database;
    for (let round = 0; round < 30; round++) {
      const event = await buildEvent(db);
      const ticket = await buildTicket(db, event.id, { maxStock: 1 });
      await buildEntry(db, { event, ticketId: ticket.id });
      const [, ...replies] = await Promise.all([
        offerPlaces(db, event.id, { now: app.time.now }),
        ...[1, 2, 3].map(() =>
          app.ask("registration/initRegistration", {
            body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
          }),
        ),
      ]);
      expect(replies.map(({ code }) => code)).toEqual(["soldOut", "soldOut", "soldOut"]);
      expect(await countHolds(event.id)).toBe(1);
    }
    expect(await auditCounters(db)).toEqual([]);
  });
});
