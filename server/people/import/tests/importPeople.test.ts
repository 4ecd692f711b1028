import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOST_IMPORTED_ROWS } from "../../../../contract/rules/importLimits.ts";
import { ADMIN } from "../../../../contract/rules/roles.ts";
import { type Db, inTransaction } from "../../../db/pool.ts";
import { isUnavailable } from "../../../db/unavailable.ts";
import { eventById } from "../../../events/rows.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { reserveAll } from "../../../holds/reserve.ts";
import { lockPlaces, readPlaces } from "../../../holds/rows.ts";
import { batchOf } from "../../../spreadsheets/batch.ts";
import type { SheetColumn } from "../../../spreadsheets/columns.ts";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import { writeSheet } from "../../../spreadsheets/writeSheet.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket, buildUser, holdRequest } from "../../../testing/builders.ts";
import { placeTestOrder } from "../../../testing/buying.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { openSession } from "../../../testing/tokens.ts";
import { ticketById } from "../../../tickets/rows.ts";
import { type ImportGuards, type ImportInput, importPeople } from "../importPeople.ts";
import { lockImports } from "../importRows.ts";

const textColumn = (heading: string): SheetColumn => ({ heading, kind: "text" });

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent(maxStock = 100) {
  const { db } = app.database;
  const event = await buildEvent(db, { clubId });
  const ticket = await buildTicket(db, event.id, { title: "Standard", maxStock });
  return { eventId: event.id, ticketId: ticket.id };
}

async function fileOf(format: "csv" | "xlsx", [headings, ...rows]: string[][]): Promise<Buffer> {
  async function* batches() {
    yield batchOf(rows);
  }
  const pieces = [];
  for await (const piece of writeSheet(
    { format, name: "Attendees", columns: headings!.map(textColumn) },
    batches(),
  ))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

async function send(
  eventId: number,
  file: Buffer | string,
  {
    key,
    name = "people.csv",
    by = token,
    ...fields
  }: {
    key?: string;
    name?: string;
    by?: string;
    dryRun?: string;
    ticketId?: string;
    values?: string;
    columns?: string;
  } = {},
) {
  const form = new FormData();
  form.set("eventId", String(eventId));
  for (const [field, text] of Object.entries(fields)) form.set(field, text);
  form.set("file", new Blob([new Uint8Array(Buffer.from(file))]), name);
  const encoded = new Response(form);
  const response = await app.http.inject({
    method: "POST",
    url: "/api/registration/bulkImportAttendee",
    headers: {
      authorization: by,
      "content-type": encoded.headers.get("content-type")!,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, ...response.json() };
}

const fiftyRows = () => [
  ["First name", "Last name", "E-mail", "Phone", "Ticket", "Company"],
  ...Array.from({ length: 50 }, (_, n) => [
    n === 0 ? "สมชาย" : "Jörg",
    `=Nº${n}`,
    `guest${n}@example.org`,
    `+49 40 00${n}`,
    "standard",
    `Rowers & "Sons", ${n}`,
  ]),
];
const listAttendees = async (eventId: number) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration" },
      token,
    })
  ).payload.items;
const registrationsOf = (db: Db, eventId: number) =>
  db.selectFrom("registrations").select("id").where("event_id", "=", eventId).execute();
async function importOf(db: Db, eventId: number, count: number): Promise<ImportInput> {
  async function* rows() {
    yield [["name", "email"], ...Array.from({ length: count }, (_, n) => ["Guest", `g${n}@example.org`])];
  }
  return {
    event: (await eventById(db, eventId))!,
    ticketId: null,
    columns: [],
    states: {},
    ticketUses: {},
    answers: [],
    rows: rows(),
    sheets: { names: [], chosen: null },
    fileName: null,
    dryRun: false,
    goodRowsOnly: false,
    everybodyWaits: false,
    isUpdate: false,
    idempotency: null,
    actor: "user:1",
    now: new Date(),
  };
}
const expectRightCounters = async () => expect(await auditCounters(app.database.db)).toEqual([]);

describe.each(["csv", "xlsx"] as const)("fifty people from a .%s file", (format) => {
  test("each person from a file gets a registration, and that of the first has all its fields", async () => {
    const { eventId } = await openEvent();
    const file = await fileOf(format, fiftyRows());
    const preview = await send(eventId, file, { dryRun: "true" });
    expect(preview.payload).toMatchObject({ insertCount: 0, skipped: [], rowCount: 50 });
    expect(await listAttendees(eventId)).toEqual([]);
    const reply = await send(eventId, file);
    expect(reply.payload).toMatchObject({
      insertCount: 50,
      skipped: [],
      additionalColumns: ["Company"],
      columns: ["firstName", "lastName", "email", "phone", "ticket", "company"].map((meaning) => ({
        heading: expect.any(String),
        meaning,
      })),
    });
    const people = await listAttendees(eventId);
    expect(people).toHaveLength(50);
    expect(people[0]).toMatchObject({
      firstName: "สมชาย",
      lastName: "=Nº0",
      email: "guest0@example.org",
      phone: "+49 40 000",
      ticketTitle: "Standard",
      isPrimary: true,
      registrationState: "active",
      orderStatus: "free",
      registrationEmail: "guest0@example.org",
      additionalFields: { Company: 'Rowers & "Sons", 0' },
    });
    expect(new Set(people.map(({ registrationId }) => registrationId)).size).toBe(50);
    await expectRightCounters();
  });
});

describe("an import of rows with a state", () => {
  const rows = [
    "Name,Email,Order status,Ticket status",
    "Ada,ada@example.org,Completed,valid",
    "Void,,Completed,void",
    "Late,late@example.org,pending_approval,valid",
    "Later,later@example.org,Pending approval,valid",
    "Held,held@example.org,On hold,valid",
  ].join("\n");

  test("rows whose state means no ticket are left out and counted, and staff are asked about an unknown state", async () => {
    const { eventId } = await openEvent();
    const asked = await send(eventId, rows);
    expect(asked.payload).toMatchObject({
      insertCount: 0,
      rowCount: 5,
      columns: [{ meaning: "name" }, { meaning: "email" }, { meaning: "state" }, { meaning: "state" }],
      leftOut: [
        { text: "void", count: 1 },
        { text: "pending_approval", count: 2 },
      ],
      undecided: [{ text: "On hold", count: 1 }],
      values: { state: { Completed: "good", valid: "good", void: "leaveOut", pending_approval: "leaveOut" } },
      skipped: [
        {
          row: 6,
          reason: "has the state “On hold”, which may mean a ticket or none: decide whether to import it",
        },
      ],
      places: [{ title: "Standard", count: 1 }],
    });
    expect(await registrationsOf(app.database.db, eventId)).toEqual([]);
    const decided = JSON.stringify({ state: { "on hold": "good", "pending approval": "good" } });
    const { payload } = await send(eventId, rows, { values: decided });
    expect(payload).toMatchObject({ insertCount: 4, skipped: [], leftOut: [{ text: "void", count: 1 }] });
    const people = await listAttendees(eventId);
    expect(people.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
      "Ada",
      "Late",
      "Later",
      "Held",
    ]);
    expect(people[0]!.additionalFields).toEqual({ "Order status": "Completed", "Ticket status": "valid" });
    await expectRightCounters();
  });

  test("a file in which no state means a ticket registers nobody, and takes no place", async () => {
    const { eventId } = await openEvent(1);
    const { status, payload } = await send(eventId, "Name,Email,Status\nAda,ada@example.org,canceled");
    expect([status, payload.insertCount, payload.leftOut, payload.places]).toEqual([
      200,
      0,
      [{ text: "canceled", count: 1 }],
      [],
    ]);
    expect(await registrationsOf(app.database.db, eventId)).toEqual([]);
    await expectRightCounters();
  });

  test("a column with more than fifty different states is refused, and the message names the column", async () => {
    const { eventId } = await openEvent();
    const many = Array.from({ length: 51 }, (_, n) => `Guest,g${n}@example.org,state ${n}`);
    const file = ["Name,Email,Status", ...many].join("\n");
    const reason =
      "The rows have more than 50 different states under “Status”. If this is no state of a ticket, choose another meaning for the column.";
    const { status, msg } = await send(eventId, file);
    expect([status, msg]).toEqual([400, reason]);
    const { payload } = await send(eventId, file, { dryRun: "true" });
    expect(payload).toMatchObject({ skipped: [{ row: 1, reason }], rowCount: 51, places: [] });
    const columns = JSON.stringify([{ heading: "Status", meaning: "additional" }]);
    const corrected = await send(eventId, file, { columns });
    expect(corrected.payload).toMatchObject({ insertCount: 51, skipped: [] });
  });

  test("an unknown decision about a state is refused with its field", async () => {
    const { eventId } = await openEvent();
    const { status, payload } = await send(eventId, rows, { values: '{"state":{"On hold":"maybe"}}' });
    expect([status, JSON.stringify(payload)]).toEqual([400, expect.stringContaining("values.state.On hold")]);
  });
});

describe("an import of all rows or none", () => {
  test("each wrong row is reported with its problem, and nobody is registered", async () => {
    const { eventId, ticketId } = await openEvent();
    await placeTestOrder(
      app,
      eventId,
      (await buildTicket(app.database.db, eventId, { price: 0, title: "Free" })).id,
    );
    const rows = [
      "Name;Email;Ticket",
      "Ada Lovelace;ada@example.org;Standard",
      ";nameless@example.org;Standard",
      "Bad Address;<nowhere@example.org>;Standard",
      ";;",
      "ada lovelace;ADA@example.org;Standard",
      "Known;Mia@example.org;Standard",
      "No Ticket;ticket@example.org;Balcony",
      "Nothing;;",
    ].join("\n");
    const reply = await send(eventId, rows);
    expect(reply.status).toBe(200);
    expect(reply.payload.insertCount).toBe(0);
    expect(reply.payload.skipped).toEqual([
      { row: 3, reason: "has no name" },
      { row: 4, reason: "“<nowhere@example.org>” is not an e-mail address" },
      { row: 6, reason: "is the same person as row 2" },
      { row: 7, reason: "Mia@example.org is registered for this event already" },
      { row: 8, reason: "“Balcony” is not a ticket of this event" },
      { row: 9, reason: "has no ticket" },
    ]);
    expect(await listAttendees(eventId)).toHaveLength(1);
    const retried = await send(eventId, "name,email\nAda Lovelace,ada@example.org", {
      ticketId: `${ticketId}`,
    });
    expect(retried.payload.insertCount).toBe(1);
    expect((await listAttendees(eventId))[1]).toMatchObject({ firstName: "Ada", lastName: "Lovelace" });
    await expectRightCounters();
  });

  test("an import of more people than places is refused with the number of places left", async () => {
    const { eventId, ticketId } = await openEvent(49);
    const reply = await send(eventId, await fileOf("csv", fiftyRows()));
    expect(reply).toMatchObject({
      status: 409,
      code: "notEnoughLeft",
      payload: { available: { [ticketId]: 49 } },
    });
    expect(await listAttendees(eventId)).toEqual([]);
    await expectRightCounters();
  });

  test("a wrong row at the end prevents the registration of all rows before it", async () => {
    const { eventId } = await openEvent(10_000);
    const rows = Array.from({ length: 6000 }, (_, n) => `Guest,g${n}@example.org`);
    const reply = await send(eventId, ["name,email", ...rows, "guest,G0@example.org"].join("\n"), {
      key: "wrong-at-the-end",
    });
    expect(reply.payload).toMatchObject({
      insertCount: 0,
      rowCount: 6001,
      skipped: [{ row: 6002, reason: "is the same person as row 2" }],
    });
    expect(await registrationsOf(app.database.db, eventId)).toEqual([]);
    await expectRightCounters();
    const retried = await send(eventId, ["name,email", ...rows].join("\n"), { key: "good-to-the-end" });
    expect(retried.payload.insertCount).toBe(6000);
    expect(await registrationsOf(app.database.db, eventId)).toHaveLength(6000);
    expect(await auditFigures(app.database.db)).toEqual([]);
    await expectRightCounters();
  });

  test("the capacity of the event limits an import too", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { clubId, capacity: 40 });
    await buildTicket(db, event.id, { title: "Standard" });
    expect(await send(event.id, await fileOf("csv", fiftyRows()))).toMatchObject({ code: "notEnoughLeft" });
  });

  test("two concurrent imports with the same key have one reply, and their progress can be read", async () => {
    const { eventId } = await openEvent();
    const file = await fileOf("csv", fiftyRows());
    const progress = async (key: string) =>
      (await app.ask("registration/getImportProgress", { query: { eventId, key }, token })).payload;
    expect(await progress("import-key-1")).toBeNull();
    const [one, other] = await Promise.all([1, 2].map(() => send(eventId, file, { key: "import-key-1" })));
    expect([one.payload.insertCount, other.payload.insertCount]).toEqual([50, 50]);
    expect(other.payload).toEqual(one.payload);
    expect(await listAttendees(eventId)).toHaveLength(50);
    expect((await progress("import-key-1"))?.total).toBe(50);
    const again = await send(eventId, file, { key: "import-key-1" });
    expect(again.payload.insertCount).toBe(50);
    expect(await listAttendees(eventId)).toHaveLength(50);
    await expectRightCounters();
  });
});

describe("concurrent imports", () => {
  test("a node runs three imports at the same time, one for each club, and a fourth is refused as busy", async () => {
    const { db } = app.database;
    const clubs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const event = await buildEvent(db);
        await buildTicket(db, event.id, { title: "Standard" });
        const admin = await buildUser(db, ADMIN, event.clubId);
        return { ...event, token: await openSession(db, admin.id, app.time.now) };
      }),
    );
    const importInto = ({ id, token: by }: { id: number; token: string }) =>
      send(id, "name,email\nMia,mia@example.org", { by });
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where relation = 'tickets'::regclass and not granted`.execute(db);
      return rows[0]!.count;
    };
    const running = await inTransaction(db, async (tx) => {
      // Imports wait for this lock when they read tickets, which is before any step with a time limit.
      await sql`lock table tickets in access exclusive mode`.execute(tx);
      const first = clubs.slice(0, 3).map(importInto);
      await expect.poll(countWaiting, { timeout: 60_000 }).toBe(3);
      const again = await importInto(clubs[0]!);
      expect([again.status, again.msg]).toEqual([503, expect.stringMatching(/import of this club/)]);
      const fourth = await importInto(clubs[3]!);
      expect([fourth.status, fourth.msg]).toEqual([503, expect.stringMatching(/Other imports/)]);
      return { first };
    });
    for (const reply of await Promise.all(running.first)) expect(reply.payload.insertCount).toBe(1);
    expect((await importInto(clubs[3]!)).payload.insertCount).toBe(1);
  });
});

describe("a file that is not a list of people", () => {
  test.each([
    ["an empty file", "", "invalidFile"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), "invalidFile"],
    ["a broken archive", Buffer.from("PK\u0003\u0004 and then nothing"), "invalidFile"],
    ["only headings", "name,email\n", "invalidFile"],
    ["no column of addresses", "name,phone\nMia,1", "invalidFile"],
    ["no column of names", "email\nmia@example.org", "invalidFile"],
  ])("a file that is not a list of people is refused with a sentence: %s", async (_what, file, code) => {
    const { eventId } = await openEvent();
    const reply = await send(eventId, file);
    expect([reply.status, reply.code]).toEqual([400, code]);
    expect(reply.msg).toMatch(/^[A-Z].*\.$/);
  });

  test("a file with too many rows is refused", async () => {
    const { eventId } = await openEvent();
    const rows = Array.from({ length: MOST_IMPORTED_ROWS + 1 }, (_, n) => `Guest,g${n}@example.org`);
    const reply = await send(eventId, ["name,email", ...rows].join("\n"));
    expect(reply).toMatchObject({ status: 400, code: "invalidFile" });
  });
});

describe("an import while buyers want the same places", () => {
  /** 40 buyers want one of 50 places each, at the moment when an import of 40 has read that enough are free. */
  async function race({ db }: TestDatabase, lockOrRead: typeof lockPlaces): Promise<number> {
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 50 });
    const buy = () =>
      inTransaction(db, (tx) =>
        reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date(), lockRows: lockOrRead }),
      );
    let buyers: Promise<unknown>[] = [];
    await importPeople(db, await importOf(db, event.id, 40), {
      lockImports,
      lockPlaces: async (tx, ids) => {
        const seen = await lockOrRead(tx, ids);
        buyers = Array.from({ length: 40 }, buy);
        return seen;
      },
    });
    await Promise.all(buyers);
    const { held, sold } = (await ticketById(db, ticket.id))!;
    return held + sold;
  }

  test("an import and concurrent buyers never take a place twice", async () => {
    expect(await race(app.database, lockPlaces)).toBe(50);
    await expectRightCounters();
  });

  test("control: without the lock and the check constraint, more places are taken than the ticket has", async () => {
    const unguarded = await testDatabase();
    try {
      await unguarded.pool.query("alter table tickets drop constraint tickets_stock");
      const noLock: typeof lockPlaces = (tx, ids) => readPlaces(tx, ids, { lock: false });
      expect(await race(unguarded, noLock)).toBeGreaterThan(50);
      expect((await auditCounters(unguarded.db)).map(({ what }) => what)).toContain("ticket oversold");
    } finally {
      await unguarded.close();
    }
  });

  test("an import does not block buyers while its attendees are written", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 100 });
    let buyCount = 0;
    const buyMeanwhile: ImportGuards = {
      lockImports,
      lockPlaces: async (tx, ids) => {
        // All rows of the import are written, and no place is locked yet.
        await placeTestOrder(app, event.id, ticket.id);
        buyCount += 1;
        return lockPlaces(tx, ids);
      },
    };
    await importPeople(db, await importOf(db, event.id, 20), buyMeanwhile);
    expect(buyCount).toBe(1);
    expect(await registrationsOf(db, event.id)).toHaveLength(21);
    expect(await auditFigures(db)).toEqual([]);
    await expectRightCounters();
  });
});

describe("an import that is interrupted", () => {
  test("an import whose connection ends after its last row registers nobody, and a second try registers everybody", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    await buildTicket(db, event.id, { maxStock: 10_000 });
    const idempotency = { call: "bulkImportAttendee", key: "cut-off", bodyHash: Buffer.alloc(32, 1) };
    const importAll = async (guards?: ImportGuards) =>
      importPeople(db, { ...(await importOf(db, event.id, 6000)), idempotency }, guards);
    let writtenCount = 0;
    const interrupted = importAll({
      lockImports,
      lockPlaces: async (tx, ids) => {
        writtenCount = (await registrationsOf(tx, event.id)).length;
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]!.pid}, 60000)`.execute(db);
        return lockPlaces(tx, ids);
      },
    });
    await expect(interrupted).rejects.toSatisfy(isUnavailable);
    expect(writtenCount).toBe(6000);
    expect(await registrationsOf(db, event.id)).toEqual([]);
    await expectRightCounters();
    expect((await importAll()).insertCount).toBe(6000);
    expect((await importAll()).insertCount).toBe(6000);
    expect(await registrationsOf(db, event.id)).toHaveLength(6000);
    expect(await auditFigures(db)).toEqual([]);
    await expectRightCounters();
  });

  test("an import whose upload breaks off registers nobody", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    await buildTicket(db, event.id, { maxStock: 10_000 });
    const input = await importOf(db, event.id, 6000);
    async function* brokenRows() {
      for await (const batch of input.rows) yield batch;
      throw new Error("The upload broke off.");
    }
    await expect(importPeople(db, { ...input, rows: brokenRows() })).rejects.toThrow("The upload broke off.");
    expect(await registrationsOf(db, event.id)).toEqual([]);
    await expectRightCounters();
  });
});

test("an import leaves no pending entries in the search index of attendees, so the next registration need not move them", async () => {
  const { db } = app.database;
  const { eventId } = await openEvent();
  await importPeople(db, await importOf(db, eventId, 50));
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('attendees_search')::int as pages`.execute(db);
  expect(rows).toEqual([{ pages: 0 }]);
});

describe("the same file in two imports at the same time", () => {
  async function race({ db }: TestDatabase, guards?: ImportGuards): Promise<number> {
    const event = await buildEvent(db);
    await buildTicket(db, event.id, { maxStock: 100 });
    const imports = await Promise.all([1, 2].map(() => importOf(db, event.id, 30)));
    const outcomes = await Promise.allSettled(imports.map((one) => importPeople(db, one, guards)));
    expect(outcomes.map(({ status }) => status)).toContain("fulfilled");
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "emailTaken" });
    return (await registrationsOf(db, event.id)).length;
  }

  test("the same file sent twice at the same time registers nobody twice, in 3 tries", async () => {
    for (let tries = 0; tries < 3; tries++) expect(await race(app.database)).toBe(30);
    await expectRightCounters();
  });

  test("control: if imports do not wait for each other, the same file registers everybody twice", async () => {
    let registered = 0;
    for (let tries = 0; tries < 20 && registered <= 30; tries++)
      registered = await race(app.database, { lockImports: () => Promise.resolve() });
    expect(registered).toBe(60);
    await expectRightCounters();
  });
});

test("numbers of a .csv file keep their leading zeros, the ' before a formula is removed, and other encodings are read correctly", async () => {
  const read = async (file: Buffer) => {
    const rows = [];
    for await (const batch of readSheet(file, { mostRows: 100 })) rows.push(...batch);
    return rows;
  };
  expect(await read(Buffer.from("a;b\n007;'+49 1\n"))).toEqual([
    ["a", "b"],
    ["007", "+49 1"],
  ]);
  expect(await read(Buffer.from("name\nJ\xf6rg\n", "latin1"))).toEqual([["name"], ["Jörg"]]);
  expect(await read(Buffer.from("\ufeffname\tmail\nสมชาย\ta\n", "utf16le"))).toEqual([
    ["name", "mail"],
    ["สมชาย", "a"],
  ]);
});
