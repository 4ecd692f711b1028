/** The reports of a door for staff: arrivals, expected guests, and conflicts between doors. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorScan } from "../../../contract/shapes/door.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildBought, buildParty, type Guest, scanOf } from "../../testing/arrivals.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let admin: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const opening = new Date("2031-06-01T18:00:00Z");
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T17:50:00Z");
  event = await buildEvent(db, { start: opening, end: null });
  ticketId = (await buildTicket(db, event.id, { price: 0, maxStock: 1000 })).id;
  admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

const helperAt = (gate: string) =>
  buildHelper(app.database.db, { eventId: event.id, now: app.time.now }, { gate, name: `${gate} phone` });
type Helper = Awaited<ReturnType<typeof helperAt>>;
const tell = async (helper: Helper, ...scans: DoorScan[]) => {
  const body = { eventId: event.id, deviceId: helper.deviceId, scans };
  const reply = await app.ask("door/sync", { body, token: helper.token });
  expect(reply.status).toBe(200);
  return reply.payload.answers;
};
const figures = async (token = admin) =>
  (await app.ask("door/getFigures", { query: { eventId: event.id }, token })).payload;
const conflicts = async () =>
  (await app.ask("door/getConflicts", { query: { eventId: event.id }, token: admin })).payload;
const party = (quantity: number) => buildParty(app, { eventId: event.id, ticketId }, quantity);

describe("the figures", () => {
  test("tell who is expected, and who came by gate and quarter of an hour", async () => {
    const [one, two, three] = await party(4);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    await tell(north, scanOf({ code: one!.code }), scanOf({ code: two!.code }));
    app.time.now = new Date("2031-06-01T18:05:00Z");
    await tell(south, scanOf({ code: three!.code }), scanOf({ code: one!.code }));
    expect(await figures()).toEqual({
      expected: 4,
      arrived: 3,
      gates: [
        { gate: "North", arrived: 2 },
        { gate: "South", arrived: 1 },
      ],
      quarters: [
        { from: "2031-06-01T17:45:00.000Z", gate: "North", count: 2 },
        { from: "2031-06-01T18:00:00.000Z", gate: "South", count: 1 },
      ],
      forecast: null,
      forecastEvents: 0,
      sales: { tickets: 0, cash: 0, cardTerminal: 0, currency: "eur" },
      conflicts: 0,
    });
  });

  test("tell a helper's device the same, but not the money", async () => {
    const north = await helperAt("North");
    const { sales, ...rest } = await figures();
    expect(sales).not.toBeNull();
    expect(await figures(north.token)).toEqual({ ...rest, sales: null });
  });

  test("foretell by the club's earlier events at which at least ten came, and by nobody else's", async () => {
    const { db } = app.database;
    const earlier = async (clubId: number, arrivals: [string, number][]) => {
      const { id } = await buildEvent(db, { clubId, start: new Date("2031-05-01T18:00:00Z"), end: null });
      await sql`update events set attendee_count = 20 where id = ${id}`.execute(db);
      for (const [time, count] of arrivals)
        await sql`insert into event_arrived (event_id, slot, checkins)
          values (${id}, ${`2031-05-01T${time}:00Z`}, ${count})`.execute(db);
    };
    await party(10);
    await earlier(event.clubId, [["17:45", 9]]);
    await earlier((await buildEvent(db)).clubId, [["17:45", 20]]);
    expect((await figures()).forecast).toBeNull();
    await earlier(event.clubId, [
      ["17:45", 5],
      ["18:00", 5],
    ]);
    const { forecast, forecastEvents } = await figures();
    expect(forecastEvents).toBe(1);
    expect(forecast).toEqual([
      { from: "2031-06-01T17:45:00.000Z", arrived: 3 },
      { from: "2031-06-01T18:00:00.000Z", arrived: 5 },
      { from: "2031-06-01T18:15:00.000Z", arrived: 5 },
    ]);
  });
});

describe("where doors disagree", () => {
  test("about one ticket at two doors: both scans, with gate, helper and both times; counted as one who came", async () => {
    const [mia] = await party(1);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    const claimedAt = "2031-06-01T17:30:00.000Z";
    const [first] = await tell(north, scanOf({ code: mia!.code, decided: true, claimedAt }));
    const [second] = await tell(south, scanOf({ code: mia!.code, decided: true }));
    const [conflict, ...others] = await conflicts();
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      attendeeId: mia!.attendeeId,
      purchaseId: null,
      registrationId: mia!.registrationId,
      name: "Mia Keller",
      ticketTitle: "Standard",
      reason: "twice",
      scans: [
        {
          scanId: first!.scanId,
          gate: "North",
          by: "North phone",
          conflict: false,
          claimedAt,
          receivedAt: app.time.now.toISOString(),
        },
        { scanId: second!.scanId, gate: "South", by: "South phone", conflict: true },
      ],
    });
    expect(await figures()).toMatchObject({ arrived: 1, conflicts: 1 });
  });

  test("is settled once one of the two is taken back, whichever it is", async () => {
    const [mia, tom] = await party(2);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    for (const [guest, taken] of [
      [mia, 0],
      [tom, 1],
    ] as const) {
      const [first] = await tell(north, scanOf({ code: guest!.code, decided: true }));
      const [second] = await tell(south, scanOf({ code: guest!.code, decided: true }));
      expect(await conflicts()).toHaveLength(1);
      const undoes = [[first, second][taken]!.scanId];
      await tell(north, scanOf({ kind: "undo", undoes, decided: true }));
      expect(await conflicts()).toEqual([]);
      expect(await figures()).toMatchObject({ conflicts: 0 });
    }
    expect(await figures()).toMatchObject({ arrived: 2 });
  });

  test("about somebody let in though cancelled", async () => {
    const [mia] = await party(1);
    const north = await helperAt("North");
    const body = { id: mia!.registrationId, status: false };
    expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
    await tell(north, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([{ attendeeId: mia!.attendeeId, reason: "cancelled" }]);
  });

  test("about somebody let in though not paid for, on another day, or by a code that was replaced", async () => {
    const { db } = app.database;
    const sets = {
      notPaid: ({ registrationId }: Guest) =>
        db.updateTable("registrations").set({ state: "expired" }).where("id", "=", registrationId).execute(),
      otherDay: () =>
        db
          .updateTable("tickets")
          .set({ valid_days: ["2031-05-30"] })
          .where("id", "=", ticketId)
          .execute(),
      replaced: ({ attendeeId }: Guest) =>
        db.updateTable("attendees").set({ qr_uuid: randomUUID() }).where("id", "=", attendeeId).execute(),
    };
    const north = await helperAt("North");
    for (const reason of ["notPaid", "otherDay", "replaced"] as const) {
      const [mia] = await party(1);
      await sets[reason](mia!);
      const scan = scanOf({ code: mia!.code, claimedAt: app.time.now.toISOString() });
      // As a question it is refused, and there is no conflict.
      expect(await tell(north, scan)).toMatchObject([{ verdict: reason, conflict: false }]);
      expect(await conflicts()).toEqual([]);
      expect(await tell(north, { ...scan, decided: true })).toMatchObject([
        { verdict: reason, conflict: true },
      ]);
      const decided = { scanId: scan.scanId, verdict: reason, gate: "North", by: "North phone" };
      expect(await conflicts()).toMatchObject([
        {
          attendeeId: mia!.attendeeId,
          purchaseId: null,
          registrationId: mia!.registrationId,
          name: "Mia Keller",
          ticketTitle: "Standard",
          reason,
          scans: [{ ...decided, kind: "admit", conflict: true, isUndone: false }],
        },
      ]);
      expect(await figures()).toMatchObject({ conflicts: 1 });
      await tell(north, scanOf({ kind: "undo", undoes: [scan.scanId], decided: true }));
      expect(await conflicts()).toEqual([]);
      await db.updateTable("tickets").set({ valid_days: null }).where("id", "=", ticketId).execute();
    }
  });

  test("about extras handed over twice, though not paid for, though paid back, and though removed", async () => {
    const { db } = app.database;
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    const buy = () => buildBought(app, { eventId: event.id, ticketId });
    const handOver = (helper: Helper, code: string) =>
      tell(helper, scanOf({ kind: "redeem", code, decided: true }));
    const told = async ({ purchaseId }: { purchaseId: number }) =>
      (await conflicts()).find((one) => one.purchaseId === purchaseId);

    const twice = await buy();
    const [first] = await handOver(north, twice.code);
    expect(await conflicts()).toEqual([]);
    const [second] = await handOver(south, twice.code);
    expect(await told(twice)).toMatchObject({
      attendeeId: null,
      registrationId: twice.guest.registrationId,
      name: "2 × Badge",
      ticketTitle: "",
      reason: "twice",
      scans: [
        { scanId: first!.scanId, kind: "redeem", gate: "North", by: "North phone", conflict: false },
        { scanId: second!.scanId, kind: "redeem", gate: "South", by: "South phone", conflict: true },
      ],
    });

    const [unpaid, paidBack] = [await buy(), await buy()];
    const { registrationId } = unpaid.guest;
    await db
      .updateTable("registrations")
      .set({ state: "expired" })
      .where("id", "=", registrationId)
      .execute();
    await db
      .updateTable("orders")
      .set({ payment_status: "refunded" })
      .where("registration_id", "=", paidBack.guest.registrationId)
      .execute();
    await handOver(north, unpaid.code);
    await handOver(north, paidBack.code);
    expect(await told(unpaid)).toMatchObject({ name: "2 × Badge", reason: "notPaid" });
    expect(await told(paidBack)).toMatchObject({ name: "2 × Badge", reason: "cancelled" });

    const removed = await buy();
    await handOver(north, removed.code);
    const query = { registrationId: removed.guest.registrationId, eventId: event.id, force: true };
    expect((await app.ask("registration/removeRegistration", { query, token: admin })).status).toBe(200);
    await handOver(south, removed.code);
    expect(await told(removed)).toMatchObject({ name: "2 × Badge", reason: "removed", scans: [{}, {}] });
    expect(await figures()).toMatchObject({ conflicts: 4 });

    await tell(south, scanOf({ kind: "undo", undoes: [second!.scanId], decided: true }));
    expect(await told(twice)).toBeUndefined();
    expect(await figures()).toMatchObject({ conflicts: 3 });
  });

  test("about somebody let in though removed, as they were called when they came before", async () => {
    const [mia] = await party(1);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    await tell(north, scanOf({ code: mia!.code }));
    const query = { registrationId: mia!.registrationId, eventId: event.id, force: true };
    expect((await app.ask("registration/removeRegistration", { query, token: admin })).status).toBe(200);
    await tell(south, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([
      { attendeeId: mia!.attendeeId, name: "Mia Keller", ticketTitle: "", reason: "removed" },
    ]);
  });

  test("about what a device did that staff had ended", async () => {
    const [mia] = await party(1);
    const north = await helperAt("North");
    const body = { eventId: event.id, deviceId: north.deviceId };
    expect((await app.ask("door/revokeDevice", { body, token: admin })).status).toBe(200);
    await tell(north, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([{ attendeeId: mia!.attendeeId, reason: "revokedDevice" }]);
    expect(await figures()).toMatchObject({ arrived: 0, conflicts: 1 });
  });
});

describe("all that happened", () => {
  const scans = async (query: Record<string, unknown> = {}) =>
    (await app.ask("door/getScans", { query: { eventId: event.id, ...query }, token: admin })).payload;

  test("is told newest first, by page, and of one attendee", async () => {
    const guests = await party(3);
    const north = await helperAt("North");
    for (const { code } of guests) await tell(north, scanOf({ code }));
    const [first] = (await scans({ attendeeId: guests[0]!.attendeeId })).items;
    await tell(north, scanOf({ kind: "undo", undoes: [first!.scanId], scanId: randomUUID() }));
    const page = await scans({ itemsPerPage: 2 });
    expect(page).toMatchObject({ totalItems: 4, page: 1 });
    expect(page.items.map(({ kind, attendeeId }) => [kind, attendeeId])).toEqual([
      ["undo", guests[0]!.attendeeId],
      ["admit", guests[2]!.attendeeId],
    ]);
    expect((await scans({ itemsPerPage: 2, page: 2 })).items.map(({ attendeeId }) => attendeeId)).toEqual([
      guests[1]!.attendeeId,
      guests[0]!.attendeeId,
    ]);
    const ofOne = await scans({ attendeeId: guests[0]!.attendeeId });
    expect(ofOne).toMatchObject({ totalItems: 2, items: [{ kind: "undo" }, { isUndone: true }] });
  });
});
