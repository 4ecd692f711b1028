import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readQrText } from "../../../contract/rules/door/qr.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildExtrasPurchase, buildParty, type Guest, scanOf, signedCode } from "../../testing/parties.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let token: string;
let userId: number;
let mia: Guest;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  // The event starts in a month: staff admit on any day.
  event = await buildEvent(db);
  ticketId = (await buildTicket(db, event.id, { price: 0, title: "Free entry", maxStock: 1000 })).id;
  userId = (await buildUser(db, ADMIN, event.clubId)).id;
  token = await openSession(db, userId, app.time.now);
  [mia] = (await buildParty(app, { eventId: event.id, ticketId }, 2)) as [Guest, Guest];
});

const scan = (qrCodeData: string, eventId = event.id) =>
  app.ask("checkin/scanByRegistrationId", { body: { payload: { qrCodeData, eventId } }, token });
const save = (changes: Partial<Guest> = {}) =>
  app.ask("checkin/save", { body: { ...mia, ...changes, eventId: event.id }, token });
const undoCheckin = (attendeeId = mia.attendeeId) =>
  app.ask("checkin/delete", { body: { attendeeId, eventId: event.id }, token });
const redeem = (qrCodeData: string, eventId = event.id) =>
  app.ask("registration/scanByExtrasPurchaseId", { body: { payload: { qrCodeData, eventId } }, token });
const storedCounts = async () => {
  const { db } = app.database;
  const rowsOf = (table: "checkins" | "door_scans") =>
    db.selectFrom(table).select("scan_id").where("event_id", "=", event.id).execute();
  return [(await rowsOf("checkins")).length, (await rowsOf("door_scans")).length];
};

describe("a code on the pages of staff", () => {
  test("a code shows the attendee, their purchase and that they may enter, and admits nobody", async () => {
    const reply = await scan(mia.code);
    expect(reply).toMatchObject({
      status: 200,
      payload: {
        attendeeId: mia.attendeeId,
        ticketTitle: "Free entry",
        registrationStatus: "active",
        checkinId: null,
        items: [{ kind: "ticket", title: "Free entry", quantity: 2 }],
      },
    });
    const { r, a, q } = JSON.parse(mia.code);
    expect((await scan(JSON.stringify({ r, a, q }))).status).toBe(200);
    expect(await storedCounts()).toEqual([0, 0]);
  });

  test("a code is refused with its reason: unreadable, wrong event, not found, cancelled, already checked in", async () => {
    const { db } = app.database;
    const purchase = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    for (const text of ["", "hello", "{}", "https://example.org", purchase.code, "x".repeat(4000)])
      expect(await scan(text)).toMatchObject({ status: 422, code: "unreadableCode" });
    const other = await buildEvent(db, { clubId: event.clubId });
    expect(await scan(mia.code, other.id)).toMatchObject({ status: 409, code: "wrongEvent" });
    const { r, a, q } = JSON.parse(mia.code);
    expect(await scan(JSON.stringify({ r, a, q }), other.id)).toMatchObject({
      status: 409,
      code: "wrongEvent",
    });
    expect(await scan(JSON.stringify({ r, a, q: randomUUID() }))).toMatchObject({
      status: 404,
      code: "notFound",
    });
    expect(await scan(JSON.stringify({ r: r + 1, a, q }))).toMatchObject({ status: 404 });
    const deletedCode = await signedCode(db, {
      eventId: event.id,
      attendeeId: 987_654,
      registrationId: 987_654,
    });
    expect(await scan(deletedCode)).toMatchObject({ status: 404 });
    await save();
    expect(await scan(mia.code)).toMatchObject({
      status: 409,
      code: "alreadyCheckedIn",
      payload: { attendee: { attendeeId: mia.attendeeId }, checkin: { checkedInBy: userId } },
    });
    await undoCheckin();
    const cancel = { id: mia.registrationId, status: false };
    await app.ask("registration/updateStatus", { body: cancel, token });
    expect(await scan(mia.code)).toMatchObject({ status: 409, code: "notActive" });
    expect(await save()).toMatchObject({ status: 409, code: "notActive" });
  });
});

describe("a check-in", () => {
  test("a check-in is returned with its id, and a second check-in is refused with the first one", async () => {
    const reply = await save();
    expect(reply).toMatchObject({
      status: 200,
      payload: { attendeeId: mia.attendeeId, registrationId: mia.registrationId, checkedInBy: userId },
    });
    expect(await save()).toMatchObject({
      status: 409,
      code: "alreadyCheckedIn",
      payload: {
        attendee: { attendeeId: mia.attendeeId, checkinId: reply.payload.id },
        checkin: reply.payload,
      },
    });
    expect(await save({ registrationId: mia.registrationId + 1 })).toMatchObject({ status: 404 });
    expect(await save({ attendeeId: 987_654 })).toMatchObject({ status: 404 });
    expect(await auditDoor(app.database.db)).toEqual([]);
  });

  test("undoing a check-in also undoes the scans of devices; a second undo finds none", async () => {
    await save();
    await app.ask("door/sync", {
      body: { eventId: event.id, deviceId: randomUUID(), scans: [scanOf({ code: mia.code, decided: true })] },
      token,
    });
    expect(await undoCheckin()).toMatchObject({ status: 200, payload: { attendeeId: mia.attendeeId } });
    expect((await storedCounts())[0]).toBe(0);
    expect(await undoCheckin()).toMatchObject({ status: 404, code: "notFound" });
    expect(await auditDoor(app.database.db)).toEqual([]);
    expect((await save()).status).toBe(200);
  });

  test("a check-in of another event's attendee is not found", async () => {
    const other = await buildEvent(app.database.db, { clubId: event.clubId });
    await save();
    const request = { attendeeId: mia.attendeeId, eventId: other.id };
    expect(await app.ask("checkin/delete", { body: request, token })).toMatchObject({ status: 404 });
    expect(await app.ask("checkin/save", { body: { ...mia, eventId: other.id }, token })).toMatchObject({
      status: 404,
    });
    expect((await storedCounts())[0]).toBe(1);
  });
});

describe("an Idempotency-Key on the pages of staff", () => {
  const saveWithKey = (key: string, body: object = { ...mia, eventId: event.id }) =>
    app.ask("checkin/save", { body, token, headers: { "idempotency-key": key } });

  test("a repeated Idempotency-Key gets the first reply and admits nobody twice, and another request with the key is refused", async () => {
    const first = await saveWithKey("a-key-of-mine");
    expect(first.status).toBe(200);
    const again = await saveWithKey("a-key-of-mine");
    expect([again.status, again.payload]).toEqual([200, first.payload]);
    expect(await storedCounts()).toEqual([1, 1]);
    const [other] = await buildParty(app, { eventId: event.id, ticketId }, 1);
    expect(await saveWithKey("a-key-of-mine", { ...other, eventId: event.id })).toMatchObject({
      status: 409,
      code: "idempotencyMismatch",
    });
    expect(await saveWithKey("another-key")).toMatchObject({ status: 409, code: "alreadyCheckedIn" });
    // The second scan is stored with its own verdict.
    expect(await storedCounts()).toEqual([1, 2]);
  });

  test("a repeated Idempotency-Key gets the first reply even if that reply is not stored, and so do two concurrent requests", async () => {
    const both = await Promise.all([saveWithKey("a-second-key"), saveWithKey("a-second-key")]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[1]!.payload).toEqual(both[0]!.payload);
    await app.database.db.deleteFrom("idempotency_keys").execute();
    const again = await saveWithKey("a-second-key");
    expect([again.status, again.payload]).toEqual([200, both[0]!.payload]);
    expect(await storedCounts()).toEqual([1, 1]);
  });
});

describe("extras on the pages of staff", () => {
  test("extras are handed over once, with their titles; another code is refused with its reason", async () => {
    const { code, purchaseId } = await buildExtrasPurchase(app, { eventId: event.id, ticketId });
    const other = await buildEvent(app.database.db, { clubId: event.clubId });
    expect(await redeem(mia.code)).toMatchObject({ status: 422, code: "unreadableCode" });
    expect(await redeem(code, other.id)).toMatchObject({ status: 409, code: "wrongEvent" });
    const { id, qrUuid } = JSON.parse(code);
    expect(await redeem(JSON.stringify({ id, qrUuid: randomUUID() }))).toMatchObject({ status: 404 });
    expect(await redeem(JSON.stringify({ id, qrUuid }))).toMatchObject({
      status: 200,
      payload: {
        id: purchaseId,
        status: true,
        paymentStatus: "free",
        extrasData: [{ title: "Badge", quantity: 2 }],
      },
    });
    expect(await redeem(code)).toMatchObject({
      status: 409,
      code: "alreadyRedeemed",
      payload: { id: purchaseId, scannedAt: expect.any(String) },
    });
    expect(await auditDoor(app.database.db)).toEqual([]);
  });
});

describe("forged codes", () => {
  const flipBit = (text: string, at: number, bit: number) => {
    const bytes = Buffer.from(text);
    bytes[at]! ^= 1 << bit;
    return bytes.toString("latin1");
  };
  /** Devices send the codes as undecided and decided scans in turn. */
  async function verdictsOf(codes: readonly string[]): Promise<Set<string>> {
    const verdicts = new Set<string>();
    for (let from = 0; from < codes.length; from += 500) {
      const scans = codes
        .slice(from, from + 500)
        .map((code, index) => scanOf({ code, decided: index % 2 === 0 }));
      const reply = await app.ask("door/sync", {
        body: { eventId: event.id, deviceId: randomUUID(), scans },
        token,
      });
      expect(reply.status).toBe(200);
      for (const { verdict, attendee } of reply.payload.answers) {
        verdicts.add(verdict);
        expect(attendee).toBeNull();
      }
    }
    return verdicts;
  }

  test("codes with one changed bit are refused, and nothing is stored", async () => {
    const { q, s } = JSON.parse(mia.code);
    const isSameCode = (code: string) => {
      const [mine, theirs] = [readQrText(mia.code), readQrText(code)];
      if (theirs?.kind !== "attendee" || mine?.kind !== "attendee") return false;
      // These are the same code: a secret in upper case, other unused bits at the end of a signature, and no signature
      // (the older form).
      const bytes = (text: string | null) => Buffer.from(text ?? "", "base64url").toString("hex");
      const ids = ({ r, a, q, e }: typeof mine) => JSON.stringify({ r, a, q: q.toLowerCase(), e });
      return ids(theirs) === ids(mine) && (theirs.s === null || bytes(theirs.s) === bytes(mine.s));
    };
    // A code is ASCII, with seven bits for each character.
    const all = Array.from({ length: mia.code.length * 7 }, (_, n) =>
      flipBit(mia.code, Math.floor(n / 7), n % 7),
    );
    const altered = all.filter((code) => !isSameCode(code) && !/\p{Cc}/u.test(code));
    expect(altered.length).toBeGreaterThan((q.length + s.length) * 5);
    expect([...(await verdictsOf(altered))].toSorted()).toEqual(["forged", "otherEvent", "unknown"]);
    expect(await storedCounts()).toEqual([0, 0]);
  });

  test("guessed codes, with and without a signature, are refused, and nothing is stored", async () => {
    const { r, a, e, s } = JSON.parse(mia.code);
    const codes = Array.from({ length: 3000 }, (_, n) => {
      const ids = { r, a: a + (n % 5), q: randomUUID() };
      return JSON.stringify(n % 3 === 0 ? ids : { ...ids, e: n % 3 === 1 ? e : e + n, s });
    });
    expect([...(await verdictsOf(codes))].toSorted()).toEqual(["forged", "otherEvent", "unknown"]);
    expect(await storedCounts()).toEqual([0, 0]);
  });
});
