/** The mail that says that money came too late and goes back in full: plainly, with the amount (wire.md §3). */
import { createElement as h } from "react";
import { formatMoney } from "../../contract/rules/money.ts";
import { amounts, fact, link, note, paragraph, written } from "./letter.ts";
import type { ComposedMail } from "./transport.ts";

/** What the mail tells; `amountMinor` is all that was paid, in minor units of `currency`. */
export interface RefundMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly clubName: string;
  readonly eventUrl: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Writes the mail. */
export async function composeRefundMail(mail: RefundMail): Promise<ComposedMail> {
  const amount = formatMoney(mail.amountMinor, mail.currency);
  const content = [
    paragraph(`Hello${mail.recipientName.trim() === "" ? "" : ` ${mail.recipientName.trim()}`},`),
    paragraph(
      `Your payment of ${amount} for ${mail.eventName} reached us after the time for which your places were kept. ` +
        "By then they had gone to somebody else.",
    ),
    paragraph(
      h("strong", null, `We have refunded it in full. You do not have tickets for ${mail.eventName}.`),
      " The money goes back the way it came; banks usually show it within 5 to 10 working days.",
    ),
    fact("Order", mail.orderNumber),
    amounts([
      { label: "Paid", amount },
      { label: "Refunded", amount, strong: true },
    ]),
    note("Should places become free again, you will find them here: ", link(mail.eventUrl, mail.eventUrl)),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: `Refunded: your payment of ${amount} for ${mail.eventName}`,
    ...(await written({
      preview: `${amount} goes back to you in full. You do not have tickets.`,
      clubName: mail.clubName,
      title: "Your payment was refunded",
      content,
      foot: `You get this mail because a payment for ${mail.eventName} was made with this address.`,
    })),
    attachments: [],
  };
}
