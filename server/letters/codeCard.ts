/** One code in a mail: the picture that goes with the mail, and below it whose it is or what it is for. */
import { Img, Text } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import { itemWords, type PrintedPurchase, referenceWords } from "../documents/printedPurchase.ts";
import { qrPng } from "../documents/qrImage.ts";
import type { MailAttachment } from "../mail/transport.ts";
import { breaks, card } from "./letter.ts";

/** What one card says; `caption` is what stands in gold, `small` what a person at the door can type. */
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
        // Read out, and shown by mail programs that hold pictures back.
        alt: `Code of ${title}`,
        // On a narrow phone it takes the width there is.
        style: { margin: "0 auto 10px", display: "block", maxWidth: "100%", height: "auto" },
      }),
      h(
        Text,
        {
          style: {
            ...breaks,
            fontSize: 19,
            lineHeight: "27px",
            fontWeight: 700,
            color: "#1a1a1d",
            margin: 0,
          },
        },
        title,
      ),
      h(
        Text,
        { style: { ...breaks, fontSize: 15, lineHeight: "22px", color: "#7a5a20", margin: 0 } },
        caption,
      ),
      h(Text, { style: { ...breaks, fontSize: 13, lineHeight: "20px", color: "#55555e", margin: 0 } }, small),
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
