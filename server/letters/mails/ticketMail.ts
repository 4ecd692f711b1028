import { createElement as h, type ReactNode } from "react";
import {
  type EventTime,
  type EventTimeText,
  formatEventTime,
} from "../../../contract/rules/time/eventTime.ts";
import { type CalendarFile, calendarFile, calendarType } from "../../documents/calendar.ts";
import type { PrintedOrder } from "../../documents/printedOrder.ts";
import type { PrintedPurchase } from "../../documents/printedPurchase.ts";
import { type PrintedTicket, ticketPdf } from "../../documents/ticketPdf.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, greeting, letterParagraph, link, note } from "../letter.ts";
import {
  type CodeCard,
  codeCards,
  codePictures,
  eventFacts,
  type IncompleteTickets,
  incompleteParts,
  orderPart,
  purchaseCard,
} from "../parts.ts";

export interface TicketMail {
  readonly recipientName: string;
  readonly event: CalendarFile & EventTime;
  /** The buyer's time zone. */
  readonly readerZone?: string | null;
  /** May have several lines. */
  readonly clubNote?: string;
  /** Pages with their proof of ownership; for a guest one for each of `attendees`. */
  readonly ticketUrls: readonly string[];
  readonly attendees: readonly PrintedTicket[];
  /** For a guest only; left out if null or empty. */
  readonly boughtBy?: string | null;
  /** For the buyer only: tickets that are mailed to guests instead. */
  readonly mailedToGuests?: number;
  /** For the buyer only: tickets of the order that lack details; `until` is the deadline as text. */
  readonly missing?: (IncompleteTickets & { readonly until: string }) | null;
  /** For the buyer only: paid or free extras, order by order. */
  readonly purchases?: readonly PrintedPurchase[];
  /** For the buyer only. */
  readonly order?: PrintedOrder | null;
  /** For the buyer only. */
  readonly receiptUrl?: string | null;
  readonly bannerPath?: string | null;
}

/** Further codes are only in the PDF and on the page, because some mail programs cut long mails. */
const maxInlineCodes = 20;

/** Writes the mail. Rejects if `ticketPdf` does. */
export async function composeTicketMail(mail: TicketMail): Promise<ComposedMail> {
  const { event, attendees, purchases = [] } = mail;
  const when = formatEventTime(event, mail.readerZone);
  const all = [...attendees.map(ticketCard), ...purchases.map(purchaseCard)];
  const inlineCards = all.slice(0, maxInlineCodes);
  const pdf = await ticketPdf({
    eventName: event.name,
    clubName: event.organiser.name,
    when: `${when.text}\n${when.zoneLabel}`,
    whenLocal: when.readerText === null ? null : `${when.readerText}, ${when.readerZoneLabel}`,
    location: event.location,
    bannerPath: mail.bannerPath ?? null,
    attendees,
    purchases,
  });
  return composeLetter({
    subject: `${attendees.length === 1 ? "Your ticket" : `Your ${attendees.length} tickets`} for ${event.name}`,
    preview: `${when.text}${event.location === "" ? "" : ` · ${event.location}`}`,
    organiser: event.organiser,
    title: event.name,
    content: contentParts(mail, when, { shown: inlineCards, left: all.length - inlineCards.length }),
    foot: `You get this mail because tickets for ${event.name} were registered with this address. Anybody who has a code can use it: give it only to the person it is for.`,
    attachments: [
      ...codePictures(inlineCards),
      { filename: "tickets.pdf", content: pdf, contentType: "application/pdf" },
      { filename: "event.ics", content: calendarFile(event), contentType: calendarType(event) },
    ],
  });
}

function contentParts(
  mail: TicketMail,
  when: EventTimeText,
  { shown, left }: { shown: readonly CodeCard[]; left: number },
): ReactNode[] {
  const { event, attendees, mailedToGuests = 0, purchases = [], order } = mail;
  return [
    greeting(mail.recipientName),
    letterParagraph(
      attendees.length === 1
        ? "Here is your ticket. Show the code at the door, on your screen or on paper."
        : `Here are your ${attendees.length} tickets. Show each person's code at the door, on a screen or on paper.`,
    ),
    ...(mail.boughtBy ? [letterParagraph(buyerWords(mail.boughtBy, attendees.length))] : []),
    ...(mailedToGuests === 0 ? [] : [letterParagraph(guestWords(mailedToGuests, attendees.length))]),
    ...(purchases.length === 0 ? [] : [letterParagraph(extrasWords(purchases.length))]),
    ...linesOf(mail.clubNote).map((line) => letterParagraph(line)),
    ...eventFacts(event, when),
    ...mail.ticketUrls.map((url, index) => button(url, buttonWords(mail, index))),
    ...(mail.missing ? missingPart(mail.missing) : []),
    ...codeCards(shown),
    ...(left > 0 ? [note(`${leftWords(left)} in the PDF attached and on your ticket page.`)] : []),
    ...(order ? [orderPart(order)] : []),
    ...(mail.receiptUrl ? [note(link(mail.receiptUrl, "Receipt as a PDF"))] : []),
    note(
      "The tickets as a PDF and the date for your calendar are attached. All about the event: ",
      link(event.url, event.url),
    ),
  ];
}

function missingPart(missing: NonNullable<TicketMail["missing"]>): ReactNode[] {
  return [
    letterParagraph(
      h("strong", null, "Details are missing."),
      ` Please fill them in by ${missing.until}. The tickets are valid without them, too.`,
    ),
    ...incompleteParts(missing),
  ];
}

function linesOf(text = ""): string[] {
  return text.split(/\s*\n\s*/).filter((line) => line !== "");
}

function buttonWords({ ticketUrls, attendees, mailedToGuests = 0 }: TicketMail, index: number): string {
  if (ticketUrls.length > 1) return `Open the ticket of ${attendees[index]?.name ?? ""}`.trim();
  if (mailedToGuests > 0) return `Open all ${attendees.length + mailedToGuests} tickets`;
  return attendees.length === 1 ? "Open my ticket" : "Open my tickets";
}

function buyerWords(buyer: string, tickets: number): string {
  return `${buyer} got ${tickets === 1 ? "this ticket" : "these tickets"} for you.`;
}

function guestWords(mailed: number, own: number): string {
  const others = mailed === 1 ? "The other ticket" : `The other ${mailed} tickets`;
  const guest = mailed === 1 ? "the guest whose address" : "the guests whose addresses";
  return `${others} of your order went to ${guest} you entered. The page of your order has all ${mailed + own}.`;
}

function leftWords(left: number): string {
  return left === 1 ? "The other code is" : `The other ${left} codes are`;
}

function extrasWords(purchases: number): string {
  return purchases === 1
    ? "The extras have a code of their own, after the tickets. It works until you have received all of them."
    : `The extras have ${purchases} codes, one for each order, after the tickets. Each works until you have received all its extras.`;
}

function ticketCard({ qrText, name, ticketTitle, reference }: PrintedTicket): CodeCard {
  return { qrText, title: name, caption: ticketTitle, small: reference };
}
