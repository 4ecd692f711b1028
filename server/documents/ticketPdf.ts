/**
 * Tickets to print or to show: an A5 page for each attendee, dark at the head and white below so that it prints
 * well; for the buyer also one for the extras of each order, and one with the order.
 * Invariant: whatever the texts are, every attendee and all extras of an order get exactly one page with a whole code on it.
 */
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { drawOrderPage, type PrintedOrder } from "./orderPage.ts";
import { pdfFile } from "./pdfFile.ts";
import type { PrintedPurchase } from "./printedPurchase.ts";
import { drawPurchasePage } from "./purchasePage.ts";
import { drawTicketPage, type PrintedTicket } from "./ticketPage.ts";

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

/** A5 in points. */
const page = { width: 419.53, height: 595.28 };
/** The head of the first page, in points and at three pixels a point for printers. */
const headHeight = 158;

/** The file. Throws when there is no attendee. */
export async function ticketPdf(ticket: TicketDocument): Promise<Buffer> {
  if (ticket.attendees.length === 0) throw new Error("A ticket document needs an attendee");
  const banner = ticket.bannerPath ? await headPicture(ticket.bannerPath) : null;
  const names = { title: `Tickets: ${ticket.eventName}`, author: ticket.clubName };
  return pdfFile(names, page, (doc) => {
    ticket.attendees.forEach((attendee, index) => {
      doc.addPage();
      drawTicketPage(doc, { ...ticket, banner, attendee, index, page, headHeight });
    });
    const { purchases = [] } = ticket;
    purchases.forEach((purchase, index) => {
      doc.addPage();
      drawPurchasePage(doc, { ...ticket, banner, purchases, purchase, index, page, headHeight });
    });
    if (ticket.order) {
      doc.addPage();
      drawOrderPage(doc, { ...ticket, order: ticket.order, page });
    }
  });
}

/** Stored pictures never change under their name, and one event's head is on thousands of tickets. */
const headPictures = new LRUCache<string, string>({ max: 20 });

/** A data address, because pdfkit embeds a picture once for all pages only when its source is a text. */
async function headPicture(path: string): Promise<string | null> {
  const known = headPictures.get(path);
  if (known !== undefined) return known;
  try {
    const jpeg = await sharp(path, { limitInputPixels: 40_000_000 })
      .resize(Math.round(page.width * 3), headHeight * 3, { fit: "cover", position: "attention" })
      .flatten({ background: "#0e0e10" })
      .jpeg({ quality: 78 })
      .toBuffer();
    const picture = `data:image/jpeg;base64,${jpeg.toString("base64")}`;
    headPictures.set(path, picture);
    return picture;
  } catch {
    // A picture is an ornament; a ticket without one is still a ticket.
    return null;
  }
}
