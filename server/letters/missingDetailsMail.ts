/** The reminder of missing names and answers: each ticket with what is missing, and the link that asks for it. */
import { createElement as h } from "react";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Organiser } from "../documents/calendar.ts";
import type { ComposedMail } from "../mail/transport.ts";
import { button, fact, greeting, letterParagraph, renderLetter } from "./letter.ts";

/** Tickets that one link opens: all of a buyer, or one of a guest. */
export interface IncompleteTickets {
  readonly url: string;
  readonly tickets: readonly {
    readonly name: string;
    readonly ticketTitle: string;
    readonly missing: readonly MissingPart[];
  }[];
}

/** The content of the mail; `until` is the deadline as it is read. */
export interface MissingDetailsMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly until: string;
  readonly incomplete: readonly IncompleteTickets[];
}

const missingWords = { name: "name", answers: "answers" } as const satisfies Record<MissingPart, string>;

/** Writes the mail. */
export async function composeMissingDetailsMail(mail: MissingDetailsMail): Promise<ComposedMail> {
  const subject = `Details are missing for ${mail.eventName}`;
  const content = [
    greeting(mail.recipientName),
    letterParagraph(
      `The organiser of ${mail.eventName} still needs some details. Please fill them in by ${mail.until}.`,
    ),
    ...mail.incomplete.flatMap(({ url, tickets }) => [
      ...tickets.map(({ name, ticketTitle, missing }) =>
        fact(
          name === "" ? ticketTitle : `${name} · ${ticketTitle}`,
          `Missing: ${missing.map((part) => missingWords[part]).join(" and ")}`,
        ),
      ),
      button(url, "Fill in the details"),
    ]),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject,
    ...(await renderLetter({
      preview: `Please fill them in by ${mail.until}.`,
      organiser: mail.organiser,
      title: subject,
      content,
      foot: `You get this mail because there are tickets for ${mail.eventName} with this address. They are valid without the details, too.`,
    })),
    attachments: [],
  };
}
