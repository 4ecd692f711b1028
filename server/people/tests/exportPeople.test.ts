import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../contract/rules/roles.ts";
import { readSheet } from "../../spreadsheets/readSheet.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, startTestPayment } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let eventId: number;
const tokens: Record<string, string> = {};
const oddTexts = [
  "=1+1",
  "+49 40 123",
  "-2",
  "@SUM(A1)",
  "\tTab",
  'Quote "and", comma',
  "two\nlines",
  "สมชาย",
  "<b>&amp;</b>",
  "👋 wave",
  "'plain",
  "x;=1+1",
  "Fish; hot\n=Cake",
];

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  const event = await buildEvent(db);
  eventId = event.id;
  const ticket = await buildTicket(db, eventId, { price: 0 });
  const question = await buildQuestion(db, eventId, { typeId: 1, text: "Anything else?" });
  for (const [index, answer] of oddTexts.entries()) {
    const reply = await app.ask("registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId: ticket.id, quantity: 1 }],
        attendees: [
          {
            ticketId: ticket.id,
            firstName: `=Guest ${index}`,
            email: `guest${index}@example.org`,
            answers: [{ questionId: question.id, answer }],
          },
        ],
        additionalFields: { "@Company": "+Rowers" },
      },
    });
    expect(reply.status).toBe(200);
  }
  const openSessionOf = async (role: typeof ADMIN | typeof SUDO, clubId: number | null) =>
    openSession(db, (await buildUser(db, role, clubId)).id, app.time.now);
  tokens.admin = await openSessionOf(ADMIN, event.clubId);
  tokens.sudo = await openSessionOf(SUDO, null);
  tokens.stranger = await openSessionOf(ADMIN, (await buildClub(db)).id);
});
afterAll(() => app.close());

const download = (query: Record<string, string> = {}, token: string | undefined = tokens.admin) =>
  app.http.inject({
    url: "/api/registration/downloadAttendees",
    query: { eventId: String(eventId), ...query },
    ...(token === undefined ? {} : { headers: { authorization: token } }),
  });

async function rowsOf(file: Buffer): Promise<string[][]> {
  const rows = [];
  for await (const batch of readSheet(file, { mostRows: 1000 })) rows.push(...batch);
  return rows;
}

describe("a download", () => {
  test.each(["xlsx", "csv"])(
    "a .%s download has everybody, with one column for each question and each field",
    async (format) => {
      const reply = await download({ format });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-disposition"]).toMatch(
        new RegExp(`^attachment; filename="attendees-${eventId}-\\d{4}-\\d\\d-\\d\\dT\\d{4}\\.${format}"$`),
      );
      expect(reply.headers["cache-control"]).toBe("no-store");
      const [headings, ...rows] = await rowsOf(reply.rawPayload);
      expect(headings!.slice(-2)).toEqual(["Anything else?", "@Company"]);
      expect(rows.map((row) => row[1])).toEqual(oddTexts.map((_, index) => `=Guest ${index}`));
      // The reader trims cells, so the expected answers are trimmed too.
      expect(rows.map((row) => row.at(-2))).toEqual(oddTexts.map((answer) => answer.trim()));
    },
  );

  test("a download is .xlsx by default, and no cell of a .csv download begins like a formula", async () => {
    const reply = await download();
    expect(reply.headers["content-type"]).toMatch(/spreadsheetml\.sheet/);
    expect(reply.rawPayload.subarray(0, 2).toString()).toBe("PK");
    const csv = (await download({ format: "csv" })).body;
    const cells = csv.split(/[\r\n,;\t"]/).filter((cell) => cell !== "");
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(csv).toContain("'=1+1");
  });

  test("an .xlsx download has ids, prices and paid amounts as numbers, and the time of registration as a date", async () => {
    const { db } = app.database;
    const event = await buildEvent(db, { taxAmount: 0 });
    const ticket = await buildTicket(db, event.id, { price: 2050 });
    const purchase = await startTestPayment(app, event.id, ticket.id, 2);
    const body = { paymentIntentId: purchase.paymentIntentId, accessKey: purchase.accessKey, card: card() };
    await app.ask("stripe/confirm-payment", { body });
    const reply = await download({ eventId: String(event.id) }, tokens.sudo);
    const [sheet] = (await readXlsx(reply.rawPayload)).sheets;
    const [headings, first, second] = sheet!.rows;
    const at = (name: string) => headings!.findIndex((heading) => String(heading).startsWith(name));
    expect([first![at("Attendee")], first![at("Registration")]]).toEqual([
      expect.any(Number),
      purchase.registrationId,
    ]);
    expect(first![at("Registered")]).toBeInstanceOf(Date);
    expect([first![at("Price")], second![at("Price")]]).toEqual([20.5, 20.5]);
    // Once per order, so that sums count no order twice.
    expect([first![at("Paid for")], second![at("Paid for")] ?? null]).toEqual([41, null]);
  });

  test("a download has the paid amount of an order in the first of its rows that the filters show", async () => {
    const { db } = app.database;
    const event = await buildEvent(db);
    const [adult, child] = [
      await buildTicket(db, event.id, { price: 3000, title: "Adult" }),
      await buildTicket(db, event.id, { price: 1000, title: "Child" }),
    ];
    const answer = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [adult, child].map(({ id }) => ({ ticketId: id, quantity: 1 })),
        attendees: [
          { ticketId: adult.id, firstName: "Mia", lastName: "Keller", email: "mia@example.org" },
          { ticketId: child.id, firstName: "Leo" },
        ],
      },
    });
    const { accessKey, order } = answer.payload;
    const started = await app.ask("stripe/create-payment-intent", { body: { orderId: order.id, accessKey } });
    const { paymentIntentId } = started.payload;
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    const paidColumnOf = async (query: Record<string, string>) => {
      const reply = await download({ eventId: String(event.id), ...query }, tokens.sudo);
      const [headings, ...rows] = (await readXlsx(reply.rawPayload)).sheets[0]!.rows;
      const at = headings!.findIndex((heading) => String(heading).startsWith("Paid for"));
      return rows.map((row) => [row[1], row[at] ?? null]);
    };
    expect(await paidColumnOf({})).toEqual([
      ["Mia", 40],
      ["Leo", null],
    ]);
    expect(await paidColumnOf({ ticketId: String(child.id) })).toEqual([["Leo", 40]]);
    expect(await paidColumnOf({ searchKeyword: "leo" })).toEqual([["Leo", 40]]);
  });

  test("a download has only the rows that the filters show", async () => {
    const rows = await rowsOf((await download({ format: "csv", searchKeyword: "guest3" })).rawPayload);
    expect(rows.slice(1).map((row) => row[3])).toEqual(["guest3@example.org"]);
    expect(await rowsOf((await download({ format: "csv", checkinStatus: "true" })).rawPayload)).toHaveLength(
      1,
    );
  });

  test("a download of many batches has each attendee once, in the order of registration", async () => {
    const { db } = app.database;
    const clubId = (
      await db.selectFrom("events").select("club_id").where("id", "=", eventId).executeTakeFirstOrThrow()
    ).club_id;
    const bigEvent = await buildEvent(db, { clubId });
    const ticket = await buildTicket(db, bigEvent.id, { maxStock: 5000 });
    const rows = [
      ["Name", "Email"],
      ...Array.from({ length: 4100 }, (_, n) => ["Guest", `guest${n}@example.org`]),
    ];
    const body = { eventId: bigEvent.id, ticketId: ticket.id, rows };
    await app.ask("registration/bulkImportAttendee", { body, token: tokens.admin! });
    const reply = await download({ eventId: String(bigEvent.id) });
    const readRows = [];
    for await (const batch of readSheet(reply.rawPayload, { mostRows: 5000 })) readRows.push(...batch);
    expect(readRows.slice(1).map((row) => row[3])).toEqual(rows.slice(1).map(([, email]) => email));
  });

  test.each([
    ["nobody", undefined, 401],
    ["an unknown token", "x".repeat(43), 401],
    ["another club's admin", "stranger", 404],
    ["sudo", "sudo", 200],
  ])("a download for %s with the token %s is answered with %i", async (_who, token, status) => {
    const reply = await download({}, token === undefined ? "" : (tokens[token] ?? token));
    expect(reply.statusCode).toBe(status);
    const template = await app.http.inject({
      url: `/api/registration/importTemplate?eventId=${eventId}`,
      headers: { authorization: token === undefined ? "" : (tokens[token] ?? token) },
    });
    expect(template.statusCode).toBe(status);
  });

  test("a download with an unknown format or state of the registration is refused", async () => {
    expect((await download({ format: "exe" })).statusCode).toBe(400);
    expect((await download({ registrationState: "odd" })).statusCode).toBe(400);
  });
});

test("the template for an import can be imported, with a column for each question", async () => {
  const { rawPayload } = await app.http.inject({
    url: `/api/registration/importTemplate?eventId=${eventId}`,
    headers: { authorization: tokens.admin! },
  });
  const reply = await app.ask("registration/bulkImportAttendee", {
    body: { eventId, rows: await rowsOf(rawPayload) },
    token: tokens.admin!,
  });
  expect(reply.payload).toMatchObject({ insertCount: 1, skipped: [], additionalColumns: ["Company"] });
  expect(reply.payload.columns.at(-1)).toMatchObject({ heading: "Anything else?", meaning: "answer" });
});
