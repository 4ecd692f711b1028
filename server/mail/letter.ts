/**
 * The look of every mail: dark head with gold, white body that stays legible in light and dark mail programs.
 * Built by React.createElement, so that every text is escaped and Node runs the file as it is.
 */
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from "@react-email/components";
import { render, toPlainText } from "@react-email/render";
import { createElement as h, type ReactNode } from "react";

const colour = {
  night: "#0e0e10",
  gold: "#c79f5a",
  goldOnPaper: "#7a5a20",
  ground: "#f4f2ee",
  text: "#1a1a1d",
  quiet: "#55555e",
  line: "#e3ded4",
} as const;

const font = "'Sarabun', 'Noto Sans Thai', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** One mail's frame: what the inbox shows beside the subject, whose mail it is, a title, the content, the small print. */
export interface Letter {
  readonly preview: string;
  readonly clubName: string;
  readonly title: string;
  readonly content: ReactNode;
  readonly foot: string;
}

/** The letter as HTML and as plain text of the same words. */
export async function written(letter: Letter): Promise<{ html: string; text: string }> {
  const html = await render(frame(letter));
  return {
    html,
    // Pictures say nothing in plain text, and the preview only repeats.
    text: toPlainText(html, {
      wordwrap: 78,
      selectors: [{ selector: "h1", options: { uppercase: false } }],
    }).trim(),
  };
}

/** A paragraph. */
export function paragraph(...content: ReactNode[]): ReactNode {
  return h(
    Text,
    { style: { fontSize: 16, lineHeight: "25px", color: colour.text, margin: "0 0 14px" } },
    ...content,
  );
}

/** Small letters for what is good to know. */
export function note(...content: ReactNode[]): ReactNode {
  return h(
    Text,
    { style: { fontSize: 13, lineHeight: "20px", color: colour.quiet, margin: "0 0 12px" } },
    ...content,
  );
}

/** A name and what is to be known under it: "When", "Where". */
export function fact(label: string, ...content: ReactNode[]): ReactNode {
  return h(
    Text,
    { style: { fontSize: 15, lineHeight: "23px", color: colour.text, margin: "0 0 12px" } },
    h(
      "span",
      { style: { fontSize: 12, fontWeight: 700, color: colour.goldOnPaper, letterSpacing: "0.06em" } },
      label.toUpperCase(),
    ),
    h("br"),
    ...content,
  );
}

/** The one thing to do. */
export function button(href: string, label: string): ReactNode {
  return h(
    Section,
    { style: { textAlign: "center", margin: "8px 0 22px" } },
    h(
      Button,
      {
        href,
        style: {
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
  return h(Link, { href, style: { color: colour.goldOnPaper, textDecoration: "underline" } }, label);
}

/** Something set apart in a frame. */
export function card(...content: ReactNode[]): ReactNode {
  return h(
    Section,
    {
      style: {
        border: `1px solid ${colour.line}`,
        borderRadius: 12,
        padding: "18px 16px",
        margin: "0 0 16px",
        textAlign: "center",
        backgroundColor: "#ffffff",
      },
    },
    ...content,
  );
}

/** Lines of words and amounts; the last one may be the total. */
export function amounts(
  lines: readonly { readonly label: string; readonly amount: string; readonly strong?: boolean }[],
): ReactNode {
  const cell = { fontSize: 15, lineHeight: "22px", padding: "5px 0", verticalAlign: "top" } as const;
  return h(
    Section,
    { style: { borderTop: `2px solid ${colour.gold}`, padding: "8px 0", margin: "0 0 16px" } },
    ...lines.map(({ label, amount, strong = false }) => {
      const weight = { color: colour.text, fontWeight: strong ? 700 : 400 };
      return h(
        Row,
        null,
        h(Column, { style: { ...cell, ...weight, paddingRight: 12 } }, label),
        h(
          Column,
          { style: { ...cell, ...weight, textAlign: "right", whiteSpace: "nowrap", width: 110 } },
          amount,
        ),
      );
    }),
  );
}

function frame({ preview, clubName, title, content, foot }: Letter): ReactNode {
  return h(
    Html,
    { lang: "en" },
    h(
      Head,
      null,
      // Mail programs that darken mails by themselves would turn a code's white ground dark.
      h("meta", { name: "color-scheme", content: "light only" }),
      h("meta", { name: "supported-color-schemes", content: "light only" }),
    ),
    h(Preview, null, preview),
    h(
      Body,
      { style: { backgroundColor: colour.ground, fontFamily: font, margin: 0, padding: "24px 8px" } },
      h(
        Container,
        { style: { maxWidth: 560, backgroundColor: "#ffffff", borderRadius: 14, overflow: "hidden" } },
        h(
          Section,
          {
            style: {
              backgroundColor: colour.night,
              borderBottom: `3px solid ${colour.gold}`,
              padding: "26px 28px 22px",
            },
          },
          h(
            Text,
            { style: { color: colour.gold, fontSize: 14, lineHeight: "20px", margin: "0 0 4px" } },
            clubName,
          ),
          h(
            Heading,
            {
              as: "h1",
              style: { color: "#ffffff", fontSize: 25, lineHeight: "33px", fontWeight: 700, margin: 0 },
            },
            title,
          ),
        ),
        h(Section, { style: { padding: "26px 28px 10px" } }, content),
        h(
          Section,
          { style: { borderTop: `1px solid ${colour.line}`, padding: "14px 28px 18px" } },
          h(Text, { style: { fontSize: 12, lineHeight: "18px", color: colour.quiet, margin: 0 } }, foot),
        ),
      ),
    ),
  );
}
