/** The mail with the tickets: everything that is needed at the door, for all the tickets that are the reader's. */
import { Img, Text } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import { mapUrl } from "../../contract/rules/calendarLinks.ts";
import { type EventTimeText, formatEventTime } from "../../contract/rules/eventTime.ts";
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import { type CalendarFile, calendarFile, calendarType } from "../documents/calendar.ts";
import { type PrintedOrder, paymentWords } from "../documents/orderPage.ts";
import { qrPng } from "../documents/qrImage.ts";
import type { PrintedTicket } from "../documents/ticketPage.ts";
import { ticketPdf } from "../documents/ticketPdf.ts";
import { amounts, button, card, fact, link, note, paragraph, written } from "./letter.ts";
import type { ComposedMail } from "./transport.ts";

/** What a ticket mail tells. */
export interface TicketMail {
  readonly recipientName: string;
  /** `url` is the event's page. */
  readonly event: CalendarFile & { readonly clubName: string; readonly showEndTime: boolean };
  /** The zone that the reader bought in; their time is told when it differs from the event's. */
  readonly readerZone?: string | null;
  /** The page that shows these tickets, with its proof of ownership. */
  readonly ticketUrl: string;
  /** The tickets that are the reader's. */
  readonly attendees: readonly PrintedTicket[];
  /** For the buyer only. */
  readonly order?: PrintedOrder | null;
  /** The event's picture for the head of the PDF. */
  readonly bannerPath?: string | null;
}

/** More codes than this are in the PDF only: mail programs cut mails of more than about 100 KB. */
const mostInlineCodes = 20;

/** Writes the mail. Rejects when there is no attendee. */
export async function composeTicketMail(mail: TicketMail): Promise<ComposedMail> {
  const { event, attendees } = mail;
  const when = formatEventTime(event, mail.readerZone);
  const shown = attendees.slice(0, mostInlineCodes);
  const [letter, pdf, codes] = await Promise.all([
    written({
      preview: `${when.text}${event.location === "" ? "" : ` · ${event.location}`}`,
      clubName: event.clubName,
      title: event.name,
      content: content(mail, when, shown),
      foot: `You get this mail because tickets for ${event.name} were registered with this address. Whoever has a code can use it: pass one on only to the person it is for.`,
    }),
    ticketPdf({
      eventName: event.name,
      clubName: event.clubName,
      when: `${when.text}\n${when.zoneLabel}`,
      whenLocal: when.readerText === null ? null : `${when.readerText}, ${when.readerZoneLabel}`,
      location: event.location,
      bannerPath: mail.bannerPath ?? null,
      attendees,
      order: mail.order ?? null,
    }),
    Promise.all(shown.map(({ qrText }) => qrPng(qrText, 6))),
  ]);
  return {
    subject: `${attendees.length === 1 ? "Your ticket" : `Your ${attendees.length} tickets`} for ${event.name}`,
    ...letter,
    attachments: [
      ...codes.map((png, index) => ({
        filename: `code-${index + 1}.png`,
        content: png,
        contentType: "image/png",
        cid: codeId(index),
      })),
      { filename: "tickets.pdf", content: pdf, contentType: "application/pdf" },
      { filename: "event.ics", content: calendarFile(event), contentType: calendarType },
    ],
  };
}

function codeId(index: number): string {
  return `code-${index + 1}@foyer`;
}

function content(mail: TicketMail, when: EventTimeText, shown: readonly PrintedTicket[]): ReactNode {
  const { event, attendees, order } = mail;
  const map = mapUrl(event.location);
  const left = attendees.length - shown.length;
  return [
    paragraph(`Hello${mail.recipientName.trim() === "" ? "" : ` ${mail.recipientName.trim()}`},`),
    paragraph(
      attendees.length === 1
        ? "Here is your ticket. Show the code at the door, on your screen or on paper."
        : `Here are your ${attendees.length} tickets. Show each person's code at the door, on a screen or on paper.`,
    ),
    fact("When", when.text, h("br"), when.zoneLabel),
    ...(when.readerText === null ? [] : [fact("Your time", when.readerText, h("br"), when.readerZoneLabel)]),
    ...(map === null ? [] : [fact("Where", event.location, h("br"), link(map, "Show on a map"))]),
    button(mail.ticketUrl, attendees.length === 1 ? "Open my ticket" : "Open my tickets"),
    ...shown.map(ticketCard),
    ...(left > 0 ? [note(`The other ${left} codes are in the PDF attached and on your ticket page.`)] : []),
    ...(order ? [orderPart(order)] : []),
    note(
      "The tickets as a PDF and the date for your calendar are attached. All about the event: ",
      link(event.url, event.url),
    ),
  ].map((part, index) => h("div", { key: index }, part));
}

function ticketCard({ name, ticketTitle, reference }: PrintedTicket, index: number): ReactNode {
  return card(
    h(Img, {
      src: `cid:${codeId(index)}`,
      width: 232,
      height: 232,
      // Read out, and shown by mail programs that hold pictures back.
      alt: `Code of ${name}`,
      style: { margin: "0 auto 10px", display: "block" },
    }),
    h(
      Text,
      { style: { fontSize: 19, lineHeight: "27px", fontWeight: 700, color: "#1a1a1d", margin: 0 } },
      name,
    ),
    h(Text, { style: { fontSize: 15, lineHeight: "22px", color: "#7a5a20", margin: 0 } }, ticketTitle),
    h(Text, { style: { fontSize: 13, lineHeight: "20px", color: "#55555e", margin: 0 } }, reference),
  );
}

function orderPart(order: PrintedOrder): ReactNode {
  const withCents = needCents([...order.items.map(({ total }) => total), order.tax, order.total]);
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, withCents);
  return [
    fact("Order", `${order.orderNumber} · ${paymentWords(order.paymentStatus)}`),
    amounts([
      ...order.items.map(({ title, quantity, total }) => ({
        label: `${quantity} × ${title}`,
        amount: money(total),
      })),
      { label: "Subtotal", amount: money(order.subtotal) },
      { label: "Tax", amount: money(order.tax) },
      { label: "Total", amount: money(order.total), strong: true },
    ]),
  ].map((part, index) => h("div", { key: index }, part));
}
