import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../db/pool.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import type { LockRows } from "../../../holds/reserve.ts";
import { lockPlaces, readPlaces } from "../../../holds/rows.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEntry, buildEvent, buildTicket } from "../../../testing/builders.ts";
import { barrier } from "../../../testing/meeting.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { offerPlaces } from "../../../waiting/offers.ts";
import { insertImportedEntries } from "../../../waiting/rows.ts";
import { importById } from "../attendeeImports.ts";
import { type TakeBackGuards, takeBackGuards, takeImportBack } from "../takeBack.ts";

let app: TestApp;
let clubId: number;
let token: string;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

/** A ticket with an import of as many people as `names`. */
async function openEvent({ maxStock, names }: { maxStock: number; names: readonly string[] }) {
  const { db } = app.database;
  const event = await buildEvent(db, { clubId });
  const ticket = await buildTicket(db, event.id, { price: 0, title: "Standard", maxStock });
  const rows = [["Name", "E-mail"], ...names.map((name) => [name, `${name}@example.org`])];
  const reply = await app.ask("registration/bulkImportAttendee", {
    body: { eventId: event.id, rows },
    token,
  });
  return { event, eventId: event.id, ticketId: ticket.id, importId: reply.payload.importId! };
}
type OpenEvent = Awaited<ReturnType<typeof openEvent>>;

async function takeBack({ importId }: OpenEvent, guards: Partial<TakeBackGuards> = {}) {
  const { db } = app.database;
  const row = (await importById(db, importId))!;
  return takeImportBack(db, row, { actor: "user:1", now: app.time.now }, { ...takeBackGuards, ...guards });
}
const offer = ({ eventId }: OpenEvent, lockRows: LockRows = lockPlaces) =>
  offerPlaces(app.database.db, eventId, { now: app.time.now, lockRows });
const buy = ({ eventId, ticketId }: OpenEvent) =>
  app.ask("registration/initRegistration", { body: { eventId, tickets: [{ ticketId, quantity: 1 }] } });

async function outcomeOf({ eventId, ticketId }: OpenEvent) {
  const { db } = app.database;
  const entries = await db
    .selectFrom("waiting_entries")
    .select(["name", "state"])
    .where("event_id", "=", eventId)
    .orderBy("id")
    .execute();
  const ticket = await db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  return { ...ticket, entries: entries.map(({ name, state }) => `${name} ${state}`) };
}
async function expectNoDifference() {
  const { db } = app.database;
  expect([...(await auditCounters(db)), ...(await auditFigures(db))]).toEqual([]);
}

describe("two nodes that offer the places of an import while it is taken back", () => {
  /** People of an import have all places, and two entries wait. Both nodes begin to offer while the import is locked. */
  async function race(
    names: readonly string[],
    offerOne: (event: OpenEvent, taken: Promise<void>) => Promise<number>,
    meanwhile: (event: OpenEvent) => Promise<unknown> = async () => {},
  ) {
    const event = await openEvent({ maxStock: names.length, names });
    for (const name of ["Ann", "Ben"])
      await buildEntry(app.database.db, { event: event.event, ticketId: event.ticketId, name });
    let others: Promise<unknown> = Promise.resolve();
    const { promise: taken, resolve: wasTaken } = Promise.withResolvers<void>();
    await takeBack(event, {
      parts: async (tx, ids) => {
        others = Promise.all([offerOne(event, taken), offerOne(event, taken), meanwhile(event)]);
        return takeBackGuards.parts(tx, ids);
      },
    });
    wasTaken();
    await others;
    // This call is the job that taking back queues, for the places which the two nodes missed.
    await offer(event);
    return outcomeOf(event);
  }

  test("both places of the import are offered to the two entries in line and not sold to a buyer, in 10 rounds", async () => {
    for (let round = 0; round < 10; round++) {
      const codes: (string | undefined)[] = [];
      const outcome = await race(
        ["p1", "p2"],
        (event) => offer(event),
        async (event) => {
          codes.push((await buy(event)).code);
        },
      );
      expect(outcome).toEqual({ held: 2, sold: 0, entries: ["Ann offered", "Ben offered"] });
      expect(codes).toEqual(["soldOut"]);
    }
    await expectNoDifference();
  });

  test("each of two entries in line is offered one of the four places", async () => {
    const outcome = await race(["p1", "p2", "p3", "p4"], (event) => offer(event));
    expect(outcome).toEqual({ held: 2, sold: 0, entries: ["Ann offered", "Ben offered"] });
  });

  test("control: without the lock of offers, both nodes offer the returned places", async () => {
    const together = barrier(2);
    const outcome = await race(["p1", "p2", "p3", "p4"], (event, taken) =>
      offer(event, async (tx, ids) => {
        await taken;
        const snapshot = await readPlaces(tx, ids, { lock: false });
        await together();
        return snapshot;
      }),
    );
    expect(outcome).toMatchObject({ held: 4, entries: ["Ann offered", "Ben offered"] });
  });
});

describe("an import with a waiting list that is taken back while its first in line gets an offer", () => {
  /** One place is free. Ivy (an imported entry) is first in line, then Ann. */
  async function race(places: TakeBackGuards["places"], isAwaited: boolean) {
    const event = await openEvent({ maxStock: 2, names: ["p1"] });
    const { eventId, ticketId, importId } = event;
    await inTransaction(app.database.db, (tx) =>
      insertImportedEntries(tx, { eventId, importId }, [
        { ticketId, places: 1, name: "Ivy", email: "ivy@example.org", createdAt: app.time.now },
      ]),
    );
    await buildEntry(app.database.db, { event: event.event, ticketId, name: "Ann", places: 2 });
    let offered: Promise<number> = Promise.resolve(0);
    await takeBack(event, {
      places,
      parts: async (tx, ids) => {
        const seen = await takeBackGuards.parts(tx, ids);
        offered = offer(event);
        if (isAwaited) await offered;
        return seen;
      },
    });
    await offered;
    await offer(event);
    return outcomeOf(event);
  }

  test("the places of an import with a waiting list are offered to the next entry in line", async () => {
    expect(await race(takeBackGuards.places, false)).toEqual({
      held: 2,
      sold: 0,
      entries: ["Ann offered"],
    });
    await expectNoDifference();
  });

  test("control: without the lock of the places, one place is held for an entry that was deleted", async () => {
    const noLock: TakeBackGuards["places"] = (tx, ids) => readPlaces(tx, ids, { lock: false });
    expect(await race(noLock, true)).toEqual({ held: 1, sold: 0, entries: ["Ann waiting"] });
  });
});
