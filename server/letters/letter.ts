/** The look of mails. React.createElement escapes every text, and Node runs the file without a build. */
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Row,
  Section,
  Text,
} from "@react-email/components";
import { compile } from "html-to-text";
import { type CSSProperties, createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Organiser } from "../documents/calendar.ts";
import type { ComposedMail, MailAttachment } from "../mail/transport.ts";

export const colour = {
  night: "#0e0e10",
  gold: "#c79f5a",
  goldOnPaper: "#7a5a20",
  ground: "#f4f2ee",
  text: "#1a1a1d",
  quiet: "#55555e",
  line: "#e3ded4",
} as const;

/** A long address must not make the mail wider than a phone. `wordBreak` is for programs without `overflowWrap`. */
const breakAnywhere = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

const font = "'Sarabun', 'Noto Sans Thai', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The sender of mails that no club sends. */
export const foyerSender: Organiser = { name: "Foyer", email: null, phone: null };

/** Compiled once, because compiling takes as long as converting a letter (docs/decisions/dependencies.md). */
const textOf = compile({
  wordwrap: 78,
  selectors: [
    // Plain text needs no pictures and no preview.
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "h1", options: { uppercase: false } },
    ...["td", "th"].map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/** Without this doctype, some mail programs lay out the mail by other rules. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** React adds preloads for browsers; in a mail the pictures are attached. */
const preloads = /<link rel="preload" as="image" [^>]*>/g;

/** Lists of mails show `preview` after the subject; `foot` is the small print. */
export interface Letter {
  readonly subject: string;
  readonly preview: string;
  readonly organiser: Organiser;
  readonly title: string;
  readonly content: readonly ReactNode[];
  readonly foot: string;
  readonly attachments?: readonly MailAttachment[];
}

/** The letter as HTML and as plain text, with the organiser's reply address. */
export function composeLetter(letter: Letter): ComposedMail {
  const { subject, organiser, attachments = [] } = letter;
  const html = doctype + renderToStaticMarkup(frame(letter)).replace(preloads, "");
  const replyTo = organiser.email === null ? null : { name: organiser.name, address: organiser.email };
  return { subject, html, text: textOf(html).trim(), replyTo, attachments };
}

/** Puts each part of a letter into a block of its own. */
export function blocks(parts: readonly ReactNode[]): ReactNode[] {
  return parts.map((part, index) => h("div", { key: index }, part));
}

/** The greeting; without a name if the name is unknown. */
export function greeting(recipientName: string): ReactNode {
  const name = recipientName.trim();
  return letterParagraph(`Hello${name === "" ? "" : ` ${name}`},`);
}

/** A block of text in which long words break. */
export function styledText(style: CSSProperties, ...content: ReactNode[]): ReactNode {
  return h(Text, { style: { ...breakAnywhere, ...style } }, ...content);
}

/** A paragraph. */
export function letterParagraph(...content: ReactNode[]): ReactNode {
  return styledText({ fontSize: 16, lineHeight: "25px", color: colour.text, margin: "0 0 14px" }, ...content);
}

/** Small text for additional facts. */
export function note(...content: ReactNode[]): ReactNode {
  return styledText(
    { fontSize: 13, lineHeight: "20px", color: colour.quiet, margin: "0 0 12px" },
    ...content,
  );
}

/** A label and its content: "When", "Where". */
export function fact(label: string, ...content: ReactNode[]): ReactNode {
  return styledText(
    { fontSize: 15, lineHeight: "23px", color: colour.text, margin: "0 0 12px" },
    h(
      "span",
      { style: { fontSize: 12, fontWeight: 700, color: colour.goldOnPaper, letterSpacing: "0.06em" } },
      label.toUpperCase(),
    ),
    h("br"),
    ...content,
  );
}

/** A link as a button. */
export function button(href: string, label: string): ReactNode {
  return h(
    Section,
    { style: { textAlign: "center", margin: "8px 0 22px" } },
    h(
      Button,
      {
        href,
        style: {
          ...breakAnywhere,
          maxWidth: "100%",
          backgroundColor: colour.gold,
          color: colour.night,
          fontSize: 16,
          fontWeight: 700,
          borderRadius: 8,
          padding: "13px 26px",
        },
      },
      label,
    ),
  );
}

/** A link in a text. */
export function link(href: string, label: string): ReactNode {
  return h(
    Link,
    { href, style: { ...breakAnywhere, color: colour.goldOnPaper, textDecoration: "underline" } },
    label,
  );
}

/** Content in a frame. */
export function card(...content: ReactNode[]): ReactNode {
  return h(
    Section,
    {
      style: {
        border: `1px solid ${colour.line}`,
        borderRadius: 12,
        padding: "18px 12px",
        margin: "0 0 16px",
        textAlign: "center",
        backgroundColor: "#ffffff",
      },
    },
    ...content,
  );
}

/** Lines of labels and amounts. */
export function amounts(
  lines: readonly { readonly label: string; readonly amount: string; readonly strong?: boolean }[],
): ReactNode {
  const cell = {
    ...breakAnywhere,
    fontSize: 15,
    lineHeight: "22px",
    padding: "5px 0",
    verticalAlign: "top",
  } as const;
  return h(
    Section,
    { style: { borderTop: `2px solid ${colour.gold}`, padding: "8px 0", margin: "0 0 16px" } },
    ...lines.map(({ label, amount, strong = false }) => {
      const weight = { color: colour.text, fontWeight: strong ? 700 : 400 };
      return h(
        Row,
        null,
        h(Column, { style: { ...cell, ...weight, paddingRight: 12 } }, label),
        h(Column, { style: { ...cell, ...weight, textAlign: "right", width: 110 } }, amount),
      );
    }),
  );
}

function contactLine({ name, email, phone }: Organiser): ReactNode[] {
  const contactLinks = [
    ...(email === null ? [] : [link(`mailto:${email}`, email)]),
    ...(phone === null ? [] : [link(`tel:${phone.replace(/[^+\d]/g, "")}`, phone)]),
  ];
  if (contactLinks.length === 0) return [];
  return [
    `${name}: `,
    ...contactLinks.flatMap((contactLink, index) => (index === 0 ? [contactLink] : [" · ", contactLink])),
  ];
}

const hiddenStyle = {
  display: "none",
  overflow: "hidden",
  lineHeight: "1px",
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
};

function frame({ preview, organiser, title, content, foot }: Letter): ReactNode {
  const contact = contactLine(organiser);
  const small = { fontSize: 12, lineHeight: "18px", color: colour.quiet } as const;
  return h(
    Html,
    { lang: "en" },
    h(
      Head,
      null,
      // Mail programs with an automatic dark mode would turn the white background of a QR code dark.
      h("meta", { name: "color-scheme", content: "light only" }),
      h("meta", { name: "supported-color-schemes", content: "light only" }),
    ),
    h(
      Body,
      { style: { backgroundColor: colour.ground, fontFamily: font, margin: 0, padding: "24px 8px" } },
      // The preview component of react-email would add invisible characters.
      h("div", { style: hiddenStyle, "data-skip-in-text": true }, preview),
      h(
        Container,
        { style: { maxWidth: 560, backgroundColor: "#ffffff", borderRadius: 14, overflow: "hidden" } },
        h(
          Section,
          {
            style: {
              backgroundColor: colour.night,
              borderBottom: `3px solid ${colour.gold}`,
              padding: "26px 20px 22px",
            },
          },
          styledText(
            { color: colour.gold, fontSize: 14, lineHeight: "20px", margin: "0 0 4px" },
            organiser.name,
          ),
          h(
            Heading,
            {
              as: "h1",
              style: {
                ...breakAnywhere,
                // Repeated, because contrast checkers do not look at the background of the outer table.
                backgroundColor: colour.night,
                color: "#ffffff",
                fontSize: 25,
                lineHeight: "33px",
                fontWeight: 700,
                margin: 0,
              },
            },
            title,
          ),
        ),
        h(Section, { style: { padding: "26px 20px 10px" } }, blocks(content)),
        h(
          Section,
          { style: { borderTop: `1px solid ${colour.line}`, padding: "14px 20px 18px" } },
          styledText({ ...small, margin: 0 }, foot),
          ...(contact.length === 0 ? [] : [styledText({ ...small, margin: "8px 0 0" }, ...contact)]),
        ),
      ),
    ),
  );
}
