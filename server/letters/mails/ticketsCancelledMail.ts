import { createElement as h } from "react";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, fact, greeting, letterParagraph } from "../letter.ts";

/** `reason` may be empty. */
export interface TicketsCancelledMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly orderNumber: string;
  readonly people: readonly string[];
  /** What the organiser pays back by hand, in minor units of `currency`. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
  /** Null if no ticket stays valid. */
  readonly ticketUrl: string | null;
}

/** Writes the mail. */
export async function composeTicketsCancelledMail(mail: TicketsCancelledMail): Promise<ComposedMail> {
  const { eventName, organiser, people, amountMinor, reason, ticketUrl } = mail;
  const all = people.length === 1 ? "your ticket" : `your ${people.length} tickets`;
  const cancelled = ticketUrl === null ? all : `${people.length} of your tickets`;
  const codes = people.length === 1 ? "Its code is no longer valid." : "Their codes are no longer valid.";
  const money =
    amountMinor === 0 ? "" : ` You get ${formatMoney(amountMinor, mail.currency)} back from them.`;
  return composeLetter({
    subject: `Cancelled: ${cancelled} for ${eventName}`,
    preview: `${organiser.name} cancelled ${cancelled} for ${eventName}.`,
    organiser,
    title: people.length === 1 ? "Your ticket was cancelled" : "Your tickets were cancelled",
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        h("strong", null, `${organiser.name} cancelled ${cancelled} for ${eventName}.`),
        `${money} ${codes}${ticketUrl === null ? "" : " All your other tickets stay valid."}`,
      ),
      fact(people.length === 1 ? "Ticket" : "Tickets", people.join(", ")),
      ...(reason === "" ? [] : [fact("Why", reason)]),
      fact("Order", mail.orderNumber),
      ...(ticketUrl === null ? [] : [button(ticketUrl, "Open my tickets")]),
    ],
    foot: `You get this mail because tickets for ${eventName} were ordered with this address. If you did not expect it, please ask ${organiser.name}.`,
  });
}
