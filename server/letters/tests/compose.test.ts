import ICAL from "ical.js";
import type { Attachment } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateFormats } from "../../../contract/rules/time/dateFormats.ts";
import { qrPng } from "../../documents/qrImage.ts";
import { newEventKey, signAttendeeQr, signExtrasQr } from "../../documents/qrSignature.ts";
import type { ReceivedMail } from "../../testing/mailbox.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { openReader, type Reader } from "../../testing/reader.ts";
import { type AutomaticRefundMail, composeAutomaticRefundMail } from "../mails/automaticRefundMail.ts";
import { composeExtrasMail, type ExtrasMail } from "../mails/extrasMail.ts";
import { composeSponsorshipMail, type SponsorshipMail } from "../mails/sponsorshipMail.ts";
import { composeStaffRefundMail, type StaffRefundMail } from "../mails/staffRefundMail.ts";
import { composeAllTicketLinksMail, composeTicketLinksMail } from "../mails/ticketLinksMail.ts";
import { composeTicketMail, type TicketMail } from "../mails/ticketMail.ts";

let reader: Reader;
beforeAll(async () => {
  reader = await openReader();
});
afterAll(() => reader.close());
const deliver: Reader["delivered"] = (...mail) => reader.delivered(...mail);

function bytes({ content }: Attachment): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

const { privateKey } = newEventKey();
function attendee(name: string, a: number) {
  const q = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";
  return {
    name,
    ticketTitle: "General admission",
    reference: `No. 7-${a}`,
    qrText: signAttendeeQr(privateKey, { r: 7, a, q, e: 3 }),
  };
}

const organiser = { name: "Harbour Club", email: "office@harbour.example", phone: "+49 40 123456" };
const ticketMail: TicketMail = {
  recipientName: "Zoë",
  event: {
    eventId: 3,
    version: 2,
    updatedAt: "2026-11-20T10:00:00Z",
    name: "Summer Gala",
    organiser,
    start: "2026-12-12T12:00:00Z",
    end: "2026-12-12T16:00:00Z",
    timeZone: "Asia/Bangkok",
    isAllDay: false,
    showEndTime: true,
    dateFormat: dateFormats[0],
    location: "1 Pier Road & Quay, Bangkok",
    description: "Dinner",
    url: "https://foyer.example/summer-gala",
  },
  readerZone: "Europe/Berlin",
  ticketUrls: ["https://foyer.example/summer-gala/tickets?registrationId=7&accessKey=abc"],
  attendees: [attendee("Zoë Łukasiewicz", 1), attendee("สมหญิง ใจดี", 2)],
};
const incomplete = (count: number) => ({
  url: "https://foyer.example/summer-gala/tickets?registrationId=7&accessKey=abc",
  tickets: Array.from({ length: count }, (_, index) => ({
    name: "",
    ticketTitle: "Dinner",
    missing: ["name"] as const,
    guestUrl: `https://foyer.example/guest/${index}`,
  })),
});
const order = {
  orderNumber: "F-2026-000123",
  items: [{ title: "General admission", quantity: 2, unitPrice: 4500, total: 9000 }],
  subtotal: 9000,
  tax: 630,
  total: 9630,
  currency: "eur",
  paymentStatus: "paid",
  refundedAmount: 0,
};
const receipt = {
  url: "https://foyer.example/api/order/receiptPdf?orderId=5&accessKey=abc",
  file: {
    filename: "receipt-F-1.pdf",
    content: Buffer.from("%PDF-receipt"),
    contentType: "application/pdf",
  },
};
const extrasMail: ExtrasMail = {
  recipientName: "Zoë",
  event: ticketMail.event,
  readerZone: "Europe/Berlin",
  ticketUrl: ticketMail.ticketUrls[0]!,
  purchase: {
    items: [
      { title: "Dinner", quantity: 2 },
      { title: "Programme", quantity: 1 },
    ],
    qrText: signExtrasQr(privateKey, { id: 9, qrUuid: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f", e: 3 }),
    reference: "F-2026-000124",
    isHandedOver: false,
  },
  order: {
    ...order,
    orderNumber: "F-2026-000124",
    items: [
      { title: "Dinner", quantity: 2, unitPrice: 1250, total: 2500 },
      { title: "Programme", quantity: 1, unitPrice: 500, total: 500 },
    ],
    subtotal: 3000,
    tax: 210,
    total: 3210,
  },
  receipt,
};
const sponsorshipMail: SponsorshipMail = {
  recipientName: "Ada Lovelace",
  organization: "Engines Ltd",
  message: "Good luck\nto all of you!",
  event: ticketMail.event,
  ownPage: {
    url: "https://foyer.example/Pricing?event=summer-gala&sponsorshipId=3&accessKey=key",
    takesLogo: true,
  },
  packageName: "Gold",
  orderNumber: "F-2026-000125",
  amountMinor: 50_000,
  currency: "eur",
  receipt,
};

const staffRefundMail: StaffRefundMail = {
  awaitsBuyer: false,
  recipientName: "Zoë",
  eventName: "Summer Gala",
  organiser,
  orderNumber: "F-2026-000123",
  amountMinor: 2500,
  paidMinor: 9630,
  refundedMinor: 3500,
  currency: "eur",
  reason: "One guest less",
  bought: "registration",
  cancelledPeople: [],
  ticketUrl: ticketMail.ticketUrls[0]!,
  hasInvalidCode: false,
  receipt,
};

describe("the mail with the tickets", () => {
  test("a buyer's mail says until when to fill in missing details, and has at most 20 links for guests", async () => {
    const missing = { ...incomplete(22), until: "Dec 10, 2026, 7:00 PM" };
    const { text } = await composeTicketMail({ ...ticketMail, missing });
    expect(text).toContain("Details are missing. Please fill them in by Dec 10, 2026, 7:00 PM.");
    expect(text.match(/Link for this guest https:/g)).toHaveLength(20);
    expect(text).toContain("2 more tickets are on your ticket page.");
    expect((await composeTicketMail(ticketMail)).text).not.toContain("Details are missing");
  });

  test("a ticket mail shows the code of each attendee", async () => {
    const mail = await deliver(await composeTicketMail(ticketMail));
    const shownCids = [...(mail.html ?? "").matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => `<${cid}>`);
    expect(shownCids).toHaveLength(2);
    for (const [index, { qrText }] of ticketMail.attendees.entries()) {
      const picture = mail.attachments.find(({ contentId }) => contentId === shownCids[index]);
      expect(picture).toMatchObject({ mimeType: "image/png", disposition: "inline" });
      expect(picture === undefined ? null : bytes(picture)).toEqual(qrPng(qrText, 6));
    }
  });

  test("a ticket mail has the club's note, line by line and as text only", async () => {
    const clubNote = "Park by the boat house.\n\n<b>Bring</b> a coat.";
    const mail = await deliver(await composeTicketMail({ ...ticketMail, clubNote }));
    expect(mail.text).toContain("Park by the boat house.\n\n<b>Bring</b> a coat.");
    expect(mail.html).toContain("&lt;b&gt;Bring&lt;/b&gt; a coat.");
  });

  test("a ticket mail has the tickets as one PDF, and a calendar file", async () => {
    const mail = await deliver(await composeTicketMail(ticketMail));
    const files = mail.attachments.filter(({ disposition }) => disposition === "attachment");
    expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ["tickets.pdf", "application/pdf"],
      ["event.ics", "text/calendar"],
    ]);
    const [pdf, calendar] = files.map(bytes);
    expect(pdf?.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(2);
    const event = new ICAL.Component(ICAL.parse(calendar?.toString() ?? "")).getFirstSubcomponent("vevent");
    expect(event?.getFirstPropertyValue("summary")).toBe("Summer Gala");
  });

  test("a ticket mail has the event, the place with a map, the time in the event's and the reader's zone, and the ticket page, in HTML and text", async () => {
    const mail = await deliver(await composeTicketMail(ticketMail));
    expect(mail.subject).toBe("Your 2 tickets for Summer Gala");
    for (const part of [
      "Harbour Club",
      "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      "Bangkok time (GMT+7)",
      "Sat, Dec 12, 2026, 1:00 PM – 5:00 PM",
      "Berlin time (GMT+1)",
      "Zoë Łukasiewicz",
      "สมหญิง ใจดี",
      "No. 7-2",
      "Summer Gala",
      "1 Pier Road",
      "query=1%20Pier%20Road%20%26%20Quay%2C%20Bangkok",
    ]) {
      expect(mail.html).toContain(part);
      expect(mail.text).toContain(part);
    }
    expect(mail.text).toContain(ticketMail.ticketUrls[0]);
    expect(mail.html).not.toContain("preload");
    expect(mail.html).toContain(
      'href="https://foyer.example/summer-gala/tickets?registrationId=7&amp;accessKey=abc"',
    );
  });

  test("a ticket mail shows only the event's time if the reader's clock is the same, or the reader's zone is unknown", async () => {
    for (const readerZone of ["Asia/Ho_Chi_Minh", null, "no zone"]) {
      const { text } = await composeTicketMail({ ...ticketMail, readerZone });
      expect(text).toContain("7:00 PM");
      expect(text).not.toContain("YOUR TIME");
    }
  });

  test("a ticket mail shows the amounts of an order, and none without an order; its PDF has tickets only", async () => {
    const buyers = await deliver(await composeTicketMail({ ...ticketMail, order }));
    for (const part of ["F-2026-000123", "Paid", "2 × General admission", "€90", "€6.30", "€96.30"]) {
      expect(buyers.text).toContain(part);
      expect(buyers.html).toContain(part);
    }
    const others = await deliver(await composeTicketMail(ticketMail));
    expect(`${others.text}${others.html}`).not.toContain("€");
    const pages = (mail: ReceivedMail) =>
      mail.attachments
        .map(bytes)
        .find((file) => file.subarray(0, 5).toString() === "%PDF-")
        ?.toString("latin1")
        .match(/\/Type \/Page\n/g)?.length;
    expect([pages(buyers), pages(others)]).toEqual([2, 2]);
  });

  test("a ticket mail has the promo code and its discount, or no line about codes", async () => {
    const withCode = { ...order, promoCode: "EARLY", discount: 1000 };
    const { text, html } = await deliver(await composeTicketMail({ ...ticketMail, order: withCode }));
    for (const part of [text, html]) expect(part).toContain("EARLY · €10 less");
    const withoutCode = await deliver(await composeTicketMail({ ...ticketMail, order }));
    expect(`${withoutCode.text}${withoutCode.html}`.toLowerCase()).not.toContain("promo code");
  });

  test("a ticket mail shows the buyer the code of each order's extras after the tickets", async () => {
    const second = { ...extrasMail.purchase, items: [{ title: "Shirt", quantity: 1 }], reference: "F-2" };
    const purchases = [extrasMail.purchase, second];
    const mail = await deliver(await composeTicketMail({ ...ticketMail, purchases }));
    const shownCids = [...(mail.html ?? "").matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => `<${cid}>`);
    const pictures = shownCids.map((cid) => mail.attachments.find(({ contentId }) => contentId === cid)!);
    const codes = [...ticketMail.attendees, ...purchases].map(({ qrText }) => qrText);
    expect(pictures.map(bytes)).toEqual(codes.map((code) => qrPng(code, 6)));
    const words = (mail.text ?? "").replace(/\s+/g, " ");
    expect(words).toContain("The extras have 2 codes, one for each order, after the tickets.");
    expect(words).toContain("Extras 2 × Dinner, 1 × Programme F-2026-000124 Extras 1 × Shirt F-2");
    const pdf = mail.attachments.map(bytes).find((file) => file.subarray(0, 5).toString() === "%PDF-");
    expect(pdfWords(pdf!).map((page) => page.includes("Extras"))).toEqual([false, false, true, true]);
  });

  test("a ticket mail of a large group shows the first 20 codes and has all of them in the PDF", async () => {
    const attendees = Array.from({ length: 23 }, (_, a) => attendee(`Guest ${a + 1}`, a + 1));
    const mail = await deliver(await composeTicketMail({ ...ticketMail, attendees }));
    expect(mail.attachments.filter(({ disposition }) => disposition === "inline")).toHaveLength(20);
    expect(mail.text).toContain("The other 3 codes are in the PDF");
    expect([20, 21].map((guest) => mail.text?.includes(`Guest ${guest}`))).toEqual([true, false]);
    const pdf = mail.attachments.map(bytes).find((file) => file.subarray(0, 5).toString() === "%PDF-");
    expect(pdf?.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(23);
  });
});

describe("texts from users", () => {
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>\r\nBcc: thief@evil.example`;
  const nastyClub = { name: nasty, email: nasty, phone: nasty };

  test("texts of users add no element, header or recipient to a mail about tickets, extras, sponsors or refunds", async () => {
    const mails = await Promise.all([
      composeTicketMail({
        ...ticketMail,
        recipientName: nasty,
        event: {
          ...ticketMail.event,
          name: nasty,
          organiser: nastyClub,
          location: nasty,
          description: nasty,
        },
        attendees: [{ ...attendee(nasty, 1), ticketTitle: nasty, reference: nasty }],
        order: {
          ...order,
          orderNumber: nasty,
          items: [{ ...order.items[0]!, title: nasty }],
          paymentStatus: nasty,
          promoCode: nasty,
          discount: 1,
        },
      }),
      composeAutomaticRefundMail({
        recipientName: nasty,
        eventName: nasty,
        organiser: nastyClub,
        eventUrl: "https://foyer.example/x",
        orderNumber: nasty,
        amountMinor: 1,
        currency: "eur",
        bought: "registration",
        missing: "places",
        awaitsBuyer: false,
      }),
      composeStaffRefundMail({
        ...staffRefundMail,
        recipientName: nasty,
        eventName: nasty,
        organiser: nastyClub,
        orderNumber: nasty,
        reason: nasty,
      }),
      composeTicketLinksMail({
        eventName: nasty,
        organiser: nastyClub,
        links: [{ url: "https://foyer.example/x", description: nasty }],
      }),
      composeAllTicketLinksMail({
        isCut: false,
        findTicketsUrl: "https://foyer.example/find-tickets",
        registrations: [
          {
            eventName: nasty,
            when: "Sat, Dec 12, 2026",
            location: nasty,
            state: "valid",
            isOver: false,
            links: [{ url: "https://foyer.example/x", description: nasty }],
          },
        ],
      }),
      composeExtrasMail({
        ...extrasMail,
        recipientName: nasty,
        event: {
          ...ticketMail.event,
          name: nasty,
          organiser: nastyClub,
          location: nasty,
          description: nasty,
        },
        purchase: {
          ...extrasMail.purchase,
          items: [{ title: nasty, quantity: 1 }],
          reference: nasty,
        },
        order: { ...extrasMail.order, items: [{ ...order.items[0]!, title: nasty }] },
      }),
      ...[nasty, null].map((packageName) =>
        composeSponsorshipMail({
          ...sponsorshipMail,
          recipientName: nasty,
          organization: nasty,
          message: nasty,
          event: { ...ticketMail.event, name: nasty, organiser: nastyClub, location: nasty },
          packageName,
          orderNumber: nasty,
        }),
      ),
    ]);
    for (const composed of mails) {
      const mail = await deliver(composed, nasty);
      expect(mail.html).not.toMatch(/<script|<img src=x/);
      expect(mail.html).toContain("&lt;script&gt;");
      expect(mail.recipients).toEqual(["zoe@example.org"]);
      expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    }
  });
});

describe("the mail with extras", () => {
  test("an extras mail has the code, the extras, the time, the place and the amounts", async () => {
    const mail = await deliver(await composeExtrasMail(extrasMail));
    expect(mail.subject).toBe("Your extras for Summer Gala");
    const words = (mail.text ?? "").replace(/\s+/g, " ");
    const [, cid] = /src="cid:([^"]+)"/.exec(mail.html ?? "") ?? [];
    const picture = mail.attachments.find(({ contentId }) => contentId === `<${cid}>`);
    expect(picture).toMatchObject({ mimeType: "image/png", disposition: "inline" });
    expect(picture && bytes(picture)).toEqual(qrPng(extrasMail.purchase.qrText, 6));
    for (const part of [
      "Show this code at the door",
      "2 × Dinner, 1 × Programme",
      "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      "Sat, Dec 12, 2026, 1:00 PM – 5:00 PM",
      "F-2026-000124",
      "€25.00",
      "€2.10",
      "€32.10",
    ]) {
      expect(mail.html).toContain(part);
      expect(words).toContain(part);
    }
    expect(words).toContain("1 Pier Road & Quay, Bangkok");
    expect(mail.text).toContain(extrasMail.ticketUrl);
  });

  test("the mails about extras and sponsorships have the receipt as a file and as a link", async () => {
    for (const composed of [composeExtrasMail(extrasMail), composeSponsorshipMail(sponsorshipMail)]) {
      const mail = await deliver(await composed);
      expect(mail.html?.replaceAll("&amp;", "&")).toContain(`href="${receipt.url}"`);
      expect((mail.text ?? "").replace(/\s+/g, "")).toContain(receipt.url);
      const files = mail.attachments.filter(({ disposition }) => disposition === "attachment");
      expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
        ["receipt-F-1.pdf", "application/pdf"],
      ]);
      expect(bytes(files[0]!)).toEqual(receipt.file.content);
    }
  });

  test("an extras mail says if the extras were handed over already", async () => {
    const purchase = { ...extrasMail.purchase, isHandedOver: true };
    const { text } = await composeExtrasMail({ ...extrasMail, purchase });
    expect(text).toContain("F-2026-000124 · handed over");
  });
});

describe("the thanks to a sponsor", () => {
  test("a sponsorship mail has the package, the amount, the sponsor and the sponsor's message", async () => {
    const mail = await deliver(await composeSponsorshipMail(sponsorshipMail));
    expect(mail.subject).toBe("Thank you for sponsoring Summer Gala");
    const words = (mail.text ?? "").replace(/\s+/g, " ");
    for (const part of [
      "With the package Gold you are a sponsor of Summer Gala.",
      "€500",
      "F-2026-000125 · Paid",
      "Engines Ltd",
      "Good luck to all of you!",
      "7:00 PM – 11:00 PM",
      ticketMail.event.url,
      "You can add a logo there, which is shown beside your name",
      sponsorshipMail.ownPage.url,
    ])
      expect(words).toContain(part);
    expect(mail.html).toMatch(/Good luck<br\/?>to all of you!/);
  });

  test("a donation mail says donation, and has no lines for a sponsor or a message that were not given", async () => {
    const donation = { ...sponsorshipMail, packageName: null, organization: "", message: " " };
    donation.ownPage = { ...donation.ownPage, takesLogo: false };
    const { subject, text } = await composeSponsorshipMail(donation);
    expect(subject).toBe("Thank you for your donation to Summer Gala");
    expect(text).toContain("Thank you for your donation. Your €500 for Summer Gala has arrived.");
    expect(text).not.toMatch(/package|SPONSOR|YOUR MESSAGE|logo/);
  });
});

describe("the mail about a late payment", () => {
  const late: AutomaticRefundMail = {
    recipientName: "Zoë",
    eventName: "Summer Gala",
    organiser,
    eventUrl: "https://foyer.example/summer-gala",
    orderNumber: "F-2026-000123",
    amountMinor: 9630,
    currency: "eur",
    bought: "registration",
    missing: "places",
    awaitsBuyer: false,
  };
  const wordsOf = ({ text }: { text: string }) => text.replace(/\s+/g, " ");

  test("a late-payment mail says that all money is refunded and that there are no tickets", async () => {
    const mail = await deliver(await composeAutomaticRefundMail(late));
    expect(mail.subject).toBe("Refunded: your payment of €96.30 for Summer Gala");
    const words = (mail.text ?? "").replace(/\s+/g, " ");
    expect(words).toContain("We have refunded it in full. You do not have tickets for Summer Gala.");
    expect(words).toContain("F-2026-000123");
    expect(mail.attachments).toEqual([]);
  });

  test("a late-payment mail says if the provider asks for a bank account, and then does not say that the money was refunded", async () => {
    const composed = await composeAutomaticRefundMail({ ...late, awaitsBuyer: true });
    expect(composed.subject).toBe("Refund: your payment of €96.30 for Summer Gala");
    expect(wordsOf(composed)).toContain("We refund it in full. You do not have tickets for Summer Gala.");
    expect(wordsOf(composed)).toContain("asks for your bank account");
    expect(wordsOf(composed)).not.toMatch(/refunded/i);
  });

  test.each([
    ["extras", "for extras at Summer Gala", "You do not have these extras; your tickets stay as they are."],
    ["sponsorship", "for a sponsor's package of Summer Gala", "You do not have the package."],
    ["donation", "as a donation for Summer Gala", "Your whole donation is refunded."],
  ] as const)(
    "a late-payment mail for %s says what it was for and what happens now, and does not mention places",
    async (bought, what, now) => {
      const composed = await composeAutomaticRefundMail({ ...late, bought });
      expect(composed.subject).toBe(`Refunded: your payment of €96.30 ${what}`);
      expect(wordsOf(composed)).toContain(`We have refunded it in full. ${now}`);
      expect(wordsOf(composed)).not.toMatch(/places|have tickets/);
    },
  );

  test("a late-payment mail for extras does not say that tickets stay valid if they are no longer valid", async () => {
    const words = wordsOf(
      await composeAutomaticRefundMail({ ...late, bought: "extras", missing: "tickets" }),
    );
    expect(words).toContain("reached us after the tickets for these extras had become invalid.");
    expect(words).toContain("We have refunded it in full. You do not have these extras.");
    expect(words).not.toMatch(/somebody else|stay as they are/);
  });

  test("a late-payment mail says if the event was cancelled, and does not offer free places", async () => {
    const words = wordsOf(await composeAutomaticRefundMail({ ...late, missing: "event" }));
    expect(words).toContain("reached us late, and the event has been cancelled.");
    expect(words).not.toMatch(/somebody else|If places/);
  });
});

describe("the mail about money refunded", () => {
  test("a refund mail has what was refunded, the reason, what is still valid, and the receipt", async () => {
    const mail = await deliver(await composeStaffRefundMail(staffRefundMail));
    const words = (mail.text ?? "").replace(/\s+/g, " ");
    expect(mail.subject).toBe("Your refund of €25.00: Summer Gala");
    for (const part of [
      "Harbour Club refunds you €25.00 for Summer Gala.",
      "One guest less",
      "Paid €96.30",
      "Refunded €25.00",
      "Refunded in total €35.00",
      `Your tickets: ${ticketMail.ticketUrls[0]}`,
      receipt.url,
    ])
      expect(words).toContain(part);
    expect(words).not.toContain("no longer valid");
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(["receipt-F-1.pdf"]);
  });

  test.each([
    ["extras", "for your extras at Summer Gala."],
    ["sponsorship", "for your sponsor's package of Summer Gala."],
    ["donation", "of your donation for Summer Gala."],
  ] as const)("a refund mail for %s says what was bought", async (bought, what) => {
    const { text } = await composeStaffRefundMail({ ...staffRefundMail, bought, ticketUrl: null });
    expect(text.replace(/\s+/g, " ")).toContain(`Harbour Club refunds you €25.00 ${what}`);
    expect(text).not.toContain("no longer valid");
  });

  test("a refund mail says which codes are no longer valid", async () => {
    const tickets = await composeStaffRefundMail({
      ...staffRefundMail,
      ticketUrl: null,
      hasInvalidCode: true,
    });
    expect(tickets.text).toContain("The tickets of this order are no longer valid.");
    const extras = await composeStaffRefundMail({
      ...staffRefundMail,
      bought: "extras",
      hasInvalidCode: true,
    });
    expect(extras.text).toContain("The code of the extras in this order is no longer valid.");
  });
});

describe("the mail with links to one's tickets", () => {
  test("a ticket-links mail has the link of each registration", async () => {
    const links = [1, 2].map((id) => ({
      url: `https://foyer.example/summer-gala/tickets?registrationId=${id}&accessKey=k${id}`,
      description: `${id} × General admission`,
    }));
    const mail = await deliver(await composeTicketLinksMail({ eventName: "Summer Gala", organiser, links }));
    for (const { url, description } of links) {
      expect(mail.text).toContain(url);
      expect(mail.text).toContain(description);
      // A raw address of seventy characters looks like phishing.
      const withoutAddresses = mail.html?.replaceAll(/<a [^>]*>/g, "<a>");
      expect(withoutAddresses).toContain(`Open ${description}`);
      expect(withoutAddresses).not.toContain("https://foyer.example/summer-gala/tickets");
    }
  });
});
