import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import type { LockHold } from "../../holds/reserve.ts";
import { readPlaces } from "../../holds/rows.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEntry, buildEvent, buildTicket } from "../../testing/builders.ts";
import { meeting } from "../../testing/meeting.ts";
import { anotherNode } from "../../testing/stripeApp.ts";
import { offerPlaces } from "../offers.ts";

let app: TestApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await testApp({ max: 20 });
  other = await anotherNode(app);
});
afterAll(() => app.close());

/** Two entries wait and four places are free: enough to offer both twice. */
async function twoWait() {
  const { db } = app.database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { maxStock: 4 });
  for (const name of ["ann", "ben"]) await buildEntry(db, { event, ticketId: ticket.id, name });
  return event.id;
}
async function heldIn(eventId: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from registrations
    where event_id = ${eventId} and state = 'held'`.execute(app.database.db);
  return rows[0]!.held;
}

describe("two nodes that offer the same places at once", () => {
  test("offer each once, twenty times", async () => {
    for (let round = 0; round < 20; round++) {
      const eventId = await twoWait();
      const { db, time } = { db: app.database.db, time: app.time.now };
      const made = await Promise.all([1, 2, 3].map(() => offerPlaces(db, eventId, { now: time })));
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
      expect(await heldIn(eventId)).toBe(2);
    }
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("offer each once when both sweep", async () => {
    const eventId = await twoWait();
    await Promise.all([app.checkout.sweep(), other.checkout.sweep()]);
    expect(await heldIn(eventId)).toBe(2);
  });

  test("control: without the locks some are offered twice", async () => {
    const held: number[] = [];
    for (let round = 0; round < 10; round++) {
      const eventId = await twoWait();
      const together = meeting(2);
      const noLock: LockHold = async (tx, ids) => {
        const snapshot = await readPlaces(tx, ids, { lock: false });
        await together();
        return snapshot;
      };
      const offer = () => offerPlaces(app.database.db, eventId, { now: app.time.now, takeHold: noLock });
      await Promise.all([offer(), offer()]);
      held.push(await heldIn(eventId));
    }
    expect(Math.max(...held)).toBe(4);
  });
});

describe("the last place, wanted by the public and by the list at once", () => {
  test("goes to the list, thirty times", async () => {
    const { db } = app.database;
    for (let round = 0; round < 30; round++) {
      const event = await buildEvent(db);
      const ticket = await buildTicket(db, event.id, { maxStock: 1 });
      await buildEntry(db, { event, ticketId: ticket.id });
      const [, ...reply] = await Promise.all([
        offerPlaces(db, event.id, { now: app.time.now }),
        ...[1, 2, 3].map(() =>
          app.ask("registration/initRegistration", {
            body: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] },
          }),
        ),
      ]);
      expect(reply.map(({ code }) => code)).toEqual(["soldOut", "soldOut", "soldOut"]);
      expect(await heldIn(event.id)).toBe(1);
    }
    expect(await auditCounters(db)).toEqual([]);
  });
});
