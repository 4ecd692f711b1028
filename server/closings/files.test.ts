import { inflateRawSync } from "node:zlib";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildClub, buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { card, startTestPayment } from "../testing/buying.ts";
import { buildHelper } from "../testing/doors.ts";
import { pdfWords } from "../testing/pdfWords.ts";
import { openSession } from "../testing/tokens.ts";

let app: TestApp;
let token: string;
let event: { id: number; slug: string };
let till: { token: string; deviceId: string };
let ticketId: number;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T20:15:00Z");
  const club = await buildClub(db, "Harbour Rowers");
  event = await buildEvent(db, {
    clubId: club.id,
    name: "Night Gala",
    slug: "night-gala",
    taxAmount: 19,
    timeZone: "Asia/Bangkok",
    start: new Date("2031-06-01T18:00:00Z"),
    end: new Date("2031-06-02T02:00:00Z"),
  });
  ticketId = (await buildTicket(db, event.id, { price: 2500, title: "=1+1 Standing" })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, club.id)).id, app.time.now);
  till = await buildHelper(db, { eventId: event.id, now: app.time.now }, { gate: "North gate" });
  const { paymentIntentId, accessKey } = await startTestPayment(app, event.id, ticketId, 2);
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
  await sell();
  await app.ask("event/signClosing", {
    token,
    body: {
      eventId: event.id,
      signedName: "Tom Treasurer",
      note: "=HYPERLINK(1)\nCounted twice",
      counts: [{ till: till.deviceId, counted: 2900, note: "One coin on the floor" }],
    },
  });
});
afterAll(() => app.close());

const sell = () =>
  app.ask("door/sell", {
    token: till.token,
    body: {
      eventId: event.id,
      deviceId: till.deviceId,
      tickets: [{ ticketId, quantity: 1 }],
      paidBy: "cash",
      totalAmount: 2975,
    },
  });
const fetchFile = (name: string, version?: number) =>
  app.http.inject({
    url: `/api/event/${name}`,
    query: { eventId: String(event.id), ...(version === undefined ? {} : { version: String(version) }) },
    headers: { authorization: token },
  });

describe("a signed closing", () => {
  test("the PDF of a closing has the figures, the difference, who signed it, and when in the event's time zone", async () => {
    const reply = await fetchFile("closingPdf", 1);
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="closing-night-gala-v1.pdf"',
      "cache-control": "no-store",
    });
    const words = pdfWords(reply.rawPayload).join("\n");
    for (const part of [
      "Final accounts\nNight Gala\nHarbour Rowers · Mon, Jun 2, 2031",
      "Version 1, signed · Figures as of Mon, Jun 2, 2031, 3:15 AM",
      "Ticket · =1+1 Standing\n3\n€75.00\n€14.25\n€89.25",
      "All that was sold\n–\n€75.00\n€14.25\n€89.25",
      "Test payments (no money)\n1\n€59.50\n€0.00\n€0.00\n€59.50",
      "Cash at the door\n1\n€29.75\n€0.00\n–\n€29.75",
      "What the club should get\n€89.25",
      "phone\n€29.75\n€0.00\n€29.75\n€29.00\n-€0.75\nOne coin on",
      "Sold, line by line with tax\n€89.25\nPaid, order by order\n€89.25\n€0.00",
      "People with a ticket\n3",
      "The event is not over: more may be sold.",
      "Counted twice",
      "Signed by Tom Treasurer",
      "Page 1 of",
    ])
      expect(words).toContain(part);
  });

  test("the spreadsheet of a closing has amounts as numbers and no formulas", async () => {
    const reply = await fetchFile("closingSheet", 1);
    expect(reply.headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": 'attachment; filename="closing-night-gala-v1.xlsx"',
    });
    const { sheets } = await readXlsx(reply.rawPayload);
    const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows;
    expect(sheets.map(({ name }) => name)).toEqual([
      "Final accounts",
      "Sold",
      "Tax by rate",
      "How it was paid",
      "What the club should get",
      "Refunds and disputes",
      "Cash in the tills",
      "Sums that must agree",
      "Who came",
      "Still open",
    ]);
    expect(rowsOf("Final accounts")).toContainEqual(["Signed by", "Tom Treasurer"]);
    expect(rowsOf("Final accounts")).toContainEqual(["Held on", new Date("2031-06-02T00:00:00Z")]);
    expect(rowsOf("Final accounts")).toContainEqual(["Note", "=HYPERLINK(1)\nCounted twice"]);
    expect(rowsOf("Sold")).toContainEqual(["Ticket · =1+1 Standing", 3, 75, 14.25, 89.25]);
    expect(rowsOf("Cash in the tills")).toContainEqual([
      "North gate · Lena's phone",
      29.75,
      0,
      29.75,
      29,
      -0.75,
      "One coin on the floor",
    ]);
    expect(partsOf(reply.rawPayload).join("")).not.toContain("<f>");
    expect(partsOf(reply.rawPayload).join("")).toContain("=HYPERLINK(1)");
  });

  test("the file of a signed closing is the same after more sales, and a draft has the current figures", async () => {
    const before = pdfWords((await fetchFile("closingPdf", 1)).rawPayload);
    await sell();
    expect(pdfWords((await fetchFile("closingPdf", 1)).rawPayload)).toEqual(before);
    const draft = await fetchFile("closingPdf");
    expect(draft.headers["content-disposition"]).toContain("closing-night-gala-draft.pdf");
    const words = pdfWords(draft.rawPayload).join("\n");
    for (const part of [
      "Draft, not signed",
      "€119.00",
      "1 not counted",
      "Not signed. These figures may still change.",
    ])
      expect(words).toContain(part);
    expect(words).not.toContain("Tom Treasurer");
  });

  test("a version that was never signed is not found", async () => {
    for (const name of ["closingPdf", "closingSheet"])
      expect((await fetchFile(name, 7)).json()).toMatchObject({ code: "notFound" });
  });
});

test("a closing with 120 lines has all of them on several pages", async () => {
  const { db } = app.database;
  const many = await buildEvent(db, { name: "Fair" });
  const order = await db
    .insertInto("orders")
    .values({
      order_number: "F-MANY",
      purpose: "registration",
      event_id: many.id,
      subtotal: 120 * 100,
      tax: 0,
      total_amount: 120 * 100,
      currency: "eur",
      payment_status: "paid",
      channel: "door",
      paid_by: "cash",
      paid_at: app.time.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("order_items")
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        order_id: order.id,
        kind: "ticket" as const,
        ref_id: 900_000 + index,
        title: `Stall ${index + 1} ${"with a long name ".repeat(index % 9)}`,
        unit_price: 100,
        quantity: 1,
        total: 100,
      })),
    )
    .execute();
  const sudo = await openSession(db, (await buildUser(db, SUDO, null)).id, app.time.now);
  const reply = await app.http.inject({
    url: "/api/event/closingPdf",
    query: { eventId: String(many.id) },
    headers: { authorization: sudo },
  });
  const pages = pdfWords(reply.rawPayload);
  expect(pages.length).toBeGreaterThan(3);
  for (let index = 1; index <= 120; index++)
    expect(pages.join("\n")).toMatch(new RegExp(`Stall ${index}\\b`));
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

/** The parts of an .xlsx as texts: the content after each local header of its zip. */
function partsOf(zip: Buffer): string[] {
  const parts: string[] = [];
  for (let at = zip.indexOf("PK\u0003\u0004"); at !== -1; at = zip.indexOf("PK\u0003\u0004", at + 4)) {
    const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 18));
    parts.push(zip.readUInt16LE(at + 8) === 0 ? packed.toString() : inflateRawSync(packed).toString());
  }
  return parts;
}

test("the closing of a cancelled event does not say that more may be sold", async () => {
  const { db } = app.database;
  const { club_id: clubId } = await db
    .selectFrom("events")
    .select("club_id")
    .where("id", "=", event.id)
    .executeTakeFirstOrThrow();
  const start = new Date(app.time.now.getTime() + 86_400_000);
  const other = await buildEvent(db, { clubId, start });
  const draftWords = async () => {
    const query = { eventId: String(other.id) };
    const headers = { authorization: token };
    const reply = await app.http.inject({ url: "/api/event/closingPdf", query, headers });
    return pdfWords(reply.rawPayload).join("\n");
  };
  expect(await draftWords()).toContain("The event is not over");
  await db.updateTable("events").set({ cancelled_at: app.time.now }).where("id", "=", other.id).execute();
  expect(await draftWords()).not.toContain("The event is not over");
});
