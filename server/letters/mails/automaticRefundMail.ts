import { createElement as h } from "react";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { amounts, composeLetter, fact, greeting, letterParagraph, link, note } from "../letter.ts";
import { refundArrivalWords } from "../parts.ts";

export type PaymentPurpose = "registration" | "extras" | "sponsorship" | "donation";

/** `amountMinor` is the whole payment, in minor units of `currency`. */
export interface AutomaticRefundMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly eventUrl: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly bought: PaymentPurpose;
  /** Whether the buyer must first give a bank account. */
  readonly awaitsBuyer: boolean;
  /**
   * What the payment could no longer get: what was held (`places`), the event, or the tickets for the extras. `nothing`
   * if the order was already paid in another way.
   */
  readonly missing: "places" | "event" | "tickets" | "nothing";
}

const words: Record<
  PaymentPurpose,
  { purpose: string; lateReason: string; situation: (eventName: string) => string; nextStep: string }
> = {
  registration: {
    purpose: "for",
    lateReason: "after the time for which your places were kept. They have been sold to somebody else.",
    situation: (eventName) => `You do not have tickets for ${eventName}.`,
    nextStep: "If places come free again, you find them here: ",
  },
  extras: {
    purpose: "for extras at",
    lateReason: "after the time for which the extras were kept. They have been sold to somebody else.",
    situation: () => "You do not have these extras; your tickets stay as they are.",
    nextStep: "All about the event: ",
  },
  sponsorship: {
    purpose: "for a sponsor's package of",
    lateReason: "after the time for which the package was kept. It has been sold to somebody else.",
    situation: () => "You do not have the package.",
    nextStep: "You find the other packages here: ",
  },
  donation: {
    purpose: "as a donation for",
    lateReason: "when we could no longer accept it.",
    situation: () => "Your whole donation is refunded.",
    nextStep: "All about the event: ",
  },
};

/** Writes the mail (docs/wire.md §3.8). */
export async function composeAutomaticRefundMail(mail: AutomaticRefundMail): Promise<ComposedMail> {
  const { eventName, missing } = mail;
  const amount = formatMoney(mail.amountMinor, mail.currency);
  const { purpose, lateReason, situation: situationAt, nextStep } = words[mail.bought];
  const situation =
    missing === "nothing"
      ? "You keep what you bought."
      : missing === "tickets"
        ? "You do not have these extras."
        : situationAt(eventName);
  const reasons = {
    places: lateReason,
    event: "late, and the event has been cancelled.",
    tickets: "after the tickets for these extras had become invalid.",
    nothing: "although the order had been paid in another way before.",
  };
  const isRefunded = !mail.awaitsBuyer;
  return composeLetter({
    subject: `${isRefunded ? "Refunded" : "Refund"}: your payment of ${amount} ${purpose} ${eventName}`,
    preview: `${amount} is refunded in full. ${situation}`,
    organiser: mail.organiser,
    title: isRefunded ? "Your payment was refunded" : "Your refund needs your bank account",
    content: [
      greeting(mail.recipientName),
      letterParagraph(`Your payment of ${amount} ${purpose} ${eventName} reached us `, reasons[missing]),
      letterParagraph(
        h("strong", null, `${isRefunded ? "We have refunded it" : "We refund it"} in full. ${situation}`),
        ` ${refundArrivalWords(mail.awaitsBuyer)}`,
      ),
      fact("Order", mail.orderNumber),
      amounts([
        { label: "Paid", amount },
        { label: isRefunded ? "Refunded" : "Refund pending", amount, strong: true },
      ]),
      ...(missing === "places" ? [note(nextStep, link(mail.eventUrl, mail.eventUrl))] : []),
    ],
    foot: `You get this mail because a payment for ${eventName} was made with this address.`,
  });
}
