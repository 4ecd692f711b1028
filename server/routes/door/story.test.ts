import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorScan } from "../../../contract/shapes/door/door.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { buildExtrasPurchase, buildParty, type Guest, scanOf } from "../../testing/parties.ts";
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
const sync = async (helper: Helper, ...scans: DoorScan[]) => {
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
  test("a door's figures count expected guests, and arrivals by gate and quarter of an hour", async () => {
    const [one, two, three] = await party(4);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    await sync(north, scanOf({ code: one!.code }), scanOf({ code: two!.code }));
    app.time.now = new Date("2031-06-01T18:05:00Z");
    await sync(south, scanOf({ code: three!.code }), scanOf({ code: one!.code }));
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
      sales: { tickets: 0, extras: 0, cash: 0, cardTerminal: 0, currency: "eur" },
      conflicts: 0,
    });
  });

  test("a helper's device gets the same figures without the money", async () => {
    const north = await helperAt("North");
    const { sales, ...rest } = await figures();
    expect(sales).not.toBeNull();
    expect(await figures(north.token)).toEqual({ ...rest, sales: null });
  });

  test("the forecast uses only earlier events of the same club with at least ten arrivals", async () => {
    const { db } = app.database;
    const eventOn = async (day: string, clubId: number, arrivals: [string, number][]) => {
      const { id } = await buildEvent(db, { clubId, start: new Date(`${day}T18:00:00Z`), end: null });
      await sql`update events set attendee_count = 20 where id = ${id}`.execute(db);
      for (const [time, count] of arrivals)
        await sql`insert into event_arrived (event_id, slot, checkins)
          values (${id}, ${`${day}T${time}:00Z`}, ${count})`.execute(db);
    };
    const earlier = (clubId: number, arrivals: [string, number][]) => eventOn("2031-05-01", clubId, arrivals);
    await party(10);
    await earlier(event.clubId, [["17:45", 9]]);
    await earlier((await buildEvent(db)).clubId, [["17:45", 20]]);
    await eventOn("2031-06-02", event.clubId, [["17:45", 20]]);
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

describe("conflicts between doors", () => {
  test("a ticket admitted at two doors is a conflict with both scans, and counts as one arrival", async () => {
    const [mia] = await party(1);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    const claimedAt = "2031-06-01T17:30:00.000Z";
    const [first] = await sync(north, scanOf({ code: mia!.code, decided: true, claimedAt }));
    const [second] = await sync(south, scanOf({ code: mia!.code, decided: true }));
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

  test("a conflict of two scans ends when either of them is undone", async () => {
    const [mia, tom] = await party(2);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    for (const [guest, undoneIndex] of [
      [mia, 0],
      [tom, 1],
    ] as const) {
      const [first] = await sync(north, scanOf({ code: guest!.code, decided: true }));
      const [second] = await sync(south, scanOf({ code: guest!.code, decided: true }));
      expect(await conflicts()).toHaveLength(1);
      const undoes = [[first, second][undoneIndex]!.scanId];
      await sync(north, scanOf({ kind: "undo", undoes, decided: true }));
      expect(await conflicts()).toEqual([]);
      expect(await figures()).toMatchObject({ conflicts: 0 });
    }
    expect(await figures()).toMatchObject({ arrived: 2 });
  });

  test("a guest who is admitted after the registration was cancelled is a conflict", async () => {
    const [mia] = await party(1);
    const north = await helperAt("North");
    const body = { id: mia!.registrationId, status: false };
    expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
    await sync(north, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([{ attendeeId: mia!.attendeeId, reason: "cancelled" }]);
  });

  test("a guest who is admitted unpaid, on another day, or with a replaced code is a conflict", async () => {
    const { db } = app.database;
    const changes = {
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
      await changes[reason](mia!);
      const scan = scanOf({ code: mia!.code, claimedAt: app.time.now.toISOString() });
      // A scan that the device has not decided itself is refused, so there is no conflict.
      expect(await sync(north, scan)).toMatchObject([{ verdict: reason, conflict: false }]);
      expect(await conflicts()).toEqual([]);
      expect(await sync(north, { ...scan, decided: true })).toMatchObject([
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
      await sync(north, scanOf({ kind: "undo", undoes: [scan.scanId], decided: true }));
      expect(await conflicts()).toEqual([]);
      await db.updateTable("tickets").set({ valid_days: null }).where("id", "=", ticketId).execute();
    }
  });

  test("extras that are handed over twice, unpaid, refunded, or removed are conflicts", async () => {
    const { db } = app.database;
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    const buy = () => buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const handOver = (helper: Helper, code: string) =>
      sync(helper, scanOf({ kind: "redeem", code, decided: true }));
    const conflictOf = async ({ purchaseId }: { purchaseId: number }) =>
      (await conflicts()).find((one) => one.purchaseId === purchaseId);

    const twice = await buy();
    const [first] = await handOver(north, twice.code);
    expect(await conflicts()).toEqual([]);
    const [second] = await handOver(south, twice.code);
    expect(await conflictOf(twice)).toMatchObject({
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

    const [unpaid, refunded] = [await buy(), await buy()];
    const { registrationId } = unpaid.guest;
    await db
      .updateTable("registrations")
      .set({ state: "expired" })
      .where("id", "=", registrationId)
      .execute();
    await db
      .updateTable("orders")
      .set({ payment_status: "refunded" })
      .where("registration_id", "=", refunded.guest.registrationId)
      .execute();
    await handOver(north, unpaid.code);
    await handOver(north, refunded.code);
    expect(await conflictOf(unpaid)).toMatchObject({ name: "2 × Badge", reason: "notPaid" });
    expect(await conflictOf(refunded)).toMatchObject({ name: "2 × Badge", reason: "cancelled" });

    const removed = await buy();
    await handOver(north, removed.code);
    const query = { registrationId: removed.guest.registrationId, eventId: event.id, force: true };
    expect((await app.ask("registration/removeRegistration", { query, token: admin })).status).toBe(200);
    await handOver(south, removed.code);
    expect(await conflictOf(removed)).toMatchObject({
      name: "2 × Badge",
      reason: "removed",
      scans: [{}, {}],
    });
    expect(await figures()).toMatchObject({ conflicts: 4 });

    await sync(south, scanOf({ kind: "undo", undoes: [second!.scanId], decided: true }));
    expect(await conflictOf(twice)).toBeUndefined();
    expect(await figures()).toMatchObject({ conflicts: 3 });
  });

  test("a removed guest who is admitted is a conflict, with the name from an earlier admission", async () => {
    const [mia] = await party(1);
    const [north, south] = [await helperAt("North"), await helperAt("South")];
    await sync(north, scanOf({ code: mia!.code }));
    const query = { registrationId: mia!.registrationId, eventId: event.id, force: true };
    expect((await app.ask("registration/removeRegistration", { query, token: admin })).status).toBe(200);
    await sync(south, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([
      { attendeeId: mia!.attendeeId, name: "Mia Keller", ticketTitle: "", reason: "removed" },
    ]);
  });

  test("an admission by a revoked device is a conflict", async () => {
    const [mia] = await party(1);
    const north = await helperAt("North");
    const body = { eventId: event.id, deviceId: north.deviceId };
    expect((await app.ask("door/revokeDevice", { body, token: admin })).status).toBe(200);
    await sync(north, scanOf({ code: mia!.code, decided: true }));
    expect(await conflicts()).toMatchObject([{ attendeeId: mia!.attendeeId, reason: "revokedDevice" }]);
    expect(await figures()).toMatchObject({ arrived: 0, conflicts: 1 });
  });

  test("an undo of unknown scans by a revoked device is no conflict, because it concerns nobody", async () => {
    const north = await helperAt("North");
    const body = { eventId: event.id, deviceId: north.deviceId };
    expect((await app.ask("door/revokeDevice", { body, token: admin })).status).toBe(200);
    await sync(north, scanOf({ kind: "undo", undoes: [randomUUID()], decided: true }));
    expect(await conflicts()).toEqual([]);
    expect(await figures()).toMatchObject({ conflicts: 0 });
  });
});

describe("the scans of an event", () => {
  const scans = async (query: Record<string, unknown> = {}) =>
    (await app.ask("door/getScans", { query: { eventId: event.id, ...query }, token: admin })).payload;

  test("an event's scans are listed newest first, by page, and for one attendee", async () => {
    const guests = await party(3);
    const north = await helperAt("North");
    for (const { code } of guests) await sync(north, scanOf({ code }));
    const [first] = (await scans({ attendeeId: guests[0]!.attendeeId })).items;
    await sync(north, scanOf({ kind: "undo", undoes: [first!.scanId], scanId: randomUUID() }));
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
    const scansOfOne = await scans({ attendeeId: guests[0]!.attendeeId });
    expect(scansOfOne).toMatchObject({ totalItems: 2, items: [{ kind: "undo" }, { isUndone: true }] });
  });
});
