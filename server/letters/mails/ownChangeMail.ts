import { createElement as h } from "react";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import {
  amounts,
  button,
  composeLetter,
  fact,
  greeting,
  type Letter,
  letterParagraph,
  note,
} from "../letter.ts";
import { refundArrivalWords } from "../parts.ts";

interface OwnChangeMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
}

/** About tickets that the buyer cancelled; amounts in minor units of `currency`. */
export interface OwnCancelledMail extends OwnChangeMail {
  readonly people: readonly string[];
  readonly extras: readonly { readonly title: string; readonly quantity: number }[];
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly awaitsBuyer: boolean;
  readonly currency: string;
  /** Null if no ticket stays valid. */
  readonly ticketUrl: string | null;
}

/** Writes the mail. */
export async function composeOwnCancelledMail(mail: OwnCancelledMail): Promise<ComposedMail> {
  const { eventName, organiser, people, extras, amountMinor, feeMinor, ticketUrl } = mail;
  const withCents = needCents([amountMinor, feeMinor], mail.currency);
  const money = (minor: number) => formatMoney(minor, mail.currency, withCents);
  const ticketsText = people.length === 1 ? "your ticket" : `${people.length} tickets`;
  const isPaid = amountMinor + feeMinor > 0;
  const refundText = amountMinor > 0 ? `You get ${money(amountMinor)} back.` : "There is no refund.";
  return letterOf(mail, {
    subject: `Cancelled: ${ticketsText} for ${eventName}`,
    title: "Your cancellation",
    preview: isPaid ? refundText : `You cancelled ${ticketsText} for ${eventName}.`,
    content: [
      letterParagraph(
        h("strong", null, `You cancelled ${ticketsText} for ${eventName}.`),
        ` ${isPaid ? refundText : "Nothing was paid for this."}`,
        ...(amountMinor > 0 ? [` ${refundArrivalWords(mail.awaitsBuyer)}`] : []),
      ),
      fact(people.length === 1 ? "Ticket" : "Tickets", people.join(", ")),
      ...(extras.length === 0
        ? []
        : [
            fact(
              "Extras cancelled with it",
              extras.map((one) => `${one.quantity} × ${one.title}`).join(", "),
            ),
          ]),
      ...(isPaid
        ? [
            amounts([
              ...(feeMinor > 0 ? [{ label: `Kept by ${organiser.name}`, amount: money(feeMinor) }] : []),
              { label: "Your refund", amount: money(amountMinor), strong: true },
            ]),
          ]
        : []),
      letterParagraph(
        people.length === 1 ? "Its code is no longer valid." : "Their codes are no longer valid.",
        ...(ticketUrl === null ? [] : [" All your other tickets stay valid."]),
      ),
      ...(ticketUrl === null ? [] : [button(ticketUrl, "Open my tickets")]),
    ],
    foot: `You get this mail because tickets for ${eventName} were bought with this address and cancelled on their page. If it was not you, write to ${organiser.name} at once.`,
  });
}

export interface PassedOnMail extends OwnChangeMail {
  readonly from: string;
  readonly to: string;
  /** Of the new holder. */
  readonly email: string;
  readonly ticketTitle: string;
  readonly ticketUrl: string | null;
}

/** Writes the mail. */
export async function composePassedOnMail(mail: PassedOnMail): Promise<ComposedMail> {
  const { eventName, organiser, from, to, email, ticketTitle, ticketUrl } = mail;
  return letterOf(mail, {
    subject: `Passed on: a ticket for ${eventName}`,
    title: "Your ticket has a new holder",
    preview: `The ticket of ${from} is now ${to}’s.`,
    content: [
      letterParagraph(
        h("strong", null, `The ticket of ${from} for ${eventName} is now ${to}’s.`),
        ` We have mailed it to ${email}, with a code of its own. The former code is no longer valid.`,
      ),
      fact("Ticket", ticketTitle),
      ...(ticketUrl === null ? [] : [button(ticketUrl, "Open my tickets")]),
    ],
    foot: `You get this mail because tickets for ${eventName} were bought with this address and one was passed on from their page. If it was not you, write to ${organiser.name} at once.`,
  });
}

export interface TicketGoneMail extends OwnChangeMail {
  readonly ticketTitle: string;
  readonly why: "cancelled" | "passedOn";
  readonly byOrganiser?: boolean;
}

/** Writes the mail. */
export async function composeTicketGoneMail(mail: TicketGoneMail): Promise<ComposedMail> {
  const { eventName, organiser, ticketTitle, why, byOrganiser = false } = mail;
  const who = byOrganiser ? organiser.name : "The buyer";
  const action = `${who} has ${why === "cancelled" ? "cancelled it" : "passed it on to somebody else"}.`;
  return letterOf(mail, {
    subject: `Your ticket for ${eventName} is no longer valid`,
    title: "Your ticket is no longer valid",
    preview: action,
    content: [
      letterParagraph(
        h("strong", null, `Your ticket for ${eventName} is no longer valid.`),
        ` ${action} Its code is no longer valid; please ask them if you did not expect this.`,
      ),
      fact("Ticket", ticketTitle),
    ],
    foot: `You get this mail because a ticket for ${eventName} was registered with this address.`,
  });
}

function letterOf(
  { recipientName, organiser }: OwnChangeMail,
  letter: Omit<Letter, "organiser">,
): ComposedMail {
  const content = [greeting(recipientName), ...letter.content, note(organiser.name)];
  return composeLetter({ ...letter, organiser, content });
}
