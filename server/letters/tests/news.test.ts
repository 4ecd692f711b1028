import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dateFormats } from "../../../contract/rules/time/dateFormats.ts";
import type { ReceivedMail } from "../../testing/mailbox.ts";
import { openReader, type Reader } from "../../testing/reader.ts";
import { composeEventCancelledMail, type EventCancelledMail } from "../mails/eventCancelledMail.ts";
import { composeEventChangedMail } from "../mails/eventChangedMail.ts";
import { composeStaffRefundMail, type StaffRefundMail } from "../mails/staffRefundMail.ts";

let reader: Reader;
beforeAll(async () => {
  reader = await openReader();
});
afterAll(() => reader.close());
const deliver: Reader["delivered"] = (...mail) => reader.delivered(...mail);
const wordsOf = ({ text, html }: ReceivedMail) => ({
  text: (text ?? "").replace(/\s+/g, " "),
  html: (html ?? "").replace(/<head.*?<\/head>|<!--.*?-->|<[^>]*>/gs, "").replace(/\s+/g, " "),
});

const organiser = { name: "Harbour Club", email: "office@harbour.example", phone: "+49 40 123456" };
const cancelled: EventCancelledMail = {
  recipientName: "Zoë",
  event: {
    eventId: 3,
    version: 4,
    updatedAt: "2026-11-20T10:00:00Z",
    name: "Summer Gala",
    organiser,
    start: "2026-12-12T12:00:00Z",
    end: "2026-12-12T16:00:00Z",
    timeZone: "Asia/Bangkok",
    isAllDay: false,
    showEndTime: true,
    dateFormat: dateFormats[0],
    location: "1 Pier Road",
    description: "",
    url: "https://foyer.example/summer-gala",
    isCancelled: true,
  },
  message: "The quay is under water.\n\n\nWe are very sorry & hope to see you in spring.",
  refunds: true,
  paid: { online: true, byHand: false },
  refundMinor: 4450,
  currency: "eur",
};
const moneyBack: StaffRefundMail = {
  awaitsBuyer: false,
  recipientName: "Zoë",
  eventName: "Summer Gala",
  organiser,
  orderNumber: "F-2026-000123",
  amountMinor: 1230,
  paidMinor: 9630,
  currency: "eur",
  refundedMinor: 1230,
  reason: "The dinner does not take place.",
  bought: "registration",
  cancelledPeople: [],
  ticketUrl: null,
  hasInvalidCode: false,
  receipt: null,
};

describe("the mail about an event that is cancelled", () => {
  test("a cancellation mail has the time, the organiser's message and the refund, in text and in HTML", async () => {
    const mail = await deliver(await composeEventCancelledMail(cancelled));
    expect(mail.subject).toBe("Summer Gala on Sat, Dec 12, 2026 is cancelled");
    for (const part of [
      "Hello Zoë,",
      "Bangkok time (GMT+7)",
      "1 Pier Road",
      "Summer Gala is cancelled. It does not take place, so please do not come.",
      "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      "The quay is under water.",
      "€44.50 is refunded in full to your payment method. Banks usually show it within 5 to 10 working days.",
      "You get this mail because somebody registered for Summer Gala with this address.",
    ]) {
      expect(wordsOf(mail).text).toContain(part);
      expect(wordsOf(mail).html).toContain(part);
    }
    expect(wordsOf(mail).text).toContain("We are very sorry & hope to see you in spring.");
    expect(wordsOf(mail).html).toContain("We are very sorry &amp; hope to see you in spring.");
    expect(mail.html).toMatch(/<p[^>]*>The quay is under water\.<\/p>/);
    expect(wordsOf(mail).text).toContain(cancelled.event.url);
  });

  test("a cancellation mail has the calendar file that removes the event", async () => {
    const mail = await deliver(await composeEventCancelledMail(cancelled));
    const [file] = mail.attachments;
    expect([mail.attachments.length, file?.filename, file?.mimeType, file?.disposition]).toEqual([
      1,
      "cancelled.ics",
      "text/calendar",
      "attachment",
    ]);
    expect(mail.source.toString()).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/i);
    const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(file!.content as ArrayBuffer)));
    const entry = calendar.getFirstSubcomponent("vevent")!;
    expect(calendar.getFirstPropertyValue("method")).toBe("CANCEL");
    expect(entry.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(entry.getFirstPropertyValue("uid")).toBe("event-3@foyer.example");
    expect(entry.getFirstPropertyValue("sequence")).toBe(4);
    expect(entry.getFirstPropertyValue("organizer")).toBe("mailto:office@harbour.example");
  });

  test("a cancellation mail promises no refund if there is none, and has no message if none was written", async () => {
    const withoutMessage = { ...cancelled, message: " \n ", refunds: false };
    const { text } = wordsOf(await deliver(await composeEventCancelledMail(withoutMessage)));
    expect(text).not.toContain("refunded in full");
    expect(text).toContain("do not come. If you have questions about money, please write to the organiser.");
  });

  test("a cancellation mail says that the organiser refunds what was paid by hand, and mentions no money if nothing was paid", async () => {
    const byHand = { ...cancelled, paid: { online: false, byHand: true } };
    const { text } = wordsOf(await deliver(await composeEventCancelledMail(byHand)));
    expect(text).toContain("The organiser refunds what you paid at the door or by bank transfer");
    expect(text).not.toContain("refunded in full");
    const free = { ...cancelled, paid: { online: false, byHand: false } };
    const { text: freeText } = wordsOf(await deliver(await composeEventCancelledMail(free)));
    expect(freeText).not.toMatch(/money|paid/);
  });
});

describe("the mail about money that staff refund", () => {
  test("a refund mail has the amount, the paid amount, the order, the reason and when the money arrives", async () => {
    const mail = await deliver(await composeStaffRefundMail(moneyBack));
    expect(mail.subject).toBe("Your refund of €12.30: Summer Gala");
    expect(mail.attachments).toEqual([]);
    for (const part of [
      "Hello Zoë,",
      "Harbour Club refunds you €12.30 for Summer Gala.",
      "banks usually show it within 5 to 10 working days",
      "The dinner does not take place.",
      "F-2026-000123",
      "€96.30",
    ]) {
      expect(wordsOf(mail).text).toContain(part);
      expect(wordsOf(mail).html).toContain(part);
    }
    expect(wordsOf(mail).text).toMatch(/Paid €96\.30 Refunded €12\.30/);
  });

  test("a refund mail has no reason if none was given, and greets a buyer without a name", async () => {
    const mail = await composeStaffRefundMail({ ...moneyBack, recipientName: " ", reason: "" });
    const { text } = wordsOf(await deliver(mail));
    expect(text).toContain("Hello,");
    expect(text).not.toContain("WHY");
  });
});

test("texts of users add no element, header or recipient to a cancellation or refund mail", async () => {
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>\r\nBcc: thief@evil.example`;
  const nastyClub = { name: nasty, email: nasty, phone: nasty };
  const mails = await Promise.all([
    composeEventCancelledMail({
      ...cancelled,
      recipientName: nasty,
      event: { ...cancelled.event, name: nasty, organiser: nastyClub, location: nasty },
      message: nasty,
    }),
    // Only the message is hostile here, so nothing else can bring the escaped script.
    composeEventCancelledMail({ ...cancelled, message: nasty }),
    composeStaffRefundMail({
      ...moneyBack,
      recipientName: nasty,
      eventName: nasty,
      organiser: nastyClub,
      orderNumber: nasty,
    }),
    composeStaffRefundMail({ ...moneyBack, reason: nasty }),
  ]);
  for (const composed of mails) {
    const mail = await deliver(composed, nasty);
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(mail.text).toContain("<script>alert(1)</script>");
    expect(mail.recipients).toEqual(["zoe@example.org"]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  }
});

describe("the mail about an event that changed", () => {
  const { event: cancelledEvent, recipientName } = cancelled;
  const event = { ...cancelledEvent, isCancelled: false, location: "" };

  test("the mail about a changed event has the old and the new value of each change, and the event as it is now", async () => {
    const mail = await deliver(
      await composeEventChangedMail({
        recipientName,
        event,
        changes: [
          { what: "name", before: "Spring Gala", after: "Summer Gala" },
          { what: "place", before: "1 Pier Road", after: "" },
        ],
      }),
    );
    expect(mail.subject).toBe("Spring Gala: new name and place");
    for (const part of [
      "Hello Zoë,",
      "Spring Gala has a new name and place. Your tickets stay valid. Please note the change.",
      "Before: Spring Gala",
      "Before: 1 Pier Road",
      "Not announced yet",
      "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      "The file attached updates the entry in your calendar.",
    ]) {
      expect(wordsOf(mail).text).toContain(part);
      expect(wordsOf(mail).html).toContain(part);
    }
    const [file] = mail.attachments;
    expect([file?.filename, file?.mimeType]).toEqual(["event.ics", "text/calendar"]);
    const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(file!.content as ArrayBuffer)));
    const entry = calendar.getFirstSubcomponent("vevent")!;
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(entry.getFirstPropertyValue("uid")).toBe("event-3@foyer.example");
    expect(entry.getFirstPropertyValue("sequence")).toBe(4);
  });
});
