import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditDoor } from "../../../door/auditDoor.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

/** An event in euros that starts in an hour. */
async function openEvent(...titles: string[]): Promise<number> {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { clubId, start, currency: "eur" });
  for (const title of titles) await buildTicket(db, event.id, { price: 0, title, maxStock: 200 });
  return event.id;
}
const importRows = async (eventId: number, rows: string[][]) =>
  (await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token })).payload;
const attendeesOf = async (eventId: number, filters: object = {}) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration", ...filters },
      token,
    })
  ).payload.items;
const ordersOf = async (eventId: number, filters: object = {}) =>
  (await app.ask("order/getOrders", { query: { eventId, itemsPerPage: 100, ...filters }, token })).payload
    .items;
const queryOfToday = (eventId: number) => ({ eventId, date: app.time.now.toISOString().slice(0, 10) });
const takeBack = (importId: number | null) => app.ask("import/takeBack", { body: { importId }, token });
/** An instant without milliseconds. */
const minutesAgo = (minutes: number) =>
  new Date(Math.floor(app.time.now.getTime() / 1000) * 1000 - minutes * 60_000);
async function expectNoDifference() {
  const { db } = app.database;
  expect([await auditDoor(db), await auditCounters(db), await auditFigures(db)]).toEqual([[], [], []]);
}

describe("an order of another system", () => {
  test("people without a name are named after their order number, by which staff find them and their order", async () => {
    const eventId = await openEvent("Standard");
    const rows = [
      ["Order code", "Name", "E-mail", "Company", "Note"],
      ["AAA03", "", "guests@example.org", "", "Table 4"],
      ["AAA03", "", "", "", ""],
      ["AAA07", "Door Guest", "", "Müller & Söhne", ""],
      ["AAA09", "Mia Lind", "mia@example.org", "", ""],
    ];
    expect((await importRows(eventId, rows)).registrationCount).toBe(3);
    const people = await attendeesOf(eventId);
    expect(people.map(({ firstName, importedNumber }) => [firstName, importedNumber])).toEqual([
      ["Guest 1 of AAA03", "AAA03"],
      ["Guest 2 of AAA03", "AAA03"],
      ["Door", "AAA07"],
      ["Mia", "AAA09"],
    ]);
    expect(people[2]!.additionalFields).toEqual({ Company: "Müller & Söhne" });
    const found = async (searchKeyword: string) =>
      (await attendeesOf(eventId, { searchKeyword })).map(({ importedNumber }) => importedNumber);
    expect(await found("aaa03")).toEqual(["AAA03", "AAA03"]);
    expect(await found("guest 2")).toEqual(["AAA03"]);
    expect(await found("sohne")).toEqual(["AAA07"]);
    expect(await found("table aaa03")).toEqual(["AAA03", "AAA03"]);
    expect(await found("mia aaa09")).toEqual(["AAA09"]);
    expect(await found("mia aaa03")).toEqual([]);
    for (const [words, number] of [
      ["AAA07", "AAA07"],
      ["söhne", "AAA07"],
      ["guests@example.org aaa03", "AAA03"],
      ["aaa03 table", "AAA03"],
    ])
      expect(
        (await ordersOf(eventId, { searchKeyword: words })).map(({ importedNumber }) => importedNumber),
      ).toEqual([number]);
    expect(await ordersOf(eventId, { searchKeyword: "AAA0%" })).toEqual([]);
  });

  test("the same order number is not imported twice, also without a name and an address", async () => {
    const eventId = await openEvent("Standard");
    const rows = [
      ["Order", "Name", "E-mail"],
      ["A1", "", ""],
      ["A1", "", ""],
    ];
    const { importId } = await importRows(eventId, rows);
    const again = await importRows(eventId, rows);
    expect([again.insertCount, again.skipped.map(({ reason }) => reason)]).toEqual([
      0,
      ["order A1 is registered for this event already", "order A1 is registered for this event already"],
    ]);
    await takeBack(importId);
    expect((await importRows(eventId, rows)).insertCount).toBe(2);
    await expectNoDifference();
  });

  test("what was paid elsewhere is a note of the order, and never revenue, owed or refundable", async () => {
    const eventId = await openEvent("Adult", "Child");
    const figures = async () => {
      const { revenue } = (
        await app.ask("checkin/getStatisticsSeries", { query: queryOfToday(eventId), token })
      ).payload;
      const { people: _people, ...money } = (await app.ask("event/getClosing", { query: { eventId }, token }))
        .payload.figures;
      return { revenue, money };
    };
    const empty = await figures();
    expect(empty.revenue).toEqual([]);
    await importRows(eventId, [
      ["Order", "Name", "E-mail", "Ticket", "Price"],
      ["A1", "Ada", "ada@example.org", "Adult", "1.020,00 €"],
      ["A1", "Cem", "", "Child", "10.00"],
      ["B2", "Ben", "ben@example.org", "Adult", ""],
    ]);
    const orders = await ordersOf(eventId);
    expect(
      orders.map(({ importedNumber, paidElsewhere, totalAmount, paymentStatus }) => [
        importedNumber,
        paidElsewhere,
        totalAmount,
        paymentStatus,
      ]),
    ).toEqual([
      ["B2", null, 0, "free"],
      ["A1", 103_000, 0, "free"],
    ]);
    const body = { orderId: orders[1]!.id, amount: 1000, reason: "Gone" };
    expect((await app.ask("order/refund", { body, token })).status).toBe(409);
    expect(await figures()).toEqual(empty);
    const table = async (call: string) => {
      const url = `/api/${call}?eventId=${eventId}&format=csv`;
      const { body: text } = await app.http.inject({ url, headers: { authorization: token } });
      return text.split("\n").filter((line) => line.includes("A1") && line.includes("1030.00"));
    };
    // Only one row of each order has the amount, so that the column's sum is what was paid.
    expect(await table("registration/downloadAttendees")).toHaveLength(1);
    expect(await table("order/downloadOrders")).toHaveLength(1);
    await expectNoDifference();
  });

  test("wrong prices and times are errors of their rows", async () => {
    const eventId = await openEvent("Standard");
    const tomorrow = minutesAgo(-24 * 60).toISOString();
    const { skipped } = await importRows(eventId, [
      ["Name", "E-mail", "Price", "Registered at", "Checked in"],
      ["Ada", "ada@example.org", "20.00 USD", "", ""],
      ["Ben", "ben@example.org", "", "05/06/2026", ""],
      ["Cem", "cem@example.org", "", tomorrow, ""],
      ["Dee", "dee@example.org", "", "", "perhaps"],
      ["Eva", "eva@example.org", "", "", tomorrow],
    ]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "“20.00 USD” is not a price in EUR",
      "“05/06/2026” is not a time with a clear day and month",
      `“${tomorrow}” is in the future`,
      "“perhaps” does not say whether the person was checked in",
      `“${tomorrow}” is in the future`,
    ]);
  });

  test("a registration has the time of its order, which may be in two columns", async () => {
    const eventId = await openEvent("Standard");
    const madeAt = minutesAgo(26 * 60);
    const [day, clock] = madeAt.toISOString().split("T");
    await importRows(eventId, [
      ["Order code", "Product", "Attendee name", "Email", "Order date", "Order time"],
      ["A1", "Standard", "Ada", "ada@example.org", day!, `${clock!.slice(0, 8)}Z`],
      ["A1", "Standard", "Cem", "", day!, `${clock!.slice(0, 8)}Z`],
      ["B2", "Standard", "Ben", "ben@example.org", "", ""],
    ]);
    expect((await attendeesOf(eventId)).map(({ registeredAt }) => registeredAt)).toEqual([
      madeAt.toISOString(),
      madeAt.toISOString(),
      app.time.now.toISOString(),
    ]);
    expect((await ordersOf(eventId)).map(({ createdAt }) => createdAt)).toEqual([
      app.time.now.toISOString(),
      madeAt.toISOString(),
    ]);
    await expectNoDifference();
  });
});

describe("a check-in of another system", () => {
  const rows = () => [
    ["Name", "E-mail", "Checked in", "Quantity"],
    ["Ada", "ada@example.org", minutesAgo(90).toISOString(), ""],
    ["Ben", "ben@example.org", "Yes", "2"],
    ["Cem", "cem@example.org", "No", ""],
  ];
  const letIn = async (eventId: number, index: number) => {
    const { attendeeId, registrationId } = (await attendeesOf(eventId))[index]!;
    return app.ask("checkin/save", { body: { attendeeId, registrationId, eventId }, token });
  };

  test("people who were let in elsewhere are checked in, and cannot enter again", async () => {
    const eventId = await openEvent("Standard");
    await importRows(eventId, rows());
    const people = await attendeesOf(eventId);
    expect(people.map(({ checkinTime }) => checkinTime)).toEqual([
      minutesAgo(90).toISOString(),
      app.time.now.toISOString(),
      app.time.now.toISOString(),
      null,
    ]);
    expect(await attendeesOf(eventId, { checkinStatus: "true" })).toHaveLength(3);
    const { payload } = await app.ask("checkin/getStatistics", { query: queryOfToday(eventId), token });
    expect(payload.totalCheckinCount).toBe(3);
    expect(await letIn(eventId, 0)).toMatchObject({ status: 409, code: "alreadyCheckedIn" });
    expect((await letIn(eventId, 3)).status).toBe(200);
    await expectNoDifference();
  });

  test("an import with its own check-ins can be taken back, until somebody else of it is checked in", async () => {
    const eventId = await openEvent("Standard");
    const first = await importRows(eventId, rows());
    expect((await takeBack(first.importId)).status).toBe(200);
    const scans = await app.database.db
      .selectFrom("door_scans")
      .select("scan_id")
      .where("event_id", "=", eventId)
      .execute();
    expect(scans).toEqual([]);
    await expectNoDifference();
    const second = await importRows(eventId, rows());
    expect((await letIn(eventId, 3)).status).toBe(200);
    expect(await takeBack(second.importId)).toMatchObject({ status: 409, code: "inUse" });
    await expectNoDifference();
  });
});

describe("the untouched file of pretix", () => {
  const titles = ["Adult", "Child", "Gala dinner – Meat", "Gala dinner – Vegetarian", "Parking"];
  const rowsOf = async (file: string) => {
    const rows: string[][] = [];
    const body = await readFile(new URL(`movedFrom/${file}.csv`, import.meta.url));
    for await (const batch of readSheet(body, { mostRows: 1000 }))
      rows.push(...batch.map((cells) => [...cells]));
    return rows;
  };
  const paidIn = async (eventId: number) =>
    (await ordersOf(eventId)).reduce((sum, { paidElsewhere }) => sum + (paidElsewhere ?? 0), 0);

  test("the file of order positions has 108 people of 65 orders with 2,628.00 EUR paid elsewhere", async () => {
    const eventId = await openEvent(...titles);
    const payload = await importRows(eventId, await rowsOf("pretix-positions"));
    expect(payload).toMatchObject({
      insertCount: 108,
      registrationCount: 65,
      skippedCount: 0,
      noEmailCount: 1,
    });
    expect(await paidIn(eventId)).toBe(262_800);
    const nameless = await attendeesOf(eventId, { searchKeyword: "AAA03" });
    expect(nameless.map(({ firstName }) => firstName)).toEqual(
      Array.from({ length: 8 }, (_, n) => `Guest ${n + 1} of AAA03`),
    );
    expect(await attendeesOf(eventId, { searchKeyword: "Table 4" })).toHaveLength(8);
    await expectNoDifference();
  });

  test("the file of the check-in list has 108 people of 65 orders, of whom 2 are checked in", async () => {
    const eventId = await openEvent(...titles);
    const payload = await importRows(eventId, await rowsOf("pretix-checkin"));
    expect(payload).toMatchObject({ insertCount: 108, registrationCount: 65, skippedCount: 0 });
    expect(await attendeesOf(eventId, { checkinStatus: "true" })).toHaveLength(2);
    expect(await paidIn(eventId)).toBe(262_800);
    await expectNoDifference();
  });
});
