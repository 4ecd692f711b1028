import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../contract/rules/roles.ts";
import type { DateFormat } from "../contract/rules/time/dateFormats.ts";
import type { DoorVerdict } from "../contract/shapes/door/door.ts";
import { type TestApp, testApp } from "../server/testing/app.ts";
import { buildEvent, buildTicket, buildUser } from "../server/testing/builders.ts";
import { card, startTestPayment } from "../server/testing/buying.ts";
import { runDueMails } from "../server/testing/jobs.ts";
import { pdfWords } from "../server/testing/pdfWords.ts";
import { openSession } from "../server/testing/tokens.ts";
import { offersOf, saleOpening } from "../web/event/saleOffer.ts";
import { eventSaleWords } from "../web/event/saleWords.ts";
import { verdictWords } from "../web/pages/door/scanner/verdict/verdictWords.ts";

let app: TestApp;
let token: string;
let event: Awaited<ReturnType<typeof buildEvent>>;
let ticketId: number;
let bought: Awaited<ReturnType<typeof startTestPayment>>;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T20:15:00Z");
  const dateFormat: DateFormat = "DD/MM/YYYY HH:mm";
  event = await buildEvent(db, {
    timeZone: "Asia/Bangkok",
    start: new Date("2031-06-12T12:00:00Z"),
    end: new Date("2031-06-12T16:00:00Z"),
    config: { dateFormat },
  });
  ticketId = (await buildTicket(db, event.id, { price: 2500 })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  bought = await startTestPayment(app, event.id, ticketId);
  const { paymentIntentId, accessKey } = bought;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
});
afterAll(() => app.close());

/** A date with the month first, or a clock of 12 hours. */
const americanFormat = /[A-Z][a-z]{2} \d{1,2}, \d{4}|\d (AM|PM)/;

const wordsOf = async (url: string, query: Record<string, string>) => {
  const reply = await app.http.inject({ url, query, headers: { authorization: token } });
  expect(reply.statusCode).toBe(200);
  return pdfWords(reply.rawPayload).join("\n");
};

test("a mail writes the date in the format of its event", async () => {
  const mails = await runDueMails(app);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your ticket for Summer Gala"]);
  const text = mails[0]!.text.replace(/\s+/g, " ");
  expect(text).toContain("Thu, 12 Jun 2031, 19:00 – 23:00");
  expect(text).not.toMatch(americanFormat);
});

test.each([
  ["a ticket", "/api/registration/ticketPdf", "Thu, 12 Jun 2031, 19:00 – 23:00"],
  ["a receipt", "/api/order/receiptPdf", "Paid on\nMon, 2 Jun 2031"],
  ["a closing", "/api/event/closingPdf", "Figures as of Mon, 2 Jun 2031, 03:15"],
])("%s as a PDF writes the date in the format of its event", async (_, url, date) => {
  const { registrationId, accessKey, order } = bought;
  const words = await wordsOf(url, {
    ...(url.includes("ticket") && { registrationId: String(registrationId), accessKey }),
    ...(url.includes("receipt") && { orderId: String(order.id), accessKey }),
    ...(url.includes("closing") && { eventId: String(event.id) }),
  });
  expect(words).toContain(date);
  expect(words).not.toMatch(americanFormat);
});

test("an event's page shows the start of the sale in the format of its event", async () => {
  const { payload } = await app.ask("event/getEventBySlug", { query: { slug: event.slug } });
  const shown = payload!;
  const { payload: tickets } = await app.ask("ticket/getTicketsByEventId", { query: { eventId: event.id } });
  const later = tickets.map((ticket) => ({ ...ticket, salesStart: "2031-06-05T12:00:00.000Z" }));
  const date = "Thu, 5 Jun 2031, 19:00, Bangkok time (GMT+7)";
  expect(eventSaleWords("notYet", saleOpening(shown, later, app.time.now))?.text).toBe(
    `Ticket sales start on ${date}.`,
  );
  const alreadyOnSale = { ...later[0]!, id: -1, salesStart: null };
  const [offer] = offersOf(shown, [...later, alreadyOnSale], app.time.now, "onSale");
  expect(offer?.note).toBe(`On sale from ${date}`);
});

test("a door shows days and times in the format of its event", async () => {
  const { payload } = await app.ask("door/getCopy", { query: { eventId: event.id }, token });
  const earlier = { scanId: "", at: "2031-06-12T12:42:00Z", gate: "North gate", by: "" };
  const nobody = { isNew: false, attendee: null, purchase: null, earlier };
  const detailOf = (verdict: DoorVerdict) => verdictWords({ ...nobody, verdict }, payload.door!).detail;
  expect(detailOf("alreadyIn")).toBe("19:42 at North gate");
  expect(detailOf("otherDay")).toBe("This ticket is for Thu 12 Jun.");
});
