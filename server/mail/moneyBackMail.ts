/** The mail that says that the organiser gives money back: how much, for what, why, and when it is to be expected. */
import { createElement as h } from "react";
import { formatMoney } from "../../contract/rules/money.ts";
import { amounts, fact, paragraph, written } from "./letter.ts";
import type { ComposedMail } from "./transport.ts";

/** What the mail tells, in minor units of `currency`; `reason` is the organiser's own words, or empty. */
export interface MoneyBackMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly clubName: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly paidMinor: number;
  readonly currency: string;
  readonly reason: string;
}

/** Writes the mail. */
export async function composeMoneyBackMail(mail: MoneyBackMail): Promise<ComposedMail> {
  const { eventName, clubName, reason } = mail;
  const name = mail.recipientName.trim();
  const amount = formatMoney(mail.amountMinor, mail.currency);
  const paid = formatMoney(mail.paidMinor, mail.currency);
  const content = [
    paragraph(`Hello${name === "" ? "" : ` ${name}`},`),
    paragraph(
      h("strong", null, `${clubName} gives you ${amount} back for ${eventName}.`),
      " The money goes back the way it came; banks usually show it within 5 to 10 working days.",
    ),
    ...(reason === "" ? [] : [fact("Why", reason)]),
    fact("Order", mail.orderNumber),
    amounts([
      { label: "Paid", amount: paid },
      { label: "Given back", amount, strong: true },
    ]),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: `${amount} goes back to you: ${eventName}`,
    ...(await written({
      preview: `${amount} of ${paid} goes back to you.`,
      clubName,
      title: "Your money is on its way back",
      content,
      foot: `You get this mail because a payment for ${eventName} was made with this address.`,
    })),
    attachments: [],
  };
}
