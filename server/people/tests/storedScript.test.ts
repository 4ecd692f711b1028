import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { newEventKey, signAttendeeQr, signExtrasQr } from "../../documents/qrSignature.ts";
import { receiptPdf } from "../../documents/receiptPdf.ts";
import { composeAutomaticRefundMail } from "../../letters/mails/automaticRefundMail.ts";
import { composeExtrasMail } from "../../letters/mails/extrasMail.ts";
import {
  composeOwnCancelledMail,
  composePassedOnMail,
  composeTicketGoneMail,
} from "../../letters/mails/ownChangeMail.ts";
import { composeSponsorshipMail } from "../../letters/mails/sponsorshipMail.ts";
import { composeStaffRefundMail } from "../../letters/mails/staffRefundMail.ts";
import { composeTicketMail, type TicketMail } from "../../letters/mails/ticketMail.ts";
import { readSheet } from "../../spreadsheets/readSheet.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { payloads } from "../../testing/payloads.ts";
import { openSession } from "../../testing/tokens.ts";

const { privateKey } = newEventKey();

function mailWith(texts: readonly string[]): TicketMail {
  const [name, clubName, location, description, recipientName] = texts as [
    string,
    string,
    string,
    string,
    string,
  ];
  const qrText = signAttendeeQr(privateKey, { r: 7, a: 1, q: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 });
  return {
    recipientName,
    event: {
      eventId: 3,
      version: 1,
      updatedAt: "2026-11-20T10:00:00Z",
      name,
      organiser: { name: clubName, email: recipientName, phone: description },
      start: "2026-12-12T12:00:00Z",
      end: null,
      timeZone: "Asia/Bangkok",
      isAllDay: false,
      showEndTime: true,
      dateFormat: "MM/DD/YYYY HH:mm",
      location,
      description,
      url: "https://foyer.example/gala",
    },
    ticketUrls: ["https://foyer.example/gala/tickets?registrationId=7&accessKey=abc"],
    attendees: texts.map((text) => ({ name: text, ticketTitle: text, reference: "No. 7-1", qrText })),
    order: {
      orderNumber: "F-1",
      items: texts.map((title) => ({ title, quantity: 1, unitPrice: 100, total: 100 })),
      subtotal: 500,
      tax: 0,
      total: 500,
      currency: "eur",
      paymentStatus: "paid",
      refundedAmount: 0,
    },
  };
}

const groups = Array.from({ length: Math.ceil(payloads.length / 5) }, (_, group) =>
  Array.from({ length: 5 }, (__, index) => payloads[(group * 5 + index) % payloads.length]!),
);
// Names of actions in a PDF (ISO 32000-1, 12.6).
const actions = /\/(?:JavaScript|JS|OpenAction|AA|Launch|SubmitForm|ImportData|EmbeddedFile|RichMedia)\b/;

/** The bytes of streams may contain the name of an action by chance, so they are left out. */
function expectNoActions(pdf: Buffer | string): void {
  const objects = pdf.toString("latin1").replaceAll(/\bstream\r?\n[\s\S]*?\bendstream\b/g, "");
  // In compressed objects an action could not be seen.
  expect(objects).not.toMatch(/\/(?:ObjStm|XRef)\b/);
  expect(objects).toContain("/Catalog");
  expect(objects).not.toMatch(actions);
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** The elements and attribute names, without the attribute values. */
const skeletonOf = (html: string) =>
  [...html.matchAll(/<!--|<(\/?[a-z!][^\s>]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([whole, name, attributes]) =>
      name === undefined ? whole : [name, ...(attributes ?? "").matchAll(/([^\s=]+)="/g)].map(String),
  );

const visibleText = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

describe("in the mail with the tickets", () => {
  let plain: ReturnType<typeof skeletonOf>;
  beforeAll(async () => {
    plain = skeletonOf((await composeTicketMail(mailWith(Array.from({ length: 5 }, () => "Ordinary")))).html);
    expect(plain.length).toBeGreaterThan(50);
  });

  test.each(groups)(
    "the ticket mail shows these texts as typed, and none can run: %s …",
    async (...texts) => {
      const { html, text, subject, attachments } = await composeTicketMail(mailWith(texts));
      expect(skeletonOf(html).map(String)).toEqual(plain.map(String));
      for (const typed of texts) {
        expect(visibleText(html)).toContain(typed);
        expect(inOneLine(text)).toContain(inOneLine(typed));
      }
      expect(subject).toContain(texts[0]);
      expectNoActions(attachments.find(({ filename }) => filename === "tickets.pdf")!.content);
    },
  );

  test("control: a text that is not escaped is found", () => {
    const html = `<p title="a">${payloads[0]!}</p>`;
    expect(skeletonOf(html)).not.toEqual(skeletonOf('<p title="a">Ordinary</p>'));
  });
});

describe("in the mails about extras, sponsorships and money, and in the receipt", () => {
  /** Mails with the texts in names, titles, reasons and the contact of the club. */
  async function lettersWith(texts: readonly string[]) {
    const { event, recipientName, ticketUrls, order } = mailWith(texts);
    const ticketUrl = ticketUrls[0]!;
    const [name, clubName, , reason, organization] = texts as [string, string, string, string, string];
    const items = texts.map((title) => ({ title, quantity: 2, unitPrice: 100, total: 200 }));
    const content = await receiptPdf({
      seller: { name: clubName, address: name, register: reason, taxNumber: organization },
      contact: reason,
      eventName: name,
      eventDay: "Sat, Dec 12, 2026",
      order: { ...order!, items },
      orderedOn: "Fri, Nov 20, 2026",
      paidOn: "",
      paidBy: "",
      buyer: { organization, name: recipientName, email: "ada@example.org" },
    });
    const file = { filename: "receipt.pdf", content, contentType: "application/pdf" };
    const receipt = { url: "https://foyer.example/receipt", file };
    const qrText = signExtrasQr(privateKey, { id: 1, qrUuid: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 });
    const purchase = { items, qrText, reference: "F-1", isHandedOver: false };
    const money = { orderNumber: "F-1", amountMinor: 100, currency: "eur" } as const;
    const organiser = { name: clubName, email: recipientName, phone: reason };
    const commonFields = { recipientName, eventName: name, organiser };
    return Promise.all([
      composeExtrasMail({ recipientName, event, ticketUrl, purchase, order: order!, receipt }),
      composeSponsorshipMail({
        ...money,
        recipientName,
        organization,
        message: "Good luck!",
        event,
        packageName: name,
        ownPage: { url: ticketUrl, takesLogo: true },
        receipt,
      }),
      composeStaffRefundMail({
        ...commonFields,
        ...money,
        paidMinor: 200,
        refundedMinor: 100,
        reason,
        bought: "extras",
        cancelledPeople: [recipientName],
        ticketUrl,
        awaitsBuyer: false,
        hasInvalidCode: false,
        receipt,
      }),
      composeAutomaticRefundMail({
        ...commonFields,
        ...money,
        eventUrl: "https://foyer.example/gala",
        bought: "sponsorship",
        awaitsBuyer: false,
        missing: "places",
      }),
      composeOwnCancelledMail({
        ...commonFields,
        people: texts,
        extras: items,
        amountMinor: 100,
        feeMinor: 10,
        awaitsBuyer: false,
        currency: "eur",
        ticketUrl,
      }),
      composePassedOnMail({
        ...commonFields,
        from: reason,
        to: organization,
        email: "ada@example.org",
        ticketTitle: name,
        ticketUrl,
      }),
      composeTicketGoneMail({ ...commonFields, ticketTitle: reason, why: "passedOn" }),
    ]);
  }

  // A short preview has one more element, which hides the mail's text in the inbox list.
  const bodyOf = (html: string) =>
    skeletonOf(html.replace(/(data-skip-in-text="true">[^<]*)<div>[^<]*<\/div>/, "$1")).map(String);

  let plain: string[][];
  beforeAll(async () => {
    const letters = await lettersWith(Array.from({ length: 5 }, () => "Ordinary"));
    plain = letters.map(({ html }) => bodyOf(html));
  });

  test.each(groups)("no text can run in other mails or in the receipt: %s …", async (...texts) => {
    const letters = await lettersWith(texts);
    expect(letters.map(({ html }) => bodyOf(html))).toEqual(plain);
    const [extras, sponsorship, moneyBack, refund] = letters;
    for (const typed of texts) expect(visibleText(extras!.html)).toContain(typed);
    for (const typed of [texts[0]!, texts[4]!]) expect(visibleText(sponsorship!.html)).toContain(typed);
    for (const typed of [texts[0]!, texts[3]!]) expect(visibleText(moneyBack!.html)).toContain(typed);
    expect(visibleText(refund!.html)).toContain(texts[0]);
    expectNoActions(extras!.attachments.at(-1)!.content);
  });
});

describe("in a table to download", () => {
  let app: TestApp;
  let token: string;
  let eventId: number;
  beforeAll(async () => {
    app = await testApp();
    const { db } = app.database;
    const event = await buildEvent(db, { config: { maxTicketsPerRegistration: payloads.length } });
    eventId = event.id;
    token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
    const ticket = await buildTicket(db, eventId, { price: 0, maxStock: 200, title: payloads[0]! });
    const question = await buildQuestion(db, eventId, { text: payloads[1]! });
    const reply = await app.ask("registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId: ticket.id, quantity: payloads.length }],
        attendees: payloads.map((text, index) => ({
          ticketId: ticket.id,
          firstName: text,
          email: `guest${index}@example.org`,
          answers: [{ questionId: question.id, answer: text }],
        })),
      },
    });
    expect([reply.status, reply.msg]).toEqual([200, null]);
  });
  afterAll(() => app.close());

  test.each(["csv", "xlsx"])(
    "a .%s download shows each text as it was typed, and no cell of a .csv download begins like a formula",
    async (format) => {
      const reply = await app.http.inject({
        url: "/api/registration/downloadAttendees",
        query: { eventId: String(eventId), format },
        headers: { authorization: token },
      });
      const rows: string[][] = [];
      for await (const batch of readSheet(reply.rawPayload, { mostRows: 500 })) rows.push(...batch);
      const [headings, ...people] = rows;
      expect(headings!.at(-1)).toBe(payloads[1]);
      expect(people.map((row) => row[1])).toEqual(payloads);
      expect(people.map((row) => row.at(-1))).toEqual(payloads);
      expect(people[0]![5]).toBe(payloads[0]);
      if (format === "csv")
        for (const line of reply.body.split("\r\n"))
          expect(line.split(",").filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
    },
  );
});
