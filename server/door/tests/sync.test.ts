import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorScan } from "../../../contract/shapes/door.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildBought, buildParty, type Guest, scanOf, signedCode } from "../../testing/arrivals.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
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
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

const party = (quantity = 1): Promise<Guest[]> => buildParty(app, { eventId: event.id, ticketId }, quantity);
const north: string = randomUUID();
const south: string = randomUUID();

/** Sends scans from a staff device, or with a helper's token, and returns the answers. */
async function tell(scans: DoorScan[], deviceId = north, as = token) {
  const reply = await app.ask("door/sync", { body: { eventId: event.id, deviceId, scans }, token: as });
  if (reply.status !== 200) throw new Error(`${reply.code} ${reply.msg}`);
  expect(await auditDoor(app.database.db)).toEqual([]);
  return reply.payload.answers;
}
const one = async (scan: Partial<DoorScan>, deviceId?: string, as?: string) =>
  (await tell([scanOf(scan)], deviceId, as))[0]!;
const kept = () =>
  app.database.db
    .selectFrom("door_scans")
    .selectAll()
    .where("event_id", "=", event.id)
    .orderBy("receipt")
    .execute();
const whoIsIn = async () =>
  (await app.database.db.selectFrom("checkins").selectAll().where("event_id", "=", event.id).execute()).map(
    ({ attendee_id }) => attendee_id,
  );
const register = (deviceId: string, gate: string) =>
  app.ask("door/register", { body: { eventId: event.id, deviceId, gate, deviceName: "A phone" }, token });

describe("somebody who shows a code", () => {
  test("is welcome once, and at the second door already in: when, where and by whom", async () => {
    const [mia] = await party();
    await register(north, "North");
    const first = await one({ code: mia!.code });
    expect(first).toMatchObject({ verdict: "welcome", conflict: false, earlier: null });
    const admission = {
      scanId: first.scanId,
      gate: "North",
      by: "Mia Keller",
      at: app.time.now.toISOString(),
    };
    expect(first.attendee).toMatchObject({ attendeeId: mia!.attendeeId, state: "active", admission });
    const second = await one({ code: mia!.code }, south);
    expect(second).toMatchObject({ verdict: "alreadyIn", conflict: false, earlier: admission });
    expect((await kept()).map(({ verdict, is_admitted, name }) => [verdict, is_admitted, name])).toEqual([
      ["welcome", true, "Mia Keller"],
      ["alreadyIn", false, "Mia Keller"],
    ]);
  });

  test("gets the first answer again when the reply was lost, and is not already in", async () => {
    const [mia] = await party();
    const scan = scanOf({ code: mia!.code });
    const [first] = await tell([scan]);
    expect((await tell([scan]))[0]).toEqual(first);
    expect((await tell([{ ...scan, scanId: scan.scanId.toUpperCase() }]))[0]).toMatchObject({
      verdict: "welcome",
    });
    expect((await tell([scan, scan]))[1]).toEqual(first);
    expect(await kept()).toHaveLength(1);
  });

  test("comes in with the rest of the party, who are chosen by name, and those who come later", async () => {
    const [mia, ...guests] = await party(4);
    const answers = await tell([
      scanOf({ code: mia!.code }),
      scanOf({ attendeeId: guests[0]!.attendeeId }),
      scanOf({ attendeeId: guests[1]!.attendeeId }),
    ]);
    expect(answers.map(({ verdict }) => verdict)).toEqual(["welcome", "welcome", "welcome"]);
    expect(await one({ code: guests[2]!.code })).toMatchObject({ verdict: "welcome" });
    expect(await whoIsIn()).toHaveLength(4);
  });

  test("is judged by what is so now: not paid, cancelled, another day, another event, replaced, gone", async () => {
    const { db } = app.database;
    const guests = await party(6);
    const [mia] = guests;
    const setState = (state: "expired" | "cancelled" | "active") =>
      db.updateTable("registrations").set({ state }).where("id", "=", mia!.registrationId).execute();
    await setState("expired");
    expect(await one({ code: mia!.code })).toMatchObject({
      verdict: "notPaid",
      attendee: { state: "notPaid" },
    });
    await setState("cancelled");
    expect(await one({ code: mia!.code })).toMatchObject({ verdict: "cancelled" });
    await setState("active");
    await db
      .updateTable("tickets")
      .set({ valid_days: ["2001-01-01"] })
      .where("id", "=", ticketId)
      .execute();
    expect(await one({ code: mia!.code })).toMatchObject({ verdict: "otherDay" });
    await db.updateTable("tickets").set({ valid_days: null }).where("id", "=", ticketId).execute();
    await db
      .updateTable("attendees")
      .set({ qr_uuid: randomUUID() })
      .where("id", "=", mia!.attendeeId)
      .execute();
    expect(await one({ code: mia!.code })).toMatchObject({ verdict: "replaced" });
    await app.ask("registration/deleteAttendee", {
      query: { attendeeId: guests[1]!.attendeeId, eventId: event.id, force: true },
      token,
    });
    expect(await one({ code: guests[1]!.code })).toMatchObject({ verdict: "cancelled", attendee: null });
    expect(await one({ attendeeId: guests[1]!.attendeeId })).toMatchObject({ verdict: "cancelled" });
    expect(await whoIsIn()).toEqual([]);
  });

  test("of the older form is judged by its secret, here or at the event it is of", async () => {
    const [mia] = await party();
    const { r, a, q } = JSON.parse(mia!.code);
    const older = JSON.stringify({ r, a, q });
    const other = await buildEvent(app.database.db, { clubId: event.clubId, start: app.time.now });
    const reply = await app.ask("door/sync", {
      body: { eventId: other.id, deviceId: north, scans: [scanOf({ code: older })] },
      token,
    });
    expect(reply.payload.answers[0]).toMatchObject({ verdict: "otherEvent", attendee: null });
    expect(await one({ code: older })).toMatchObject({ verdict: "welcome" });
    expect(await one({ code: JSON.stringify({ r, a, q: randomUUID() }) })).toMatchObject({
      verdict: "unknown",
    });
  });
});

describe("what a device did without a signal", () => {
  test("is kept where the server would refuse it: both scans, one in conflict, and one is counted", async () => {
    const [mia] = await party();
    await one({ code: mia!.code, decided: true });
    const second = await one({ code: mia!.code, decided: true }, south);
    expect(second).toMatchObject({ verdict: "alreadyIn", conflict: true, earlier: { by: "Mia Keller" } });
    expect((await kept()).map(({ is_admitted, conflict }) => [is_admitted, conflict])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(await whoIsIn()).toEqual([mia!.attendeeId]);
  });

  test("is told by a question that was refused meanwhile: the answer stays, the fact is kept", async () => {
    const [mia] = await party();
    await one({ code: mia!.code });
    const scan = scanOf({ code: mia!.code });
    const [refused] = await tell([scan], south);
    const [upgraded] = await tell([{ ...scan, decided: true }], south);
    expect(upgraded).toEqual({ ...refused, conflict: true });
    expect((await tell([scan], south))[0]).toEqual(upgraded);
    expect(await kept()).toHaveLength(2);
  });

  test("is kept for who was cancelled or deleted meanwhile, with their name as it was known", async () => {
    const [mia, leo] = await party(2);
    await one({ code: leo!.code });
    for (const { attendeeId } of [leo!])
      await app.ask("registration/deleteAttendee", {
        query: { attendeeId, eventId: event.id, force: true },
        token,
      });
    const code = await signedCode(app.database.db, { eventId: event.id, ...leo! });
    expect(await one({ code, decided: true })).toMatchObject({ verdict: "cancelled", conflict: true });
    expect(await one({ attendeeId: leo!.attendeeId, decided: true })).toMatchObject({ verdict: "cancelled" });
    expect((await kept()).at(-1)).toMatchObject({ name: "Guest 1", conflict: true, is_admitted: true });
    await app.database.db
      .updateTable("registrations")
      .set({ state: "cancelled" })
      .where("id", "=", mia!.registrationId)
      .execute();
    expect(await one({ code: mia!.code, decided: true })).toMatchObject({
      verdict: "cancelled",
      conflict: true,
    });
    expect(await whoIsIn()).toEqual([mia!.attendeeId]);
  });

  test("is on the right day if either clock says so", async () => {
    const [mia, leo, zoe] = await party(3);
    const start = new Date(app.time.now.getTime() - 4 * 24 * 3_600_000);
    await app.database.db
      .updateTable("events")
      .set({ start_datetime: start })
      .where("id", "=", event.id)
      .execute();
    const claimedAt = start.toISOString();
    expect(await one({ code: mia!.code, decided: true, claimedAt })).toMatchObject({ verdict: "welcome" });
    expect(await one({ code: leo!.code, claimedAt })).toMatchObject({ verdict: "otherDay" });
    const wrongClock = "1999-01-01T00:00:00.000Z";
    expect(await one({ code: zoe!.code, decided: true, claimedAt: wrongClock })).toMatchObject({
      verdict: "otherDay",
      conflict: true,
    });
  });

  test("of a device that was ended is kept and lets nobody in", async () => {
    const [mia] = await party();
    const at = { eventId: event.id, now: app.time.now };
    const helper = await buildHelper(app.database.db, at, { fate: "revoked" });
    const reply = await one({ code: mia!.code, decided: true }, helper.deviceId, helper.token);
    expect(reply).toMatchObject({ verdict: "welcome", conflict: true, attendee: { admission: null } });
    expect(await one({ code: mia!.code }, helper.deviceId, helper.token)).toMatchObject({
      verdict: "unknown",
    });
    expect(await whoIsIn()).toEqual([]);
    const late = await buildHelper(app.database.db, at, { fate: "expired" });
    await one({ code: mia!.code, decided: true }, late.deviceId, late.token);
    expect(await whoIsIn()).toEqual([mia!.attendeeId]);
  });
});

describe("taking back", () => {
  const undo = (...undoes: string[]): Partial<DoorScan> => ({ kind: "undo", undoes, decided: true });

  test("lets somebody out, and the next who let them in takes the place", async () => {
    const [mia] = await party();
    const first = await one({ code: mia!.code, decided: true });
    const second = await one({ code: mia!.code, decided: true }, south);
    const reply = await one(undo(first.scanId));
    expect(reply).toMatchObject({ verdict: "welcome", earlier: { scanId: first.scanId } });
    expect(reply.attendee?.admission).toMatchObject({ scanId: second.scanId });
    expect(await one(undo(first.scanId))).toMatchObject({ verdict: "unknown" });
    expect((await one(undo(second.scanId))).attendee?.admission).toBeNull();
    expect(await whoIsIn()).toEqual([]);
    expect(await one({ code: mia!.code })).toMatchObject({ verdict: "welcome" });
  });

  test("may come before what it takes back", async () => {
    const [mia] = await party();
    const scan = scanOf({ code: mia!.code, decided: true });
    expect(await one(undo(scan.scanId))).toMatchObject({ verdict: "unknown", attendee: null });
    expect((await tell([scan]))[0]).toMatchObject({ verdict: "welcome", attendee: { admission: null } });
    expect(await whoIsIn()).toEqual([]);
  });

  test("is not for a link without that right, nor is a name for one that only scans codes of others", async () => {
    const [mia] = await party();
    const at = { eventId: event.id, now: app.time.now };
    const seller = await buildHelper(app.database.db, at, { rights: ["sell"] });
    const finder = await buildHelper(app.database.db, at, { rights: ["search"] });
    await expect(one({ code: mia!.code }, seller.deviceId, seller.token)).rejects.toThrow("wrongRole");
    await expect(one(undo(randomUUID()), finder.deviceId, finder.token)).rejects.toThrow("wrongRole");
    await expect(one({ code: mia!.code }, finder.deviceId, finder.token)).rejects.toThrow("wrongRole");
    expect(await one({ attendeeId: mia!.attendeeId }, finder.deviceId, finder.token)).toMatchObject({
      verdict: "welcome",
    });
  });
});

describe("extras", () => {
  test("are handed over once, by their code or from the attendee's card, and can be taken back", async () => {
    const { code, purchaseId } = await buildBought(app, { eventId: event.id, ticketId });
    const stored = () =>
      app.database.db
        .selectFrom("extras_purchases")
        .select(["redeemed", "scanned_at"])
        .where("id", "=", purchaseId)
        .executeTakeFirst();
    const first = await one({ kind: "redeem", code });
    expect(first).toMatchObject({
      verdict: "welcome",
      purchase: {
        purchaseId,
        items: [{ title: "Badge", quantity: 2 }],
        redemption: { scanId: first.scanId },
      },
    });
    expect(await stored()).toEqual({ redeemed: true, scanned_at: app.time.now });
    expect(await one({ kind: "redeem", purchaseId })).toMatchObject({
      verdict: "alreadyIn",
      earlier: first.purchase?.redemption,
    });
    expect(await one({ kind: "redeem", code, decided: true })).toMatchObject({ conflict: true });
    const conflicting = (await kept()).at(-1)!.scan_id;
    await one({ kind: "undo", undoes: [first.scanId, conflicting] });
    expect(await stored()).toEqual({ redeemed: false, scanned_at: null });
  });
});

describe("a device", () => {
  test("is noted with what it has told and keeps, at the gate that staff gave it", async () => {
    const guests = await party(3);
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
    expect((await kept()).map(({ gate }) => gate)).toEqual(["North", "North", "North"]);
  });
});
