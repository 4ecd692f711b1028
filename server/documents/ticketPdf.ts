/** Invariant: for any texts, each attendee and each order's extras get exactly one page with a complete code. */
import { itemWords, type PrintedPurchase, referenceWords } from "./printedPurchase.ts";
import { headPicture } from "./ticketPicture.ts";
import { typeset } from "./typeset.ts";

export interface PrintedTicket {
  readonly name: string;
  readonly ticketTitle: string;
  readonly qrText: string;
  /** The order's number, if there is one, and the attendee's id. */
  readonly reference: string;
}

/** The content of the pages. Times are formatted already. */
export interface TicketDocument {
  readonly eventName: string;
  readonly clubName: string;
  /** In the event's zone. */
  readonly when: string;
  /** In the reader's zone, if it differs. */
  readonly whenLocal?: string | null;
  readonly location: string;
  /** Left out if it cannot be read. */
  readonly bannerPath?: string | null;
  readonly attendees: readonly PrintedTicket[];
  /** For the buyer only. */
  readonly purchases?: readonly PrintedPurchase[];
}

/** Tickets as PDF. Throws without an attendee, and `busy` if the file cannot be made now (typeset.ts). */
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
      items: itemsThatFit(itemWords(purchase)),
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
      when: withoutLineBreak(ticket.when),
      whenLocal: ticket.whenLocal ? `Your time: ${withoutLineBreak(ticket.whenLocal)}` : null,
      location: ticket.location,
      banner: picture === null ? null : "banner.jpg",
      attendees,
      purchases,
    },
  });
}

/** "11:00 PM" must not be broken across lines. */
function withoutLineBreak(time: string): string {
  return time.replace(/ (?=[AP]M\b)/g, "\u00a0");
}

/** About as many letters as fit on a page of extras. */
const maxLetters = 900;

function itemsThatFit(items: readonly string[]): string[] {
  let letters = 0;
  const printed = items.filter((item, index) => {
    letters += item.length;
    return index === 0 || letters <= maxLetters;
  });
  const remaining = items.length - printed.length;
  return remaining === 0 ? printed : [...printed, `${remaining} more, listed on the receipt`];
}
