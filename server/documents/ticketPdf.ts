/**
 * Tickets to print or to show: an A5 page for each attendee, for the buyer also one for the extras of each order, and
 * one with the order (layouts/ticket.typ). Invariant: whatever the texts are, every attendee and all extras of an order
 * get exactly one page with a whole code on it, and every text is whole.
 */
import { orderPage, type PrintedOrder } from "./orderPage.ts";
import { itemWords, type PrintedPurchase, referenceWords } from "./printedPurchase.ts";
import { headPicture } from "./ticketPicture.ts";
import { typeset } from "./typeset.ts";

/** One attendee's ticket. `reference` is what a person at the door can type or read out. */
export interface PrintedTicket {
  readonly name: string;
  readonly ticketTitle: string;
  readonly qrText: string;
  readonly reference: string;
}

/** What the pages say. Times are already formatted (contract/rules/eventTime.ts), amounts are minor units. */
export interface TicketDocument {
  readonly eventName: string;
  readonly clubName: string;
  /** The time in the event's zone. */
  readonly when: string;
  /** The time in the reader's zone, where it differs. */
  readonly whenLocal?: string | null;
  readonly location: string;
  /** A picture for the head; left out when it cannot be read. */
  readonly bannerPath?: string | null;
  readonly attendees: readonly PrintedTicket[];
  /** For the buyer only: the extras that were paid for, order by order. */
  readonly purchases?: readonly PrintedPurchase[];
  /** For the buyer only. */
  readonly order?: PrintedOrder | null;
}

/** The file. Throws when there is no attendee, and `busy` when it cannot be made now (typeset.ts). */
export async function ticketPdf(ticket: TicketDocument): Promise<Buffer> {
  if (ticket.attendees.length === 0) throw new Error("A ticket document needs an attendee");
  const codes: Record<string, string> = {};
  const codeOf = (qrText: string) => {
    const name = `code-${Object.keys(codes).length}.svg`;
    codes[name] = qrText;
    return name;
  };
  const attendees = ticket.attendees.map(({ name, ticketTitle, reference, qrText }) => {
    return { name: name.trim() === "" ? "Guest" : name, ticketTitle, reference, code: codeOf(qrText) };
  });
  const purchases = (ticket.purchases ?? []).map((purchase) => {
    return {
      items: itemsWithRoom(itemWords(purchase)),
      reference: referenceWords(purchase),
      code: codeOf(purchase.qrText),
    };
  });
  const picture = ticket.bannerPath ? await headPicture(ticket.bannerPath) : null;
  return typeset({
    layout: "ticket",
    standard: "ua",
    pictures: picture === null ? {} : { "banner.jpg": picture },
    codes,
    data: {
      title: `Tickets: ${ticket.eventName}`,
      author: ticket.clubName,
      eventName: ticket.eventName,
      clubName: ticket.clubName,
      when: heldTogether(ticket.when),
      whenLocal: ticket.whenLocal ? `Your time: ${heldTogether(ticket.whenLocal)}` : null,
      location: ticket.location,
      banner: picture === null ? null : "banner.jpg",
      attendees,
      purchases,
      order: ticket.order ? orderPage(ticket.order) : null,
    },
  });
}

/** "11:00 PM" is one thing and must not be broken. */
function heldTogether(time: string): string {
  return time.replace(/ (?=[AP]M\b)/g, "\u00a0");
}

/** A page has room for names of so many letters; what is left over is counted, and named on the receipt. */
const mostLetters = 900;

function itemsWithRoom(items: readonly string[]): string[] {
  let letters = 0;
  const kept = items.filter((item, index) => {
    letters += item.length;
    return index === 0 || letters <= mostLetters;
  });
  const left = items.length - kept.length;
  return left === 0 ? kept : [...kept, `${left} more, named on the receipt`];
}
