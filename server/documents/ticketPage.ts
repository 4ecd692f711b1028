/** The page of one attendee: time and place, the code, whose it is. */
import { drawFoot, drawFrame, ink, margin, type PageFrame } from "./pageFrame.ts";
import { drawText, fittingSize } from "./pdfText.ts";
import { drawable } from "./ticketFonts.ts";

/** One attendee's ticket. `reference` is what a person at the door can type or read out. */
export interface PrintedTicket {
  readonly name: string;
  readonly ticketTitle: string;
  readonly qrText: string;
  readonly reference: string;
}

/** Everything that one page shows. */
export interface TicketPage extends PageFrame {
  readonly attendees: readonly PrintedTicket[];
  readonly attendee: PrintedTicket;
  readonly index: number;
}

/** Draws the page. */
export function drawTicketPage(doc: PDFKit.PDFDocument, ticket: TicketPage): void {
  const { attendees, attendee, index } = ticket;
  drawAttendee(doc, ticket, drawFrame(doc, ticket, attendee.qrText) + 14);
  drawFoot(doc, ticket, {
    words: "Show this code at the door, on paper or on a screen. It admits one person.",
    count: attendees.length > 1 ? `Ticket ${index + 1} of ${attendees.length}` : "",
  });
}

function drawAttendee(doc: PDFKit.PDFDocument, { page, attendee }: TicketPage, top: number): void {
  const width = page.width - 2 * margin;
  const centred = { x: margin, width, align: "center" } as const;
  const name = drawable(attendee.name) === "" ? "Guest" : attendee.name;
  const size = fittingSize(doc, name, { font: "bold", width, most: 1, sizes: [19, 17, 15, 13] });
  const below = drawText(doc, name, { ...centred, y: top, size, font: "bold", colour: ink.text, most: 2 });
  const title = drawText(doc, attendee.ticketTitle, {
    ...centred,
    y: below + 3,
    size: 11.5,
    font: "bold",
    colour: ink.goldOnPaper,
    most: 1,
  });
  drawText(doc, attendee.reference, { ...centred, y: title + 2, size: 9, colour: ink.quiet, most: 1 });
}
