import { createElement as h } from "react";
import { type EventTime, formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import type { CalendarFile } from "../../documents/calendar.ts";
import type { PrintedOrder } from "../../documents/printedOrder.ts";
import { itemWords, type PrintedPurchase } from "../../documents/printedPurchase.ts";
import type { ComposedMail, MailedReceipt } from "../../mail/transport.ts";
import { button, composeLetter, greeting, letterParagraph, link, note } from "../letter.ts";
import { codeCards, codePictures, eventFacts, orderPart, purchaseCard } from "../parts.ts";

export interface ExtrasMail {
  readonly recipientName: string;
  readonly event: CalendarFile & EventTime;
  /** The buyer's time zone. */
  readonly readerZone?: string | null;
  /** The page of the tickets, with its proof of ownership. */
  readonly ticketUrl: string;
  readonly purchase: PrintedPurchase;
  readonly order: PrintedOrder;
  readonly receipt: MailedReceipt;
}

/** Writes the mail. */
export async function composeExtrasMail(mail: ExtrasMail): Promise<ComposedMail> {
  const { event, purchase, order } = mail;
  const when = formatEventTime(event, mail.readerZone);
  const cards = [purchaseCard(purchase)];
  return composeLetter({
    subject: `Your extras for ${event.name}`,
    preview: itemWords(purchase).join(", "),
    organiser: event.organiser,
    title: event.name,
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        `Here are the extras that you have added to your tickets for ${event.name}. `,
        h("strong", null, "Show this code at the door"),
        ", on your screen or on paper, to receive them. The code works until you have received all of them.",
      ),
      ...codeCards(cards),
      ...eventFacts(event, when),
      button(mail.ticketUrl, "Open my tickets"),
      orderPart(order),
      note(
        "The code is on the page of your tickets as well. The receipt is attached as a PDF; ",
        link(mail.receipt.url, "download it again"),
        " whenever you need it. All about the event: ",
        link(event.url, event.url),
      ),
    ],
    foot: `You get this mail because extras for ${event.name} were bought for tickets with this address. Anybody who has the code can use it.`,
    attachments: [...codePictures(cards), mail.receipt.file],
  });
}
