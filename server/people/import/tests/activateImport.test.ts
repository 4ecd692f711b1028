import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweep } from "../../../checkout/sweep.ts";
import { signAttendeeQr } from "../../../documents/qrSignature.ts";
import { auditDoor } from "../../../door/auditDoor.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { lockPlaces, readPlaces } from "../../../holds/rows.ts";
import { lockRegistrations, registrationsById } from "../../../registrations/rows.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { privateKeyOf, scanOf } from "../../../testing/parties.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { type ActivateGuards, activateImport } from "../activateImport.ts";
import { importById } from "../attendeeImports.ts";
import { lockImports } from "../importRows.ts";
import { takeImportBack } from "../takeBack.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent(maxStock = 100) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { clubId, start });
  const ticket = await buildTicket(db, event.id, { price: 0, title: "Standard", maxStock });
  const vip = await buildTicket(db, event.id, { price: 0, title: "VIP", maxStock: 5 });
  return { eventId: event.id, ticketId: ticket.id, vipId: vip.id };
}

const rowsOf = (...people: string[]) => [
  ["Name", "E-mail", "Status", "Ticket"],
  ...people.map((person) => {
    const [name, state = "paid"] = person.split(": ");
    return [name!, `${name!.toLowerCase()}@example.org`, state, "Standard"];
  }),
];
const importRows = (eventId: number, rows: string[][], more: object = {}) =>
  app.ask("registration/bulkImportAttendee", { body: { eventId, rows, ...more }, token });
const importWaiting = async (eventId: number, ...names: string[]) =>
  (await importRows(eventId, rowsOf(...names), { waiting: true })).payload.importId!;
const activate = (importId: number) => app.ask("import/activate", { body: { importId }, token });
const takeBack = (importId: number) => app.ask("import/takeBack", { body: { importId }, token });
const imports = async (eventId: number) =>
  (await app.ask("import/getByEventId", { query: { eventId }, token })).payload;
const peopleIn = async (eventId: number, registrationState = "all") =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration", registrationState },
      token,
    })
  ).payload.items;
type Listed = Awaited<ReturnType<typeof peopleIn>>[number];
const statesOf = async (eventId: number) =>
  (await peopleIn(eventId)).map(({ firstName, registrationState }) => `${firstName}: ${registrationState}`);

async function scan(eventId: number, { registrationId, attendeeId, qrUuid }: Listed) {
  const key = await privateKeyOf(app.database.db, eventId);
  const code = signAttendeeQr(key, { r: registrationId, a: attendeeId, q: qrUuid, e: eventId });
  const scans = [scanOf({ scanId: randomUUID(), code, decided: false, undoes: [] })];
  const body = { eventId, deviceId: randomUUID(), scans };
  return (await app.ask("door/sync", { body, token })).payload.answers[0]!.verdict;
}
const stockOf = async (eventId: number) =>
  (await app.ask("event/getStock", { query: { eventId }, token })).payload;
const figuresOf = async (eventId: number) =>
  (
    await app.ask("checkin/getStatistics", {
      query: { eventId, date: app.time.now.toISOString().slice(0, 10) },
      token,
    })
  ).payload;

async function expectNoDifference() {
  const { db } = app.database;
  expect([await auditDoor(db), await auditCounters(db), await auditFigures(db)]).toEqual([[], [], []]);
}

describe("people who are not yet active", () => {
  test("people who are not yet active hold places, the door and the figures leave them out, and nobody is mailed", async () => {
    const { eventId, ticketId } = await openEvent(2);
    const { payload } = await importRows(eventId, rowsOf("Ada", "Ben"), { waiting: true });
    expect(payload).toMatchObject({ insertCount: 2, waitingCount: 2 });
    expect(await statesOf(eventId)).toEqual(["Ada: pending", "Ben: pending"]);
    expect(await peopleIn(eventId, "active")).toEqual([]);
    const tickets = [{ ticketId, quantity: 1 }];
    const buyer = await app.ask("registration/initRegistration", { body: { eventId, tickets } });
    expect(buyer.code).toBe("soldOut");
    expect(JSON.stringify(await stockOf(eventId))).toContain('"sold":0,"held":2');
    expect(await figuresOf(eventId)).toMatchObject({
      totalRegistrationCount: 0,
      historicalRegistrationCount: 0,
    });
    const [ada] = await peopleIn(eventId);
    expect(await scan(eventId, ada!)).toBe("notPaid");
    const mails = await app.ask("registration/sendTickets", {
      body: { eventId, importId: payload.importId!, registrationState: "all" },
      token,
    });
    expect(mails.payload).toEqual({ queued: 0, recipients: 0, neverMailed: 0, oldCodes: 0 });
    const one = await app.ask("registration/sendTicketByAttendeeId", {
      query: { eventId, attendeeId: ada!.attendeeId },
      token,
    });
    expect(one.code).toBe("notActive");
    await expectNoDifference();
  });

  test("people who are not yet active keep their places without a time limit, while a buyer's hold ends", async () => {
    const { eventId, ticketId } = await openEvent(3);
    await importWaiting(eventId, "Ada", "Ben");
    const tickets = [{ ticketId, quantity: 1 }];
    await app.ask("registration/initRegistration", { body: { eventId, tickets } });
    expect(JSON.stringify(await stockOf(eventId))).toContain('"sold":0,"held":3');
    const nextYear = new Date(app.time.now.getTime() + 366 * 86_400_000);
    expect((await sweep(app.database.db, app.services.provider, nextYear)).ended).toBe(1);
    expect(JSON.stringify(await stockOf(eventId))).toContain('"sold":0,"held":2');
    expect(await statesOf(eventId)).toEqual(["Ada: pending", "Ben: pending"]);
  });

  test("people who are not yet active cannot be paid for, online or by hand", async () => {
    const { eventId } = await openEvent();
    await importWaiting(eventId, "Ada");
    const [ada] = await peopleIn(eventId);
    const { access_key: accessKey } = await app.database.db
      .selectFrom("registrations")
      .select("access_key")
      .where("id", "=", ada!.registrationId)
      .executeTakeFirstOrThrow();
    const orderId = ada!.orderId!;
    const intent = await app.ask("stripe/create-payment-intent", { body: { orderId, accessKey } });
    expect(intent.code).toBe("holdExpired");
    const ordered = await app.ask("order/createOrder", {
      body: { registrationId: ada!.registrationId, accessKey, totalAmount: 0 },
    });
    expect(ordered.payload.order.paymentStatus).toBe("pending");
    const paid = await app.ask("order/markPaid", {
      body: { orderId, amount: 0, paidBy: "cash", note: "Paid at the gate" },
      token,
    });
    expect(paid.status).toBeGreaterThanOrEqual(400);
    expect(await statesOf(eventId)).toEqual(["Ada: pending"]);
    await expectNoDifference();
  });

  test("a state can mean “waiting”, and a whole registration waits if one of its rows does", async () => {
    const { eventId } = await openEvent();
    const rows = [
      ["Order", "Name", "E-mail", "Status", "Ticket"],
      ["A1", "Ada", "ada@example.org", "paid", "Standard"],
      ["A1", "Ben", "", "reserved", "Standard"],
      ["B2", "Cem", "cem@example.org", "paid", "VIP"],
      ["C3", "Dee", "dee@example.org", "void", "VIP"],
    ];
    const { payload } = await importRows(eventId, rows, { values: { state: { reserved: "waiting" } } });
    expect(payload).toMatchObject({
      insertCount: 3,
      waitingCount: 2,
      values: { state: { paid: "good", reserved: "waiting", void: "leaveOut" } },
      leftOut: [{ text: "void", count: 1 }],
    });
    expect(await statesOf(eventId)).toEqual(["Ada: pending", "Ben: pending", "Cem: active"]);
    expect(await imports(eventId)).toMatchObject([{ people: 3, peopleLeft: 3, peopleWaiting: 2 }]);
    await expectNoDifference();
  });

  test("a second import of a file finds people by address, order number or name, and registers nobody twice", async () => {
    const { eventId } = await openEvent();
    const rows = [
      ["Order", "Name", "E-mail", "Ticket"],
      ["A1", "Ada", "", "Standard"],
      ["", "Ben", "ben@example.org", "Standard"],
      ["", "Cem", "", "Standard"],
    ];
    await importRows(eventId, rows, { waiting: true });
    const { payload } = await importRows(eventId, rows);
    expect(payload.skipped.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(await statesOf(eventId)).toHaveLength(3);
  });

  test("staff can change, delete and cancel people who are not yet active", async () => {
    const { eventId, vipId } = await openEvent();
    const importId = await importWaiting(eventId, "Ada", "Ben", "Cem");
    const [ada, ben, cem] = await peopleIn(eventId);
    const changed = await app.ask("registration/updateAttendee", {
      body: { eventId, attendeeId: ada!.attendeeId, ticketId: vipId, firstName: "Adele" },
      token,
    });
    expect(changed.status).toBe(200);
    const deleted = await app.ask("registration/deleteAttendee", {
      query: { eventId, attendeeId: ben!.attendeeId },
      token,
    });
    expect(deleted.status).toBe(200);
    const cancelled = await app.ask("registration/updateStatus", {
      body: { id: cem!.registrationId, status: false },
      token,
    });
    expect(cancelled.status).toBe(200);
    await expectNoDifference();
    expect((await activate(importId)).payload).toEqual({ importId, people: 1 });
    expect(await statesOf(eventId)).toEqual(["Adele: active", "Cem: cancelled"]);
    await expectNoDifference();
  });
});

describe("an import that is made active", () => {
  test("people who were made active are let in, counted and mailed like all others, and their orders are free", async () => {
    const { eventId } = await openEvent();
    const importId = await importWaiting(eventId, "Ada", "Ben");
    const reply = await activate(importId);
    expect(reply).toMatchObject({
      status: 200,
      payload: { importId, people: 2 },
      msg: "2 people are active now.",
    });
    expect(await statesOf(eventId)).toEqual(["Ada: active", "Ben: active"]);
    expect(await figuresOf(eventId)).toMatchObject({ totalRegistrationCount: 2 });
    const people = await peopleIn(eventId);
    expect(people.map(({ orderStatus }) => orderStatus)).toEqual(["free", "free"]);
    const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from mails
      where (payload->>'registrationId')::bigint = any(${people.map((one) => one.registrationId)}::bigint[])`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ mails: 0 }]);
    expect(await scan(eventId, people[0]!)).toBe("welcome");
    const mails = await app.ask("registration/sendTickets", { body: { eventId, importId }, token });
    expect(mails.payload).toEqual({ queued: 2, recipients: 2, neverMailed: 2, oldCodes: 0 });
    expect(await imports(eventId)).toMatchObject([{ peopleWaiting: 0 }]);
    await expectNoDifference();
  });

  test("an import cannot be made active if nobody is waiting or the event is cancelled", async () => {
    const { eventId } = await openEvent();
    const importId = await importWaiting(eventId, "Ada");
    await activate(importId);
    expect(await activate(importId)).toMatchObject({ status: 409, code: "notActive" });
    const waiting = await importWaiting(eventId, "Ben");
    const cancelled = { cancelled_at: app.time.now, cancel_refunds: false, cancel_message: "" };
    await app.database.db.updateTable("events").set(cancelled).where("id", "=", eventId).execute();
    expect(await activate(waiting)).toMatchObject({ status: 409, code: "salesClosed" });
    expect(await statesOf(eventId)).toEqual(["Ada: active", "Ben: pending"]);
  });

  test("one registration of an import can be made active alone, and that counts as a change", async () => {
    const { eventId } = await openEvent();
    const importId = await importWaiting(eventId, "Ada", "Ben");
    const [ada] = await peopleIn(eventId);
    const body = { id: ada!.registrationId, status: true };
    expect((await app.ask("registration/updateStatus", { body, token })).status).toBe(200);
    expect(await statesOf(eventId)).toEqual(["Ada: active", "Ben: pending"]);
    expect((await peopleIn(eventId))[0]!.orderStatus).toBe("free");
    expect((await takeBack(importId)).code).toBe("inUse");
    expect((await activate(importId)).payload.people).toBe(1);
    await expectNoDifference();
  });

  test("an import can be taken back before it is made active, and afterwards", async () => {
    const { eventId } = await openEvent();
    const waiting = await importWaiting(eventId, "Ada", "Ben");
    expect((await takeBack(waiting)).payload).toEqual({ importId: waiting, people: 2 });
    expect(await activate(waiting)).toMatchObject({ status: 409, code: "notActive" });
    await expectNoDifference();
    const active = await importWaiting(eventId, "Ada", "Ben");
    await activate(active);
    expect((await takeBack(active)).payload).toEqual({ importId: active, people: 2 });
    expect(await statesOf(eventId)).toEqual([]);
    expect(JSON.stringify(await stockOf(eventId))).not.toMatch(/"(sold|held)":[1-9]/);
    await expectNoDifference();
  });
});

describe("an import that is taken back while it is made active", () => {
  /** Taking back begins after activating has read who is waiting. */
  async function race(guards: ActivateGuards, isAwaited: boolean) {
    const { db } = app.database;
    const { eventId } = await openEvent();
    await importWaiting(eventId, "Zoe");
    const importId = await importWaiting(eventId, "Ada");
    const row = (await importById(db, importId))!;
    const who = { actor: "user:1", now: app.time.now };
    let takenBack: Promise<{ people: number }> = Promise.resolve({ people: 0 });
    const activated = await activateImport(db, row, who, {
      ...guards,
      lockRegistrations: async (tx, ids) => {
        const seen = await guards.lockRegistrations(tx, ids);
        takenBack = takeImportBack(db, row, who);
        if (isAwaited) await takenBack;
        return seen;
      },
    });
    return { activated, takenBack: (await takenBack).people, people: await statesOf(eventId) };
  }

  test("an import that is activated and taken back at the same time becomes active first, and is then taken back with its places", async () => {
    const outcome = await race({ lockImports, lockPlaces, lockRegistrations }, false);
    expect(outcome).toEqual({ activated: 1, takenBack: 1, people: ["Zoe: pending"] });
    await expectNoDifference();
  });

  test("control: without the locks, the places of people who were taken back are counted as sold", async () => {
    const unlocked: ActivateGuards = {
      lockImports: async () => {},
      lockPlaces: (tx, ids) => readPlaces(tx, ids, { lock: false }),
      lockRegistrations: (tx, ids) => registrationsById(tx, ids).execute(),
    };
    const outcome = await race(unlocked, true);
    expect(outcome).toEqual({ activated: 1, takenBack: 1, people: ["Zoe: pending"] });
    const wrong = await auditCounters(app.database.db);
    expect(wrong.map(({ what }) => what)).toEqual(expect.arrayContaining(["event sold", "ticket sold"]));
  });
});
