/**
 * The mail about money that came too late, twice, or for a cancelled event, and is refunded in full: plainly, with the
 * amount (docs/wire.md §3.8).
 */
import { createElement as h } from "react";
import { formatMoney } from "../../contract/rules/money.ts";
import type { Organiser } from "../documents/calendar.ts";
import type { ComposedMail } from "../mail/transport.ts";
import { amounts, fact, greeting, letterParagraph, link, note, renderLetter } from "./letter.ts";

/** The purpose of a payment. */
export type PaymentPurpose = "registration" | "extras" | "sponsorship" | "donation";

/** The content of the mail; `amountMinor` is the whole payment, in minor units of `currency`. */
export interface RefundMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly eventUrl: string;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly bought: PaymentPurpose;
  /** Whether it waits until the buyer has given the provider a bank account. */
  readonly awaitsBuyer: boolean;
  /**
   * What is missing: the held places, the event (cancelled), or the tickets for the extras. Nothing, if the order was
   * already paid in another way.
   */
  readonly missing: "places" | "event" | "tickets" | "nothing";
}

/**
 * The texts of each purpose: the purpose itself, the missing part, the buyer's situation now, and what can still be
 * bought.
 */
const words: Record<
  PaymentPurpose,
  { what: string; gone: string; now: (eventName: string) => string; left: string }
> = {
  registration: {
    what: "for",
    gone: "after the time for which your places were kept. By then they had gone to somebody else.",
    now: (eventName) => `You do not have tickets for ${eventName}.`,
    left: "Should places become free again, you will find them here: ",
  },
  extras: {
    what: "for extras at",
    gone: "after the time for which the extras were kept. By then they had gone to somebody else.",
    now: () => "You do not have these extras; your tickets stay as they are.",
    left: "All about the event: ",
  },
  sponsorship: {
    what: "for a sponsor's package of",
    gone: "after the time for which the package was kept. By then it had gone to somebody else.",
    now: () => "You do not have the package.",
    left: "The packages that are left are here: ",
  },
  donation: {
    what: "as a donation for",
    gone: "when it could no longer be taken.",
    now: () => "Nothing was kept of your donation.",
    left: "All about the event: ",
  },
};

/**
 * When and how the buyer gets the money. Some ways to pay have no way back: Stripe asks for a bank account, for 45
 * days.
 */
export function refundArrivalWords(awaitsBuyer: boolean): string {
  return awaitsBuyer
    ? "We cannot refund to the way you paid. Our payment provider, Stripe, has sent you another mail that asks for your bank account. Answer it within 45 days, and the money is sent there."
    : "The money goes back the way it came; banks usually show it within 5 to 10 working days.";
}

/** Writes the mail. */
export async function composeRefundMail(mail: RefundMail): Promise<ComposedMail> {
  const { eventName, missing } = mail;
  const amount = formatMoney(mail.amountMinor, mail.currency);
  const { what, gone, now: nowOf, left } = words[mail.bought];
  const now =
    missing === "nothing"
      ? "What you bought stays yours."
      : missing === "tickets"
        ? "You do not have these extras."
        : nowOf(eventName);
  const reasons = {
    places: gone,
    event: "late, and the event has been cancelled.",
    tickets: "when the tickets that they were for were no longer valid.",
    nothing: "although the order had been paid in another way before.",
  };
  const content = [
    greeting(mail.recipientName),
    letterParagraph(`Your payment of ${amount} ${what} ${eventName} reached us `, reasons[missing]),
    letterParagraph(
      h("strong", null, `We have refunded it in full. ${now}`),
      ` ${refundArrivalWords(mail.awaitsBuyer)}`,
    ),
    fact("Order", mail.orderNumber),
    amounts([
      { label: "Paid", amount },
      { label: "Refunded", amount, strong: true },
    ]),
    ...(missing === "places" ? [note(left, link(mail.eventUrl, mail.eventUrl))] : []),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: `Refunded: your payment of ${amount} ${what} ${eventName}`,
    ...(await renderLetter({
      preview: `${amount} goes back to you in full. ${now}`,
      organiser: mail.organiser,
      title: "Your payment was refunded",
      content,
      foot: `You get this mail because a payment for ${eventName} was made with this address.`,
    })),
    attachments: [],
  };
}
