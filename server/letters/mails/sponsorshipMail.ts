import { createElement as h, type ReactNode } from "react";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { type EventTime, formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import type { CalendarFile } from "../../documents/calendar.ts";
import type { ComposedMail, MailedReceipt } from "../../mail/transport.ts";
import { amounts, button, composeLetter, fact, greeting, letterParagraph, link, note } from "../letter.ts";
import { eventFacts, receiptFacts } from "../parts.ts";

/** `amountMinor` is in minor units of `currency`. */
export interface SponsorshipMail {
  readonly recipientName: string;
  readonly organization: string;
  /** May have several lines. */
  readonly message: string;
  readonly event: CalendarFile & EventTime;
  /** Null for a donation. */
  readonly packageName: string | null;
  readonly orderNumber: string;
  readonly receiptNumber?: number | null;
  /** In one line. */
  readonly seller?: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The sponsor's own page. `takesLogo`: whether the mail offers to add a logo there. */
  readonly ownPage: { readonly url: string; readonly takesLogo: boolean };
  readonly seats?: number;
  readonly receipt: MailedReceipt;
}

/** Writes the mail. */
export async function composeSponsorshipMail(mail: SponsorshipMail): Promise<ComposedMail> {
  const { event, packageName } = mail;
  const amount = formatMoney(mail.amountMinor, mail.currency);
  return composeLetter({
    subject:
      packageName === null
        ? `Thank you for your donation to ${event.name}`
        : `Thank you for sponsoring ${event.name}`,
    preview: `${packageName ?? "Donation"} · ${amount}`,
    organiser: event.organiser,
    title: event.name,
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        h(
          "strong",
          null,
          packageName === null ? "Thank you for your donation." : "Thank you for your support.",
        ),
        packageName === null
          ? ` Your ${amount} for ${event.name} has arrived.`
          : ` With the package ${packageName} you are a sponsor of ${event.name}. Your payment has arrived.`,
      ),
      amounts([{ label: packageName ?? "Donation", amount, strong: true }]),
      fact("Order", `${mail.orderNumber} · Paid`),
      ...receiptFacts(mail),
      ...(mail.organization.trim() === "" ? [] : [fact("Sponsor", mail.organization)]),
      ...(mail.message.trim() === "" ? [] : [fact("Your message", ...linesOf(mail.message))]),
      ...eventFacts(event, formatEventTime(event)),
      ...((mail.seats ?? 0) > 0
        ? [
            letterParagraph(
              h("strong", null, mail.seats === 1 ? "You get 1 ticket." : `You get ${mail.seats} tickets.`),
              " Name your guests on your page, or send each of them the link of their ticket.",
            ),
          ]
        : []),
      letterParagraph(
        mail.ownPage.takesLogo
          ? "Your page has your receipt. You can add a logo there, which is shown beside your name. Keep the link to yourself."
          : "Your page has your receipt. Keep the link to yourself.",
      ),
      button(mail.ownPage.url, "Open your page"),
      note("The receipt is attached as a PDF. It is also at ", link(mail.receipt.url, mail.receipt.url)),
      note("All about the event: ", link(event.url, event.url)),
    ],
    foot: `You get this mail because a ${packageName === null ? "donation" : "sponsor's package"} for ${event.name} was paid with this address.`,
    attachments: [mail.receipt.file],
  });
}

function linesOf(text: string): ReactNode[] {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => (index === 0 ? [line] : [h("br", { key: index }), line]));
}
