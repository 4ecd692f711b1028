/** The mail for a person who lost their tickets: links to their own. */
import { createElement as h } from "react";
import type { Organiser } from "../documents/calendar.ts";
import type { ComposedMail } from "../mail/transport.ts";
import { button, letterParagraph, note, renderLetter } from "./letter.ts";

/** A page with tickets, and its content ("2 × General admission"). */
export interface TicketLink {
  readonly url: string;
  readonly description: string;
}

/** The content of the mail. */
export interface TicketLinksMail {
  readonly eventName: string;
  readonly organiser: Organiser;
  /** One for each registration that the reader bought, and for each ticket that somebody else bought for them. */
  readonly links: readonly TicketLink[];
}

/** Writes the mail. */
export async function composeTicketLinksMail(mail: TicketLinksMail): Promise<ComposedMail> {
  const content = [
    letterParagraph("Hello,"),
    letterParagraph(`Here is where you find your tickets for ${mail.eventName}:`),
    ...mail.links.map(({ url, description }) => button(url, `Open ${description}`)),
    note("Each button opens the tickets without a password. Keep it to yourself."),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: `Your tickets for ${mail.eventName}`,
    ...(await renderLetter({
      preview: `Links to your tickets for ${mail.eventName}`,
      organiser: mail.organiser,
      title: mail.eventName,
      content,
      foot: "Somebody asked for this mail on the event's page. If it was not you, nothing has happened: the links went to this address only.",
    })),
    attachments: [],
  };
}
