import { createElement as h } from "react";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, fact, foyerSender, letterParagraph, link, note } from "../letter.ts";

/** A page with tickets, and its content ("2 × General admission"). */
export interface TicketLink {
  readonly url: string;
  readonly description: string;
}

export interface TicketLinksMail {
  readonly eventName: string;
  readonly organiser: Organiser;
  /** One for each active registration that the reader bought, and for each ticket with their address in others. */
  readonly links: readonly TicketLink[];
}

/** Writes the mail. */
export async function composeTicketLinksMail(mail: TicketLinksMail): Promise<ComposedMail> {
  return composeLetter({
    subject: `Your tickets for ${mail.eventName}`,
    preview: `Links to your tickets for ${mail.eventName}`,
    organiser: mail.organiser,
    title: mail.eventName,
    content: [
      letterParagraph("Hello,"),
      letterParagraph(`Here is where you find your tickets for ${mail.eventName}:`),
      ...mail.links.map(({ url, description }) => button(url, `Open ${description}`)),
      note("Each button opens the tickets without a password. Do not share this mail."),
    ],
    foot: "Somebody asked for this mail on the event's page. If it was not you, ignore this mail: we sent the links to this address only.",
  });
}

export interface FoundRegistration {
  readonly eventName: string;
  /** The event's time as text, with its zone. */
  readonly when: string;
  /** May be empty. */
  readonly location: string;
  readonly state: "valid" | "cancelled" | "eventCancelled";
  readonly isOver: boolean;
  readonly links: readonly TicketLink[];
}

export interface AllTicketLinksMail {
  readonly registrations: readonly FoundRegistration[];
  /** Whether there are more than the mail lists. */
  readonly isCut: boolean;
  readonly findTicketsUrl: string;
}

const stateWords = {
  cancelled: "Your registration is cancelled",
  eventCancelled: "This event is cancelled",
} as const;

/** Writes the mail about several events. */
export async function composeAllTicketLinksMail(mail: AllTicketLinksMail): Promise<ComposedMail> {
  const title = "Your tickets";
  const groups = [
    { heading: "Upcoming events", registrations: mail.registrations.filter(({ isOver }) => !isOver) },
    { heading: "Past events", registrations: mail.registrations.filter(({ isOver }) => isOver) },
  ];
  return composeLetter({
    subject: title,
    preview: `Links to your tickets for ${mail.registrations[0]?.eventName ?? "your events"}`,
    organiser: foyerSender,
    title,
    content: [
      letterParagraph("Hello,"),
      letterParagraph("Here is what this address has registered for:"),
      ...groups
        .filter(({ registrations }) => registrations.length > 0)
        .flatMap(({ heading, registrations }) => [fact(heading), ...registrations.flatMap(registrationPart)]),
      ...(mail.isCut
        ? [
            note(
              `These are the first ${mail.registrations.length}. For others, choose “Find my tickets” below the tickets on the page of their event.`,
            ),
          ]
        : []),
      note("Each button and link opens the tickets without a password. Keep them to yourself."),
    ],
    foot: `Somebody asked for this mail on ${mail.findTicketsUrl}. If it was not you, ignore this mail: we sent the links to this address only.`,
  });
}

function registrationPart({ eventName, when, location, state, isOver, links }: FoundRegistration) {
  const lines = [when, location, state === "valid" ? "" : stateWords[state]].filter((line) => line !== "");
  const hasButtons = state === "valid" && !isOver;
  const act = state === "cancelled" ? "See what was cancelled:" : "Open";
  const linkLines = hasButtons ? [] : links.map(({ url, description }) => link(url, `${act} ${description}`));
  return [
    letterParagraph(
      h("strong", null, eventName),
      ...[...lines, ...linkLines].flatMap((line, index) => [h("br", { key: index }), line]),
    ),
    ...(hasButtons ? links.map(({ url, description }) => button(url, `Open ${description}`)) : []),
  ];
}
