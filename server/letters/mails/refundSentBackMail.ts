import { createElement as h } from "react";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { composeLetter, fact, greeting, letterParagraph } from "../letter.ts";

export interface RefundSentBackMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Writes the mail. */
export async function composeRefundSentBackMail(mail: RefundSentBackMail): Promise<ComposedMail> {
  const { eventName, organiser } = mail;
  const clubName = organiser.name;
  const amount = formatMoney(mail.amountMinor, mail.currency);
  return composeLetter({
    subject: `Your refund of ${amount} did not arrive: ${eventName}`,
    preview: `${amount} came back to ${clubName}.`,
    organiser,
    title: "Your refund did not arrive",
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        h("strong", null, `${amount} that ${clubName} refunded to you for ${eventName} did not arrive.`),
        " The bank sent it back, or our payment provider had no bank account to send it to.",
      ),
      letterParagraph(
        `${clubName} has been informed and still owes you this money. They will ask you where to send it; you can also write to them first.`,
      ),
      fact("Order", mail.orderNumber),
    ],
    foot: `You get this mail because a payment for ${eventName} was made with this address.`,
  });
}
