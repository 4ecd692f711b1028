import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorScan } from "../../../contract/shapes/door/door.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { buildExtrasPurchase, buildParty, type Guest, scanOf, signedCode } from "../../testing/parties.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date();
  event = await buildEvent(db, { start: app.time.now, end: null });
  ticketId = (await buildTicket(db, event.id, { price: 0, maxStock: 1000 })).id;
  const staff = await buildUser(db, ADMIN, event.clubId);
  await db.updateTable("app_users").set({ full_name: "Olga Staff" }).where("id", "=", staff.id).execute();
  token = await openSession(db, staff.id, app.time.now);
});

const buildGuests = (quantity = 1): Promise<Guest[]> =>
  buildParty(app, { eventId: event.id, ticketId }, quantity);
const north: string = randomUUID();
const south: string = randomUUID();

async function sendScans(scans: DoorScan[], deviceId = north, as = token) {
  const reply = await app.ask("door/sync", { body: { eventId: event.id, deviceId, scans }, token: as });
  if (reply.status !== 200) throw new Error(`${reply.code} ${reply.msg}`);
  expect(await auditDoor(app.database.db)).toEqual([]);
  return reply.payload.answers;
}
const sendScan = async (scan: Partial<DoorScan>, deviceId?: string, as?: string) =>
  (await sendScans([scanOf(scan)], deviceId, as))[0]!;
const storedScans = () =>
  app.database.db
    .selectFrom("door_scans")
    .selectAll()
    .where("event_id", "=", event.id)
    .orderBy("receipt")
    .execute();
const admittedIds = async () =>
  (await app.database.db.selectFrom("checkins").selectAll().where("event_id", "=", event.id).execute()).map(
    ({ attendee_id }) => attendee_id,
  );
const register = (deviceId: string, gate: string) =>
  app.ask("door/register", { body: { eventId: event.id, deviceId, gate, deviceName: "A phone" }, token });

describe("an attendee who shows a code", () => {
  test("an attendee is welcome once; a second door gets alreadyIn with the time, gate and staff of the first scan", async () => {
    const [mia] = await buildGuests();
    await register(north, "North");
    const first = await sendScan({ code: mia!.code });
    expect(first).toMatchObject({ verdict: "welcome", conflict: false, earlier: null });
    const admission = {
      scanId: first.scanId,
      gate: "North",
      by: "Olga Staff",
      at: app.time.now.toISOString(),
    };
    expect(first.attendee).toMatchObject({ attendeeId: mia!.attendeeId, state: "active", admission });
    const second = await sendScan({ code: mia!.code }, south);
    expect(second).toMatchObject({ verdict: "alreadyIn", conflict: false, earlier: admission });
    expect(
      (await storedScans()).map(({ verdict, is_admitted, name }) => [verdict, is_admitted, name]),
    ).toEqual([
      ["welcome", true, "Mia Keller"],
      ["alreadyIn", false, "Mia Keller"],
    ]);
  });

  test("a scan that is sent again gets the first answer, not alreadyIn", async () => {
    const [mia] = await buildGuests();
    const scan = scanOf({ code: mia!.code });
    const [first] = await sendScans([scan]);
    expect((await sendScans([scan]))[0]).toEqual(first);
    expect((await sendScans([{ ...scan, scanId: scan.scanId.toUpperCase() }]))[0]).toMatchObject({
      verdict: "welcome",
    });
    expect((await sendScans([scan, scan]))[1]).toEqual(first);
    expect(await storedScans()).toHaveLength(1);
  });

  test("people of one registration are admitted by code or by name in one request, and the last of them by code later", async () => {
    const [mia, ...guests] = await buildGuests(4);
    const answers = await sendScans([
      scanOf({ code: mia!.code }),
      scanOf({ attendeeId: guests[0]!.attendeeId }),
      scanOf({ attendeeId: guests[1]!.attendeeId }),
    ]);
    expect(answers.map(({ verdict }) => verdict)).toEqual(["welcome", "welcome", "welcome"]);
    expect(await sendScan({ code: guests[2]!.code })).toMatchObject({ verdict: "welcome" });
    expect(await admittedIds()).toHaveLength(4);
  });

  test("a scan is answered with the current state: not paid, cancelled, other day, replaced or deleted", async () => {
    const { db } = app.database;
    const guests = await buildGuests(6);
    const [mia] = guests;
    const setState = (state: "expired" | "cancelled" | "active") =>
      db.updateTable("registrations").set({ state }).where("id", "=", mia!.registrationId).execute();
    await setState("expired");
    expect(await sendScan({ code: mia!.code })).toMatchObject({
      verdict: "notPaid",
      attendee: { state: "notPaid" },
    });
    await setState("cancelled");
    expect(await sendScan({ code: mia!.code })).toMatchObject({ verdict: "cancelled" });
    await setState("active");
    await db
      .updateTable("tickets")
      .set({ valid_days: ["2001-01-01"] })
      .where("id", "=", ticketId)
      .execute();
    expect(await sendScan({ code: mia!.code })).toMatchObject({ verdict: "otherDay" });
    await db.updateTable("tickets").set({ valid_days: null }).where("id", "=", ticketId).execute();
    await db
      .updateTable("attendees")
      .set({ qr_uuid: randomUUID() })
      .where("id", "=", mia!.attendeeId)
      .execute();
    expect(await sendScan({ code: mia!.code })).toMatchObject({ verdict: "replaced" });
    await app.ask("registration/deleteAttendee", {
      query: { attendeeId: guests[1]!.attendeeId, eventId: event.id, force: true },
      token,
    });
    expect(await sendScan({ code: guests[1]!.code })).toMatchObject({ verdict: "cancelled", attendee: null });
    expect(await sendScan({ attendeeId: guests[1]!.attendeeId })).toMatchObject({ verdict: "cancelled" });
    expect(await admittedIds()).toEqual([]);
  });

  test("a code of the older form is checked by its secret, at its own event and at another one", async () => {
    const [mia] = await buildGuests();
    const { r, a, q } = JSON.parse(mia!.code);
    const olderCode = JSON.stringify({ r, a, q });
    const other = await buildEvent(app.database.db, { clubId: event.clubId, start: app.time.now });
    const reply = await app.ask("door/sync", {
      body: { eventId: other.id, deviceId: north, scans: [scanOf({ code: olderCode })] },
      token,
    });
    expect(reply.payload.answers[0]).toMatchObject({ verdict: "otherEvent", attendee: null });
    expect(await sendScan({ code: olderCode })).toMatchObject({ verdict: "welcome" });
    expect(await sendScan({ code: JSON.stringify({ r, a, q: randomUUID() }) })).toMatchObject({
      verdict: "unknown",
    });
  });
});

describe("what a device did offline", () => {
  test("two offline admissions are both stored, the second in conflict, and the attendee is counted once", async () => {
    const [mia] = await buildGuests();
    await sendScan({ code: mia!.code, decided: true });
    const second = await sendScan({ code: mia!.code, decided: true }, south);
    expect(second).toMatchObject({ verdict: "alreadyIn", conflict: true, earlier: { by: "Olga Staff" } });
    expect((await storedScans()).map(({ is_admitted, conflict }) => [is_admitted, conflict])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(await admittedIds()).toEqual([mia!.attendeeId]);
  });

  test("an undecided scan that was refused can be sent again as decided: it keeps its answer and is in conflict", async () => {
    const [mia] = await buildGuests();
    await sendScan({ code: mia!.code });
    const scan = scanOf({ code: mia!.code });
    const [refused] = await sendScans([scan], south);
    const [upgraded] = await sendScans([{ ...scan, decided: true }], south);
    expect(upgraded).toEqual({ ...refused, conflict: true });
    expect((await sendScans([scan], south))[0]).toEqual(upgraded);
    expect(await storedScans()).toHaveLength(2);
  });

  test("an offline scan of a cancelled or deleted attendee is in conflict, and the name of the deleted one is stored", async () => {
    const [mia, leo] = await buildGuests(2);
    await sendScan({ code: leo!.code });
    const query = { attendeeId: leo!.attendeeId, eventId: event.id, force: true };
    await app.ask("registration/deleteAttendee", { query, token });
    const code = await signedCode(app.database.db, { eventId: event.id, ...leo! });
    expect(await sendScan({ code, decided: true })).toMatchObject({ verdict: "cancelled", conflict: true });
    expect(await sendScan({ attendeeId: leo!.attendeeId, decided: true })).toMatchObject({
      verdict: "cancelled",
    });
    expect((await storedScans()).at(-1)).toMatchObject({
      name: "Guest 1",
      conflict: true,
      is_admitted: true,
    });
    await app.database.db
      .updateTable("registrations")
      .set({ state: "cancelled" })
      .where("id", "=", mia!.registrationId)
      .execute();
    expect(await sendScan({ code: mia!.code, decided: true })).toMatchObject({
      verdict: "cancelled",
      conflict: true,
    });
    expect(await admittedIds()).toEqual([mia!.attendeeId]);
  });

  test("an offline scan is on the right day if it is the right day by the device's or by the server's clock", async () => {
    const [mia, leo, zoe, ben] = await buildGuests(4);
    const wrongClock = "1999-01-01T00:00:00.000Z";
    expect(await sendScan({ code: ben!.code, decided: true, claimedAt: wrongClock })).toMatchObject({
      verdict: "welcome",
    });
    const start = new Date(app.time.now.getTime() - 4 * 24 * 3_600_000);
    await app.database.db
      .updateTable("events")
      .set({ start_datetime: start })
      .where("id", "=", event.id)
      .execute();
    const claimedAt = start.toISOString();
    expect(await sendScan({ code: mia!.code, decided: true, claimedAt })).toMatchObject({
      verdict: "welcome",
    });
    expect(await sendScan({ code: leo!.code, claimedAt })).toMatchObject({ verdict: "otherDay" });
    expect(await sendScan({ code: zoe!.code, decided: true, claimedAt: wrongClock })).toMatchObject({
      verdict: "otherDay",
      conflict: true,
    });
  });

  test("an offline scan through a revoked link is in conflict and admits nobody, and one through an expired link still admits", async () => {
    const [mia] = await buildGuests();
    const at = { eventId: event.id, now: app.time.now };
    const helper = await buildHelper(app.database.db, at, { state: "revoked" });
    const reply = await sendScan({ code: mia!.code, decided: true }, helper.deviceId, helper.token);
    expect(reply).toMatchObject({ verdict: "welcome", conflict: true, attendee: { admission: null } });
    expect(await sendScan({ code: mia!.code }, helper.deviceId, helper.token)).toMatchObject({
      verdict: "unknown",
    });
    expect(await admittedIds()).toEqual([]);
    const late = await buildHelper(app.database.db, at, { state: "expired" });
    await sendScan({ code: mia!.code, decided: true }, late.deviceId, late.token);
    expect(await admittedIds()).toEqual([mia!.attendeeId]);
  });

  test("an admission whose answer was lost is no conflict when it is sent again after its link was revoked", async () => {
    const [mia] = await buildGuests();
    const helper = await buildHelper(app.database.db, { eventId: event.id, now: app.time.now });
    const scan = { code: mia!.code, scanId: randomUUID() };
    await sendScan(scan, helper.deviceId, helper.token);
    await app.database.db
      .updateTable("door_links")
      .set({ revoked_at: app.time.now })
      .where("id", "=", helper.linkId)
      .execute();
    app.services.passes.forget();
    expect(await sendScan({ ...scan, decided: true }, helper.deviceId, helper.token)).toMatchObject({
      verdict: "welcome",
      conflict: false,
    });
    expect(await admittedIds()).toEqual([mia!.attendeeId]);
  });
});

describe("an undo", () => {
  const undo = (...undoes: string[]): Partial<DoorScan> => ({ kind: "undo", undoes, decided: true });

  test("an undo removes the admission; then a second stored scan that admitted the attendee counts as the admission", async () => {
    const [mia] = await buildGuests();
    const first = await sendScan({ code: mia!.code, decided: true });
    const second = await sendScan({ code: mia!.code, decided: true }, south);
    const reply = await sendScan(undo(first.scanId));
    expect(reply).toMatchObject({ verdict: "welcome", earlier: { scanId: first.scanId } });
    expect(reply.attendee?.admission).toMatchObject({ scanId: second.scanId });
    expect(await sendScan(undo(first.scanId))).toMatchObject({ verdict: "unknown" });
    expect((await sendScan(undo(second.scanId))).attendee?.admission).toBeNull();
    expect(await admittedIds()).toEqual([]);
    expect(await sendScan({ code: mia!.code })).toMatchObject({ verdict: "welcome" });
  });

  test("an undo may arrive before the scan that it undoes", async () => {
    const [mia] = await buildGuests();
    const scan = scanOf({ code: mia!.code, decided: true });
    expect(await sendScan(undo(scan.scanId))).toMatchObject({ verdict: "unknown", attendee: null });
    expect((await sendScans([scan]))[0]).toMatchObject({ verdict: "welcome", attendee: { admission: null } });
    expect(await admittedIds()).toEqual([]);
  });

  test("an undo and a scan of a code need their own right, and a helper who may only search admits by name", async () => {
    const [mia] = await buildGuests();
    const at = { eventId: event.id, now: app.time.now };
    const seller = await buildHelper(app.database.db, at, { rights: ["sell"] });
    const finder = await buildHelper(app.database.db, at, { rights: ["search"] });
    await expect(sendScan({ code: mia!.code }, seller.deviceId, seller.token)).rejects.toThrow("wrongRole");
    await expect(sendScan(undo(randomUUID()), finder.deviceId, finder.token)).rejects.toThrow("wrongRole");
    await expect(sendScan({ code: mia!.code }, finder.deviceId, finder.token)).rejects.toThrow("wrongRole");
    expect(await sendScan({ attendeeId: mia!.attendeeId }, finder.deviceId, finder.token)).toMatchObject({
      verdict: "welcome",
    });
  });
});

describe("extras", () => {
  test("extras are handed over once, by their code or from the attendee's card, and the handover can be undone", async () => {
    const { code, purchaseId } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const stored = () =>
      app.database.db
        .selectFrom("extras_purchases")
        .select(["redeemed", "scanned_at"])
        .where("id", "=", purchaseId)
        .executeTakeFirst();
    const first = await sendScan({ kind: "redeem", code });
    expect(first).toMatchObject({
      verdict: "welcome",
      purchase: {
        purchaseId,
        items: [{ title: "Badge", quantity: 2 }],
        redemption: { scanId: first.scanId },
      },
    });
    expect(await stored()).toEqual({ redeemed: true, scanned_at: app.time.now });
    expect(await sendScan({ kind: "redeem", purchaseId })).toMatchObject({
      verdict: "alreadyIn",
      earlier: first.purchase?.redemption,
    });
    expect(await sendScan({ kind: "redeem", code, decided: true })).toMatchObject({ conflict: true });
    const conflicting = (await storedScans()).at(-1)!.scan_id;
    await sendScan({ kind: "undo", undoes: [first.scanId, conflicting] });
    expect(await stored()).toEqual({ redeemed: false, scanned_at: null });
  });

  test("a device may hand over one of two items, a scan without counts hands over the rest, and each handover can be undone", async () => {
    const { code, purchaseId } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const handed = async () =>
      await app.database.db
        .selectFrom("extras_purchases")
        .select(["handed", "redeemed"])
        .where("id", "=", purchaseId)
        .executeTakeFirstOrThrow();
    const one = { lines: [{ line: 0, quantity: 1 }] };
    const first = await sendScan({ kind: "redeem", code, ...one });
    expect(first).toMatchObject({
      verdict: "welcome",
      purchase: { redemption: null, handovers: [{ scanId: first.scanId, counts: [1] }] },
    });
    expect(await handed()).toEqual({ handed: [1], redeemed: false });
    expect(await sendScan({ kind: "redeem", code, lines: [{ line: 0, quantity: 2 }] })).toMatchObject({
      verdict: "alreadyIn",
      earlier: { scanId: first.scanId },
    });
    const rest = await sendScan({ kind: "redeem", code });
    expect(rest).toMatchObject({ verdict: "welcome", purchase: { redemption: { scanId: rest.scanId } } });
    expect((await storedScans()).at(-1)).toMatchObject({ name: "1 × Badge" });
    expect(await handed()).toEqual({ handed: [2], redeemed: true });
    expect(await sendScan({ kind: "redeem", purchaseId, ...one, decided: true })).toMatchObject({
      verdict: "alreadyIn",
      conflict: true,
    });
    const conflicting = (await storedScans()).at(-1)!.scan_id;
    expect(await handed()).toEqual({ handed: [2], redeemed: true });
    await sendScan({ kind: "undo", undoes: [rest.scanId, conflicting] });
    expect(await handed()).toEqual({ handed: [1], redeemed: false });
    await sendScan({ kind: "undo", undoes: [first.scanId] });
    expect(await handed()).toEqual({ handed: [0], redeemed: false });
  });

  test("a handover of an item that was not bought is refused, and the other scans of the same request are accepted", async () => {
    const { code, purchaseId, guest } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const answers = await sendScans([
      scanOf({ kind: "redeem", purchaseId, lines: [{ line: 0, quantity: 1 }] }),
      scanOf({ kind: "redeem", code, lines: [{ line: 1, quantity: 1 }], decided: true }),
      scanOf({ attendeeId: guest.attendeeId }),
    ]);
    expect(answers.map(({ verdict, conflict }) => [verdict, conflict])).toEqual([
      ["welcome", false],
      ["unknown", false],
      ["welcome", false],
    ]);
    expect(await storedScans()).toHaveLength(2);
    const { handed } = await app.database.db
      .selectFrom("extras_purchases")
      .select("handed")
      .where("id", "=", purchaseId)
      .executeTakeFirstOrThrow();
    expect(handed).toEqual([1]);
  });

  test("extras of a ticket for another day get the answer otherDay, unless a companion's ticket is valid today", async () => {
    const { db } = app.database;
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    // In 36 hours it is another day, also in the event's time zone.
    const tomorrow = day(app.time.now.getTime() + 36 * 3_600_000);
    const later = await buildTicket(db, event.id, { price: 0, maxStock: 10 });
    await db
      .updateTable("tickets")
      .set({ valid_days: [tomorrow] })
      .where("id", "=", later.id)
      .execute();
    const { code, purchaseId, guest } = await buildExtrasPurchase(app, {
      eventId: event.id,
      ticketId: later.id,
    });
    expect(await sendScan({ kind: "redeem", code })).toMatchObject({ verdict: "otherDay", conflict: false });
    const claimedAt = app.time.now.toISOString();
    expect(await sendScan({ kind: "redeem", purchaseId, decided: true, claimedAt })).toMatchObject({
      verdict: "otherDay",
      conflict: true,
    });
    const stored = (await storedScans()).at(-1)!.scan_id;
    await sendScan({ kind: "undo", undoes: [stored] });
    const [companion] = await buildGuests();
    await sql`update attendees set registration_id = ${guest.registrationId}, is_primary = false
      where id = ${companion!.attendeeId}`.execute(db);
    expect(await sendScan({ kind: "redeem", code })).toMatchObject({ verdict: "welcome" });
  });
});

describe("a device", () => {
  test("the row of a device has its gate, the number of scans it sent, and the number that still wait on it", async () => {
    const guests = await buildGuests(3);
    await register(north, "North");
    const scans = guests.map(({ code }) => scanOf({ code }));
    const sent = { eventId: event.id, deviceId: north, appVersion: "1.2", waiting: 7 };
    await app.ask("door/sync", { body: { ...sent, scans: scans.slice(0, 2) }, token });
    await app.ask("door/sync", { body: { ...sent, waiting: 0, scans }, token });
    const device = await app.database.db
      .selectFrom("door_devices")
      .selectAll()
      .where("event_id", "=", event.id)
      .executeTakeFirst();
    expect(device).toMatchObject({
      gate: "North",
      scans: 3,
      waiting: 0,
      app_version: "1.2",
      name: "A phone",
    });
    expect((await storedScans()).map(({ gate }) => gate)).toEqual(["North", "North", "North"]);
  });
});
