import { Img } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import { formatMoney, needCents } from "../../contract/rules/money/money.ts";
import { taxLines } from "../../contract/rules/money/tax.ts";
import { mapLinks } from "../../contract/rules/time/calendarLinks.ts";
import type { EventTimeText } from "../../contract/rules/time/eventTime.ts";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import { type PrintedOrder, paymentLine, promoCodeWords } from "../documents/printedOrder.ts";
import { itemWords, type PrintedPurchase, referenceWords } from "../documents/printedPurchase.ts";
import { qrPng } from "../documents/qrImage.ts";
import type { MailAttachment } from "../mail/transport.ts";
import { amounts, blocks, button, card, colour, fact, letterParagraph, link, styledText } from "./letter.ts";

/** The time and place of an event; an empty place is left out. */
export function eventFacts({ location }: { readonly location: string }, when: EventTimeText): ReactNode[] {
  const maps = mapLinks(location).flatMap(({ name, url }, index) => [
    index === 0 ? h("br", { key: name }) : " · ",
    link(url, name),
  ]);
  return [
    fact("When", when.text, h("br"), when.zoneLabel),
    ...(when.readerText === null ? [] : [fact("Your time", when.readerText, h("br"), when.readerZoneLabel)]),
    ...(location.trim() === "" ? [] : [fact("Where", location, ...maps)]),
  ];
}

/** An order with its amounts. */
export function orderPart(order: PrintedOrder): ReactNode {
  const { refundedAmount } = order;
  const withCents = needCents(
    [
      ...order.items.map(({ total }) => total),
      ...taxLines(order).map(({ tax }) => tax),
      order.total,
      refundedAmount,
    ],
    order.currency,
  );
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, withCents);
  const taxes = taxLines(order).map(({ label, tax }) => ({ label, amount: money(tax) }));
  return blocks([
    fact("Order", `${order.orderNumber} · ${paymentLine(order)}`),
    ...receiptFacts(order),
    ...(order.promoCode ? [fact("Promo code", promoCodeWords(order))] : []),
    amounts([
      ...order.items.map(({ title, quantity, total }) => ({
        label: `${quantity} × ${title}`,
        amount: money(total),
      })),
      ...(order.pricesIncludeTax ? [] : [{ label: "Subtotal", amount: money(order.subtotal) }, ...taxes]),
      { label: "Total", amount: money(order.total), strong: true },
      ...(order.pricesIncludeTax ? taxes : []),
      ...(refundedAmount > 0 ? [{ label: "Refunded", amount: money(-refundedAmount) }] : []),
    ]),
  ]);
}

/** The number of the receipt and the seller; nothing while the order has no receipt number. */
export function receiptFacts({
  receiptNumber,
  seller = "",
}: Pick<PrintedOrder, "receiptNumber" | "seller">): ReactNode[] {
  if (!receiptNumber) return [];
  return [fact("Receipt number", String(receiptNumber)), ...(seller === "" ? [] : [fact("Sold by", seller)])];
}

export interface CodeCard {
  readonly qrText: string;
  readonly title: string;
  readonly caption: string;
  readonly small: string;
}

/** The card of the extras of an order. */
export function purchaseCard(purchase: PrintedPurchase): CodeCard {
  return {
    qrText: purchase.qrText,
    title: "Extras",
    caption: itemWords(purchase).join(", "),
    small: referenceWords(purchase),
  };
}

/** The cards of a mail, in their order. */
export function codeCards(cards: readonly CodeCard[]): ReactNode[] {
  return cards.map(({ title, caption, small }, index) =>
    card(
      h(Img, {
        src: `cid:${codeId(index)}`,
        width: 232,
        height: 232,
        alt: `Code of ${title}`,
        style: { margin: "0 auto 10px", display: "block", maxWidth: "100%", height: "auto" },
      }),
      styledText({ fontSize: 19, lineHeight: "27px", fontWeight: 700, color: colour.text, margin: 0 }, title),
      styledText({ fontSize: 15, lineHeight: "22px", color: colour.goldOnPaper, margin: 0 }, caption),
      styledText({ fontSize: 13, lineHeight: "20px", color: colour.quiet, margin: 0 }, small),
    ),
  );
}

/** The pictures of the same cards. */
export function codePictures(cards: readonly CodeCard[]): MailAttachment[] {
  return cards.map(({ qrText }, index) => ({
    filename: `code-${index + 1}.png`,
    content: qrPng(qrText, 6),
    contentType: "image/png",
    cid: codeId(index),
  }));
}

function codeId(index: number): string {
  return `code-${index + 1}@foyer`;
}

/**
 * When and how the buyer gets a refund. For some payment methods, Stripe asks for a bank account and waits 45 days.
 */
export function refundArrivalWords(awaitsBuyer: boolean): string {
  return awaitsBuyer
    ? "We cannot refund to the way you paid. Our payment provider, Stripe, has sent you another mail that asks for your bank account. Answer it within 45 days, and the money is sent there."
    : "The money is refunded to the payment method that you used; banks usually show it within 5 to 10 working days.";
}

/**
 * `guestUrl` is the link that the buyer sends to the guest. It is null for the buyer's own ticket, in a mail to the
 * guest, and if only the buyer can give what is missing.
 */
export interface IncompleteTicket {
  readonly name: string;
  readonly ticketTitle: string;
  readonly missing: readonly MissingPart[];
  readonly guestUrl: string | null;
}

/** `url` is the page that asks for their details. */
export interface IncompleteTickets {
  readonly url: string;
  readonly tickets: readonly IncompleteTicket[];
}

const missingWords = { name: "name", answers: "answers" } as const satisfies Record<MissingPart, string>;

/** Further tickets are not listed, because some mail programs cut long mails. */
const maxIncomplete = 20;

/** What is missing, ticket by ticket, and the page that asks for it. */
export function incompleteParts({ url, tickets }: IncompleteTickets): ReactNode[] {
  const left = tickets.length - maxIncomplete;
  return [
    ...tickets
      .slice(0, maxIncomplete)
      .map(({ name, ticketTitle, missing, guestUrl }) =>
        fact(
          name === "" ? ticketTitle : `${name} · ${ticketTitle}`,
          `Missing: ${missing.map((part) => missingWords[part]).join(" and ")}`,
          ...(guestUrl === null ? [] : [h("br", { key: "break" }), link(guestUrl, "Link for this guest")]),
        ),
      ),
    ...(left > 0
      ? [letterParagraph(`${left} more ${left === 1 ? "ticket is" : "tickets are"} on your ticket page.`)]
      : []),
    ...(tickets.some(({ guestUrl }) => guestUrl !== null)
      ? [letterParagraph("Send each guest their link, or fill in the details yourself.")]
      : []),
    button(url, "Fill in the details"),
  ];
}
