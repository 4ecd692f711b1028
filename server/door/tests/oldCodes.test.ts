import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { DoorScan } from "../../../contract/shapes/door/door.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { scanOf, signedCode } from "../../testing/parties.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let eventId: number;
let clubId: number;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  const event = await buildEvent(db, {
    start: app.time.now,
    end: null,
    config: { cancelUntilHours: 0, passOnUntilHours: 0 },
  });
  ({ id: eventId, clubId } = event);
  await buildTicket(db, eventId, { price: 0, title: "Standard", maxStock: 100 });
  token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
});

const miaCode = "6gchhrgccmbm5yfchsr9bdhe5jw4a8tr";
const leoCode = "https://lu.ma/check-in/evt-NKXctR3fMVfX24o?pk=g-2U61";
const headings = ["Name", "Email", "Ticket code"];

const importRows = async (...rows: string[][]) =>
  (await app.ask("registration/bulkImportAttendee", { body: { eventId, rows: [headings, ...rows] }, token }))
    .payload;
async function importThreeGuests() {
  const { insertCount, codeCount } = await importRows(
    ["Mia Keller", "mia@example.org", miaCode],
    ["Leo Park", "leo@example.org", leoCode],
    ["Zoe Lind", "zoe@example.org", ""],
  );
  expect([insertCount, codeCount]).toEqual([3, 2]);
}
async function scan(code: string, more: Partial<DoorScan> = {}, eventOfDoor = eventId) {
  const scans = [scanOf({ code, ...more })];
  const body = { eventId: eventOfDoor, deviceId: randomUUID(), scans };
  const { payload } = await app.ask("door/sync", { body, token });
  expect(await auditDoor(app.database.db)).toEqual([]);
  return payload.answers[0]!;
}
const listed = async () =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration" },
      token,
    })
  ).payload.items;
const hasOldCode = async (name: string) =>
  (await listed()).find(({ firstName }) => firstName === name)!.hasOldCode;
const copied = async () =>
  (await app.ask("door/getCopy", { query: { eventId }, token })).payload.attendees.map(
    ({ firstName, oldCodeHash, oldCodeEnded }) => ({ firstName, oldCodeHash, oldCodeEnded }),
  );

describe("a code of the previous system", () => {
  test("an old code lets its guest in once, at any door, and the answer says that the ticket is old", async () => {
    await importThreeGuests();
    expect(await scan(miaCode)).toMatchObject({
      verdict: "welcome",
      oldTicket: true,
      attendee: { firstName: "Mia", lastName: "Keller" },
    });
    expect(await scan(` ${miaCode} `)).toMatchObject({ verdict: "alreadyIn", oldTicket: true });
    expect(await scan(leoCode)).toMatchObject({ verdict: "welcome", attendee: { firstName: "Leo" } });
    const { attendeeId, registrationId, qrUuid } = (await listed()).find(
      ({ firstName }) => firstName === "Mia",
    )!;
    const ids = { eventId, attendeeId, registrationId, secret: qrUuid };
    const byOwnCode = await scan(await signedCode(app.database.db, ids));
    expect(byOwnCode.verdict).toBe("alreadyIn");
    expect(byOwnCode).not.toHaveProperty("oldTicket");
  });

  test("a scan of an old code gets the same answer when it is sent again", async () => {
    await importThreeGuests();
    const scanId = randomUUID();
    const first = await scan(miaCode, { scanId, sequence: 1 });
    expect(await scan(miaCode, { scanId, sequence: 1 })).toEqual(first);
  });

  test("an old code is unknown in capital letters, at another event and as a code of extras", async () => {
    await importThreeGuests();
    expect((await scan(miaCode.toUpperCase())).verdict).toBe("unknown");
    expect((await scan(miaCode, { kind: "redeem" })).verdict).toBe("unknown");
    const other = await buildEvent(app.database.db, { clubId, start: app.time.now });
    expect(await scan(miaCode, {}, other.id)).toMatchObject({ verdict: "unknown", attendee: null });
  });

  test("an old code is found on the pages of staff", async () => {
    await importThreeGuests();
    const ask = (qrCodeData: string) =>
      app.ask("checkin/scanByRegistrationId", { body: { payload: { qrCodeData, eventId } }, token });
    expect((await ask(miaCode)).payload).toMatchObject({ firstName: "Mia", oldTicket: true });
    expect(await ask("no such code")).toMatchObject({ code: "unreadableCode" });
  });

  test("an old code is in the copy of a door as a hash, and its text is neither in the attendee list nor in the rows of attendees, registrations, imports and the audit log", async () => {
    await importThreeGuests();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(miaCode));
    const hash = Buffer.from(digest).subarray(0, 16).toString("base64url");
    expect(await copied()).toEqual([
      { firstName: "Mia", oldCodeHash: hash, oldCodeEnded: false },
      { firstName: "Leo", oldCodeHash: expect.any(String), oldCodeEnded: false },
      { firstName: "Zoe", oldCodeHash: undefined, oldCodeEnded: undefined },
    ]);
    expect(JSON.stringify(await listed())).not.toContain(miaCode);
    const { rows: stored } = await sql`
      select to_jsonb(t) as row from attendees t union all select to_jsonb(t) from registrations t
      union all select to_jsonb(t) from imports t union all select to_jsonb(t) from audit_log t
      union all select to_jsonb(t) from idempotency_keys t`.execute(app.database.db);
    expect(JSON.stringify(stored)).not.toContain(miaCode);
  });
});

describe("a code of the previous system ends", () => {
  const cursor = async () => (await app.ask("door/getCopy", { query: { eventId }, token })).payload.cursor;
  const changesSince = async (since: string) =>
    (await app.ask("door/getChanges", { query: { eventId, cursor: since }, token })).payload.attendees;

  test("an old code ends when the new ticket is mailed to its guest, and the changes for the doors say so", async () => {
    await importThreeGuests();
    const since = await cursor();
    const attendeeId = (await listed()).find(({ firstName }) => firstName === "Mia")!.attendeeId;
    await app.ask("registration/sendTicketByAttendeeId", { query: { eventId, attendeeId }, token });
    expect([await hasOldCode("Mia"), await hasOldCode("Leo"), await hasOldCode("Zoe")]).toEqual([
      false,
      true,
      false,
    ]);
    // Other attendees may be in the changes too, because some changes are sent twice.
    expect((await changesSince(since)).find((one) => one.attendeeId === attendeeId)).toMatchObject({
      oldCodeEnded: true,
    });
    expect(await scan(miaCode)).toMatchObject({ verdict: "replaced", oldTicket: true });
    expect((await scan(leoCode)).verdict).toBe("welcome");
  });

  test("an old code ends when staff change the ticket type of its guest", async () => {
    await importThreeGuests();
    const mia = (await listed()).find(({ firstName }) => firstName === "Mia")!;
    const vip = await buildTicket(app.database.db, eventId, { title: "VIP" });
    const change = (body: object) =>
      app.ask("registration/updateAttendee", {
        body: { attendeeId: mia.attendeeId, eventId, ...body },
        token,
      });
    expect((await change({ firstName: "Mia" })).status).toBe(200);
    expect(await hasOldCode("Mia")).toBe(true);
    expect((await change({ ticketId: vip.id })).status).toBe(200);
    expect([await hasOldCode("Mia"), await hasOldCode("Leo")]).toEqual([false, true]);
    expect(await scan(miaCode)).toMatchObject({ verdict: "replaced", oldTicket: true });
  });

  test("old codes end when all tickets are mailed, and a dry run tells staff before how many will end", async () => {
    await importThreeGuests();
    const send = async (more: object) =>
      (await app.ask("registration/sendTickets", { body: { eventId, ...more }, token })).payload;
    expect(await send({ dryRun: true })).toMatchObject({ recipients: 3, oldCodes: 2 });
    expect((await scan(leoCode)).verdict).toBe("welcome");
    expect(await send({})).toMatchObject({ queued: 3, oldCodes: 2 });
    expect(await send({ dryRun: true })).toMatchObject({ oldCodes: 0 });
    expect((await scan(miaCode)).verdict).toBe("replaced");
  });

  test("an old code ends when the place is passed on", async () => {
    await importThreeGuests();
    const mia = (await listed()).find(({ firstName }) => firstName === "Mia")!;
    const { access_key: accessKey } = await app.database.db
      .selectFrom("registrations")
      .select("access_key")
      .where("id", "=", mia.registrationId)
      .executeTakeFirstOrThrow();
    const body = {
      registrationId: mia.registrationId,
      accessKey,
      attendeeId: mia.attendeeId,
      firstName: "Ada",
      lastName: "Park",
      email: "ada@example.org",
      answers: [],
    };
    expect((await app.ask("registration/passOn", { body })).status).toBe(200);
    expect(await hasOldCode("Ada")).toBe(false);
    expect(await scan(miaCode)).toMatchObject({ verdict: "replaced", attendee: { firstName: "Ada" } });
  });
});

test("an old code ends when the order is mailed again", async () => {
  const { payload } = await app.ask("registration/bulkImportAttendee", {
    body: {
      eventId,
      rows: [
        [...headings, "Order number", "Price"],
        ["Mia Keller", "mia@example.org", miaCode, "A1", "20.00"],
      ],
    },
    token,
  });
  expect(payload.codeCount).toBe(1);
  const [mia] = await listed();
  expect((await app.ask("order/resend", { body: { orderId: mia!.orderId }, token })).status).toBe(200);
  expect(await hasOldCode("Mia")).toBe(false);
});

describe("an import with codes", () => {
  test("an import with a code in two rows inserts nothing, and reports the second row", async () => {
    const payload = await importRows(
      ["Mia Keller", "mia@example.org", miaCode],
      ["Leo Park", "leo@example.org", miaCode],
    );
    expect(payload).toMatchObject({ insertCount: 0, skippedCount: 1 });
    expect(payload.skipped).toEqual([{ row: 3, reason: "has the same code as row 2" }]);
  });

  test("an import recognises a person by the old code alone", async () => {
    await importThreeGuests();
    const payload = await importRows(["Maria Keller", "other@example.org", miaCode]);
    expect(payload.skipped).toEqual([{ row: 2, reason: "this ticket is registered for this event already" }]);
  });

  test("an import may use the old code of a registration that was cancelled", async () => {
    await importThreeGuests();
    const mia = (await listed()).find(({ firstName }) => firstName === "Mia")!;
    const body = { id: mia.registrationId, status: false };
    expect((await app.ask("registration/updateStatus", { body, token })).status).toBe(200);
    expect(await importRows(["Mia Keller", "mia@example.org", miaCode])).toMatchObject({ insertCount: 1 });
    expect((await scan(miaCode)).verdict).toBe("welcome");
  });

  test("an import refuses codes of Foyer and codes longer than 512 characters", async () => {
    await importThreeGuests();
    const own = JSON.stringify({ r: 1, a: 2, q: randomUUID() });
    const payload = await importRows(
      ["Ada Park", "ada@example.org", own],
      ["Ben Moss", "ben@example.org", "x".repeat(513)],
    );
    expect(payload.skipped.map(({ reason }) => reason)).toEqual([
      "has a code of Foyer, which only its own event can check",
      "code is longer than 512 characters",
    ]);
  });

  test("an import that is taken back leaves no old code", async () => {
    const { importId } = await importRows(["Mia Keller", "mia@example.org", miaCode]);
    expect((await app.ask("import/takeBack", { body: { importId }, token })).status).toBe(200);
    expect(await copied()).toEqual([]);
    expect(await scan(miaCode)).toMatchObject({ verdict: "unknown", attendee: null });
  });
});
