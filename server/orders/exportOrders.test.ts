import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currencyCodes } from "../../contract/rules/money/currencies.ts";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
let eventId: number;
let token: string;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  const event = await buildEvent(db, { taxAmount: 7 });
  eventId = event.id;
  const ticket = await buildTicket(db, eventId, { price: 2050, title: "x;=1+1" });
  const free = await buildTicket(db, eventId, { price: 0, title: "Free entry" });
  const paid = await startTestPayment(app, eventId, ticket.id, 2, "ada@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: paid.paymentIntentId, accessKey: paid.accessKey, card: card() },
  });
  await placeTestOrder(app, eventId, free.id, 3, "bea@example.org");
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});
afterAll(() => app.close());

async function download(query: Record<string, string>, as = token): Promise<Buffer> {
  const reply = await app.http.inject({
    url: "/api/order/downloadOrders",
    query: { eventId: String(eventId), ...query },
    headers: { authorization: as },
  });
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

/** The rows of a workbook by heading, without its text in brackets. */
async function linesOf(file: Buffer): Promise<Record<string, unknown>[]> {
  const [sheet] = (await readXlsx(file)).sheets;
  const [headings, ...rows] = sheet!.rows;
  const names = headings!.map((heading) => String(heading).replace(/ \(.*/, ""));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}

describe("the orders of an event as a table", () => {
  test("the export of orders has a row per order, with ids, amounts and times that are not texts", async () => {
    const [paid, free, ...others] = await linesOf(await download({}));
    expect(others).toEqual([]);
    expect(paid).toMatchObject({
      Id: expect.any(Number),
      Ordered: expect.any(Date),
      Paid: expect.any(Date),
      Receipt: 1,
      Payment: "paid",
      Type: "Tickets",
      "Sold at": "Web",
      "Payment method": "Online",
      Buyer: "Mia Keller",
      "E-mail": "ada@example.org",
      Items: "2 × x;=1+1",
      Tickets: 2,
      Subtotal: 41,
      Tax: 2.87,
      Total: 43.87,
      Refunded: 0,
      Registration: expect.any(Number),
    });
    expect(free).toMatchObject({
      Receipt: null,
      Payment: "free",
      "Payment method": null,
      Tickets: 3,
      Total: 0,
    });
  });

  test("the export of orders has words for type, place of sale and payment method", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    const common = { event_id: event.id, currency: "eur" as const, paid_at: app.time.now, tax: 0 };
    const paid = { ...common, subtotal: 500, total_amount: 500, payment_status: "paid" as const };
    const free = { ...common, subtotal: 0, total_amount: 0, payment_status: "free" as const };
    await db
      .insertInto("orders")
      .values([
        { ...paid, order_number: "F-1", purpose: "registration", channel: "door", paid_by: "cardTerminal" },
        { ...paid, order_number: "F-2", purpose: "extras", channel: "web", paid_by: "bankTransfer" },
        { ...paid, order_number: "F-3", purpose: "donation", channel: "web", payment_status: "pending" },
        { ...free, order_number: "F-4", purpose: "registration", channel: "door", paid_by: "cash" },
      ])
      .execute();
    const sudo = await openSession(db, (await buildUser(db, SUDO, null)).id, app.time.now);
    const lines = await linesOf(await download({ eventId: String(event.id) }, sudo));
    expect(lines.map((line) => [line.Type, line["Sold at"], line["Payment method"]])).toEqual([
      ["Tickets", "Door", "Card terminal"],
      ["Extras", "Web", "Bank transfer"],
      ["Donation", "Web", null],
      ["Tickets", "Door", null],
    ]);
  });

  test("the export of orders uses the filters of the list, and as .csv has no formulas", async () => {
    const lines = await linesOf(await download({ paymentStatus: "free" }));
    expect(lines.map((line) => line["E-mail"])).toEqual(["bea@example.org"]);
    expect(await linesOf(await download({ searchKeyword: "nobody" }))).toEqual([]);
    const csv = (await download({ format: "csv" })).toString();
    expect(csv).toContain('"2 × x;\'=1+1"');
    expect(csv).toMatch(/"43\.87"/);
  });

  test("the export of orders shows its time zone and its currency", async () => {
    const [head] = (await download({ format: "csv" })).toString().split("\r\n");
    expect(head).toMatch(/"Ordered \([A-Za-z_]+\/[A-Za-z_]+\)"|"Ordered \(UTC\)"/);
    expect(head).toMatch(new RegExp(`"Total \\((${currencyCodes.join("|")})\\)"`, "i"));
  });
});
