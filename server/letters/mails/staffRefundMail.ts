import { createElement as h } from "react";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail, MailedReceipt } from "../../mail/transport.ts";
import { amounts, composeLetter, fact, greeting, letterParagraph, link, note } from "../letter.ts";
import { refundArrivalWords } from "../parts.ts";
import type { PaymentPurpose } from "./automaticRefundMail.ts";

/** Amounts in minor units of `currency`; `reason` may be empty. */
export interface StaffRefundMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly orderNumber: string;
  readonly amountMinor: number;
  readonly paidMinor: number;
  /** All refunds of the order so far, less what came back. */
  readonly refundedMinor: number;
  readonly currency: string;
  readonly reason: string;
  readonly awaitsBuyer: boolean;
  readonly bought: PaymentPurpose;
  /** Whose tickets were cancelled with the refund. */
  readonly cancelledPeople: readonly string[];
  /** Null if no ticket stays valid, and for packages and donations. */
  readonly ticketUrl: string | null;
  /** Whether the order has extras and was refunded in full: then their code is no longer valid. */
  readonly hasInvalidCode: boolean;
  readonly receipt: MailedReceipt | null;
}

const purposeWords: Record<PaymentPurpose, string> = {
  registration: "for",
  extras: "for your extras at",
  sponsorship: "for your sponsor's package of",
  donation: "of your donation for",
};

/** Writes the mail. */
export async function composeStaffRefundMail(mail: StaffRefundMail): Promise<ComposedMail> {
  const { eventName, organiser, reason, receipt } = mail;
  const { amountMinor, paidMinor, refundedMinor } = mail;
  const withCents = needCents([amountMinor, paidMinor, refundedMinor], mail.currency);
  const money = (minor: number) => formatMoney(minor, mail.currency, withCents);
  const amount = money(amountMinor);
  return composeLetter({
    subject: mail.awaitsBuyer
      ? `We need your bank account to refund ${amount}: ${eventName}`
      : `Your refund of ${amount}: ${eventName}`,
    preview: `You get ${amount} of ${money(paidMinor)} back.`,
    organiser,
    title: mail.awaitsBuyer ? "Your refund needs your bank account" : "Your refund is on its way",
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        h(
          "strong",
          null,
          `${organiser.name} refunds you ${amount} ${purposeWords[mail.bought]} ${eventName}.`,
        ),
        ` ${refundArrivalWords(mail.awaitsBuyer)}`,
      ),
      ...invalidCodeLines(mail).map((line) => letterParagraph(line)),
      ...(reason === "" ? [] : [fact("Why", reason)]),
      fact("Order", mail.orderNumber),
      amounts([
        { label: "Paid", amount: money(paidMinor) },
        { label: "Refunded", amount, strong: true },
        ...(refundedMinor > amountMinor
          ? [{ label: "Refunded in total", amount: money(refundedMinor) }]
          : []),
      ]),
      ...(mail.ticketUrl === null ? [] : [note("Your tickets: ", link(mail.ticketUrl, mail.ticketUrl))]),
      ...(receipt === null
        ? []
        : [
            note(
              "The receipt is attached as a PDF; ",
              link(receipt.url, "download it again"),
              " whenever you need it.",
            ),
          ]),
    ],
    foot: `You get this mail because a payment for ${eventName} was made with this address.`,
    attachments: receipt === null ? [] : [receipt.file],
  });
}

function invalidCodeLines({ bought, cancelledPeople, ticketUrl, hasInvalidCode }: StaffRefundMail): string[] {
  if (bought === "registration" && ticketUrl === null)
    return ["The tickets of this order are no longer valid."];
  return [...cancelledLines(cancelledPeople), ...extrasLines(hasInvalidCode)];
}

function cancelledLines(people: readonly string[]): string[] {
  if (people.length === 0) return [];
  const names = new Intl.ListFormat("en-GB").format(people);
  return [
    people.length === 1
      ? `The ticket of ${names} was cancelled and is no longer valid. All your other tickets stay valid.`
      : `The tickets of ${names} were cancelled and are no longer valid. All your other tickets stay valid.`,
  ];
}

function extrasLines(hasInvalidCode: boolean): string[] {
  return hasInvalidCode ? ["The code of the extras in this order is no longer valid."] : [];
}
