import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayloadOf } from "../../../../contract/all.ts";
import { ADMIN } from "../../../../contract/rules/roles.ts";
import { signAttendeeQr } from "../../../documents/qrSignature.ts";
import { auditDoor } from "../../../door/auditDoor.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { lockAgainstDoors, lockRegistrations } from "../../../registrations/rows.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket, buildUser } from "../../../testing/builders.ts";
import { placeTestOrder } from "../../../testing/buying.ts";
import { privateKeyOf, scanOf } from "../../../testing/parties.ts";
import { openSession } from "../../../testing/tokens.ts";
import { importById, usesOfImports } from "../attendeeImports.ts";
import { type TakeBackGuards, takeBackGuards, takeImportBack } from "../takeBack.ts";

let app: TestApp;
let clubId: number;
let token: string;
let strangerToken: string;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  ({ clubId } = await buildEvent(db));
  const admin = await buildUser(db, ADMIN, clubId);
  await db.updateTable("app_users").set({ full_name: "Ines Vogt" }).where("id", "=", admin.id).execute();
  token = await openSession(db, admin.id, app.time.now);
  const stranger = await buildUser(db, ADMIN, (await buildEvent(db)).clubId);
  strangerToken = await openSession(db, stranger.id, app.time.now);
});
afterAll(() => app.close());

async function openEvent(maxStock = 100) {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const config = { cancelUntilHours: 0, passOnUntilHours: 0 };
  const event = await buildEvent(db, { clubId, start, config });
  const ticket = await buildTicket(db, event.id, { price: 0, title: "Standard", maxStock });
  return { eventId: event.id, ticketId: ticket.id };
}
type OpenEvent = Awaited<ReturnType<typeof openEvent>>;

const rowsOf = (...names: string[]) => [
  ["Name", "E-mail"],
  ...names.map((name) => [name, `${name.toLowerCase()}@example.org`]),
];
const importRows = async (eventId: number, rows: string[][]) =>
  (await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token })).payload;
const importNames = async (eventId: number, ...names: string[]) =>
  (await importRows(eventId, rowsOf(...names))).importId!;
const list = async (eventId: number, by = token) =>
  (await app.ask("import/getByEventId", { query: { eventId }, token: by })).payload;
const takeBack = (importId: number, by = token) =>
  app.ask("import/takeBack", { body: { importId }, token: by });
const attendeesOf = async (eventId: number, filters: object = {}) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, sortBy: "registration", ...filters },
      token,
    })
  ).payload.items;

type Listed = PayloadOf<"registration/getAttendees">["items"][number];
const accessKeyOf = async ({ registrationId }: Listed) =>
  (
    await app.database.db
      .selectFrom("registrations")
      .select("access_key")
      .where("id", "=", registrationId)
      .executeTakeFirstOrThrow()
  ).access_key;
const proofOf = async (person: Listed) => ({
  registrationId: person.registrationId,
  accessKey: await accessKeyOf(person),
});
async function codeOf(eventId: number, { registrationId, attendeeId, qrUuid }: Listed): Promise<string> {
  const key = await privateKeyOf(app.database.db, eventId);
  return signAttendeeQr(key, { r: registrationId, a: attendeeId, q: qrUuid, e: eventId });
}
async function scan(eventId: number, person: Listed) {
  const scans = [
    scanOf({ scanId: randomUUID(), code: await codeOf(eventId, person), decided: false, undoes: [] }),
  ];
  const body = { eventId, deviceId: randomUUID(), scans };
  return (await app.ask("door/sync", { body, token })).payload.answers[0]!.verdict;
}

async function expectNoDifference() {
  const { db } = app.database;
  expect([...(await auditDoor(db)), ...(await auditFigures(db)), ...(await auditCounters(db))]).toEqual([]);
}

describe("the imports of an event", () => {
  test("each import is listed with its number, who made it, when, and how many people it registered", async () => {
    const { eventId } = await openEvent();
    const reply = await importRows(eventId, [
      ["Name", "E-mail", "Status"],
      ["Ada", "ada@example.org", "paid"],
      ["Ben", "ben@example.org", "canceled"],
      ["Cem", "cem@example.org", "paid"],
    ]);
    const second = await importNames(eventId, "Dee");
    expect(second).toBeGreaterThan(reply.importId!);
    expect(await list(eventId)).toEqual([
      expect.objectContaining({ id: second, people: 1, leftOut: 0 }),
      {
        id: reply.importId,
        eventId,
        importedBy: "Ines Vogt",
        importedAt: app.time.now.toISOString(),
        fileName: null,
        people: 2,
        registrations: 2,
        leftOut: 1,
        peopleLeft: 2,
        peopleWaiting: 0,
        takenBackAt: null,
        takenBackBy: null,
        refusal: null,
      },
    ]);
    const people = await attendeesOf(eventId, { importId: reply.importId });
    expect(people.map(({ firstName, importId }) => [firstName, importId])).toEqual([
      ["Ada", reply.importId],
      ["Cem", reply.importId],
    ]);
  });

  test("an import keeps the name of its file", async () => {
    const { eventId } = await openEvent();
    const form = new FormData();
    form.set("eventId", String(eventId));
    form.set("file", new Blob(["name,email\nAda,ada@example.org"]), "Gäste 2026.csv");
    const encoded = new Response(form);
    const reply = await app.http.inject({
      method: "POST",
      url: "/api/registration/bulkImportAttendee",
      headers: { authorization: token, "content-type": encoded.headers.get("content-type")! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(reply.json().payload.importId).toBeGreaterThan(0);
    expect(await list(eventId)).toMatchObject([{ fileName: "Gäste 2026.csv", people: 1 }]);
  });

  test("a dry run and a refused file get no import id, and a buyer belongs to no import", async () => {
    const { eventId, ticketId } = await openEvent();
    const body = { eventId, rows: rowsOf("Ada"), dryRun: true };
    const checked = await app.ask("registration/bulkImportAttendee", { body, token });
    expect(checked.payload.importId).toBeNull();
    expect((await importRows(eventId, [...rowsOf("Ada"), ["Ben", "nowhere"]])).importId).toBeNull();
    expect(await list(eventId)).toEqual([]);
    await placeTestOrder(app, eventId, ticketId);
    expect((await attendeesOf(eventId)).map(({ importId }) => importId)).toEqual([null]);
  });

  test("tickets are mailed to the people of one import", async () => {
    const { eventId } = await openEvent();
    const first = await importNames(eventId, "Ada", "Ben");
    await importNames(eventId, "Cem");
    const body = { eventId, importId: first };
    expect((await app.ask("registration/sendTickets", { body, token })).payload).toMatchObject({
      queued: 2,
      recipients: 2,
      neverMailed: 2,
    });
    const { rows } = await sql<{ recipient: string }>`select recipient from mails
      where recipient in ('ada@example.org', 'ben@example.org', 'cem@example.org')
        and (payload->>'registrationId')::bigint in (select id from registrations where event_id = ${eventId})
      order by 1`.execute(app.database.db);
    expect(rows.map(({ recipient }) => recipient)).toEqual(["ada@example.org", "ben@example.org"]);
  });
});

describe("an import that is taken back", () => {
  test("people of an import that is taken back are in no list, search, figure or door, and their places are free", async () => {
    const { eventId, ticketId } = await openEvent(3);
    const order = await placeTestOrder(app, eventId, ticketId, 1, "zoe@example.org");
    const everything = async () => {
      const query = { eventId };
      const [stock, statistics, series, orders] = await Promise.all([
        app.ask("event/getStock", { query, token }),
        app.ask("checkin/getStatistics", {
          query: { ...query, date: app.time.now.toISOString().slice(0, 10) },
          token,
        }),
        app.ask("checkin/getStatisticsSeries", {
          query: { ...query, date: app.time.now.toISOString().slice(0, 10) },
          token,
        }),
        app.ask("order/getOrdersByEventId", { query, token }),
      ]);
      const copy = (await app.ask("door/getCopy", { query, token })).payload;
      return {
        attendees: await attendeesOf(eventId, { registrationState: "all" }),
        found: await attendeesOf(eventId, { registrationState: "all", searchKeyword: "ada" }),
        orders: orders.payload,
        figures: [stock.payload, statistics.payload, series.payload],
        copy: copy.attendees,
      };
    };
    const before = await everything();
    const importId = await importNames(eventId, "Ada", "Ben");
    expect(await everything()).toMatchObject({ found: [{ firstName: "Ada" }], copy: { length: 3 } });
    const [, ada] = await attendeesOf(eventId);
    const { cursor } = (await app.ask("door/getCopy", { query: { eventId }, token })).payload;
    const full = await app.ask("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId, quantity: 2 }] },
    });
    expect(full.code).toBe("soldOut");

    const reply = await takeBack(importId);
    expect(reply).toMatchObject({
      status: 200,
      payload: { importId, people: 2 },
      msg: `Import ${importId} is taken back: 2 people are deleted.`,
    });
    expect(await everything()).toEqual(before);
    expect(before.attendees.map(({ registrationId }) => registrationId)).toEqual([order.registrationId]);
    const changes = await app.ask("door/getChanges", { query: { eventId, cursor }, token });
    expect(changes.payload.removedAttendeeIds).toContain(ada!.attendeeId);
    expect(await scan(eventId, ada!)).toBe("cancelled");
    expect(await list(eventId)).toMatchObject([
      {
        id: importId,
        people: 2,
        peopleLeft: 0,
        takenBackAt: app.time.now.toISOString(),
        takenBackBy: "Ines Vogt",
        refusal: "It was taken back already.",
      },
    ]);
    expect(await takeBack(importId)).toMatchObject({ status: 409, code: "notActive" });
    await expectNoDifference();
    expect(await importNames(eventId, "Ada", "Ben")).toBeGreaterThan(importId);
  });

  test("an import is taken back after one of its people was deleted and one was mailed, and other imports stay", async () => {
    const { eventId } = await openEvent();
    const importId = await importNames(eventId, "Ada", "Ben", "Cem");
    const other = await importNames(eventId, "Dee");
    const [ada, ben] = await attendeesOf(eventId);
    await app.ask("registration/deleteAttendee", { query: { attendeeId: ada!.id, eventId }, token });
    await app.ask("registration/sendTicketByAttendeeId", { query: { attendeeId: ben!.id, eventId }, token });
    await app.ask("order/resend", { body: { orderId: ben!.orderId! }, token });
    expect((await list(eventId))[1]).toMatchObject({ id: importId, peopleLeft: 2, refusal: null });
    expect((await takeBack(importId)).payload).toEqual({ importId, people: 2 });
    expect((await attendeesOf(eventId)).map(({ importId: from }) => from)).toEqual([other]);
    await expectNoDifference();
  });

  test("an import of which nobody is left cannot be taken back", async () => {
    const { eventId } = await openEvent();
    const importId = await importNames(eventId, "Ada");
    const [ada] = await attendeesOf(eventId);
    await app.ask("registration/deleteAttendee", { query: { attendeeId: ada!.id, eventId }, token });
    expect((await list(eventId))[0]!.refusal).toBe("None of its people is registered any more.");
    expect(await takeBack(importId)).toMatchObject({ status: 409, code: "notActive" });
  });

  test("an import of another club is not found", async () => {
    const { eventId } = await openEvent();
    const importId = await importNames(eventId, "Ada");
    expect(await takeBack(importId, strangerToken)).toMatchObject({ status: 404, code: "notFound" });
    const foreign = await app.ask("import/getByEventId", { query: { eventId }, token: strangerToken });
    expect(foreign.status).toBe(404);
    expect(await attendeesOf(eventId)).toHaveLength(1);
  });

  test("taking back an import of 5,000 people leaves one row of door_changes for all of them, and no registrations, attendees or orders", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent(5000);
    const importId = await importNames(eventId, ...Array.from({ length: 5000 }, (_, n) => `Guest${n}`));
    expect((await takeBack(importId)).payload.people).toBe(5000);
    const { rows } = await sql<{ changes: number; left: number }>`select
      (select count(*) from door_changes where event_id = ${eventId} and is_gone)::int as changes,
      (select count(*) from registrations where event_id = ${eventId})::int
        + (select count(*) from attendees where event_id = ${eventId})::int
        + (select count(*) from orders where event_id = ${eventId})::int as left`.execute(db);
    expect(rows).toEqual([{ changes: 1, left: 0 }]);
    await expectNoDifference();
  });
});

describe("an import that is in use", () => {
  const changes: [string, (event: OpenEvent, person: Listed) => Promise<{ status: number }>][] = [
    [
      "staff change a name",
      ({ eventId }, { id }) =>
        app.ask("registration/updateAttendee", {
          body: { attendeeId: id, eventId, firstName: "Bea" },
          token,
        }),
    ],
    [
      "staff change an answer",
      async ({ eventId }, { id }) => {
        const question = await buildQuestion(app.database.db, eventId, { text: "Meal?" });
        const answers = [{ questionId: question.id, answer: "Fish" }];
        return app.ask("registration/updateAttendee", { body: { attendeeId: id, eventId, answers }, token });
      },
    ],
    [
      "staff change the buyer",
      (_event, { orderId }) =>
        app.ask("order/changeBuyer", {
          body: { orderId: orderId!, firstName: "Bea", lastName: "Berg", email: "bea@example.org" },
          token,
        }),
    ],
    [
      "staff cancel a registration",
      (_event, { registrationId }) =>
        app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token }),
    ],
    [
      "the guest gives a name",
      (_event, { attendeeId, qrUuid }) =>
        app.ask("registration/saveGuest", { body: { attendeeId, qrUuid, firstName: "Bea" } }),
    ],
    [
      "the buyer corrects a name",
      async (_event, person) => {
        const attendees = [{ attendeeId: person.attendeeId, firstName: "Bea" }];
        return app.ask("registration/correct", { body: { ...(await proofOf(person)), attendees } });
      },
    ],
    [
      "the buyer passes the ticket on",
      async (_event, person) => {
        const next = { firstName: "Bea", lastName: "", email: "bea@example.org" };
        const body = { ...(await proofOf(person)), attendeeId: person.attendeeId, ...next };
        return app.ask("registration/passOn", { body });
      },
    ],
    [
      "the buyer cancels the ticket",
      async (_event, person) => {
        const body = { ...(await proofOf(person)), refundAmount: 0 };
        return app.ask("registration/cancelOwn", { body });
      },
    ],
    [
      "the buyer buys an extra",
      async ({ eventId }, person) => {
        const extras = await buildExtras(app.database.db, eventId, { price: 0 });
        const body = { ...(await proofOf(person)), extras: [{ extrasId: extras.id, quantity: 1 }] };
        return app.ask("extras/purchaseExtras", { body });
      },
    ],
  ];

  test.each(changes)("no part of an import can be taken back after %s", async (_what, change) => {
    const event = await openEvent();
    const importId = await importNames(event.eventId, "Ada", "Ben");
    const [, ben] = await attendeesOf(event.eventId);
    const changed = await change(event, ben!);
    expect(changed.status).toBe(200);
    const refusal = "1 of its people was changed since.";
    expect((await list(event.eventId))[0]!.refusal).toBe(refusal);
    expect(await takeBack(importId)).toMatchObject({
      status: 409,
      code: "inUse",
      msg: `Import ${importId} stays. ${refusal}`,
    });
    expect(await attendeesOf(event.eventId, { registrationState: "all" })).toHaveLength(2);
    await expectNoDifference();
  });

  test("an import cannot be taken back after the door let one of its people in, until that is undone", async () => {
    const { eventId } = await openEvent();
    const importId = await importNames(eventId, "Ada", "Ben");
    const [ada] = await attendeesOf(eventId);
    expect(await scan(eventId, ada!)).toBe("welcome");
    expect((await list(eventId))[0]!.refusal).toBe("1 of its people was checked in.");
    expect(await takeBack(importId)).toMatchObject({ status: 409, code: "inUse" });
    const body = { attendeeId: ada!.attendeeId, registrationId: ada!.registrationId, eventId };
    expect((await app.ask("checkin/delete", { body, token })).status).toBe(200);
    expect((await takeBack(importId)).status).toBe(200);
    await expectNoDifference();
  });
});

describe("an import that is taken back while the door lets somebody of it in", () => {
  /** A door scans a guest after `usesOfImports` has found that nobody was let in, and before anybody is deleted. */
  async function race(lock: TakeBackGuards["lock"], waitsForScan: boolean) {
    const { db } = app.database;
    const { eventId } = await openEvent();
    const importId = await importNames(eventId, "Ada");
    const [ada] = await attendeesOf(eventId);
    let verdict: Promise<string> = Promise.resolve("not scanned");
    const row = (await importById(db, importId))!;
    const { people } = await takeImportBack(
      db,
      row,
      { actor: "user:1", now: app.time.now },
      {
        ...takeBackGuards,
        lock,
        uses: async (tx, ids) => {
          const seen = await usesOfImports(tx, ids);
          verdict = scan(eventId, ada!);
          if (waitsForScan) await verdict;
          return seen;
        },
      },
    );
    return { people, verdict: await verdict };
  }

  test("a guest is not let in while their import is being taken back", async () => {
    expect(await race(lockAgainstDoors, false)).toEqual({ people: 1, verdict: "cancelled" });
    await expectNoDifference();
  });

  test("control: with a lock for which the door does not wait, a guest is let in and deleted", async () => {
    expect(await race(lockRegistrations, true)).toEqual({ people: 1, verdict: "welcome" });
  });
});
