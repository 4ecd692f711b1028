/** The mails of a waiting list: joined, places offered, an offer lapsed. */
import { createElement as h, type ReactNode } from "react";
import type { EventTimeText } from "../../contract/rules/eventTime.ts";
import type { Organiser } from "../documents/calendar.ts";
import type { ComposedMail } from "../mail/transport.ts";
import { button, fact, greeting, letterParagraph, link, note, renderLetter } from "./letter.ts";
import { eventFacts } from "./parts.ts";

// No text may follow a link: in plain text it would be copied with the address.

/** A waiting person, and their wish. */
export interface WaitingMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly location: string;
  readonly when: EventTimeText;
  /** The number of places. */
  readonly places: number;
  /** The wish in words, as in "2 × Balcony". */
  readonly wanted: string;
  /** The page of this entry: its position, the offer, leaving the list. */
  readonly placeUrl: string;
  /** A mail program posts to this address to take the reader off the list. */
  readonly unsubscribeUrl: string;
}

/** Tells a person that they are on the list. */
export function composeWaitingJoinedMail(mail: WaitingMail): Promise<ComposedMail> {
  return letter(mail, {
    subject: `You are on the waiting list: ${mail.eventName}`,
    preview: `We write as soon as ${mail.wanted} can be had.`,
    title: "You are on the waiting list",
    content: [
      letterParagraph(
        `You wait for ${mail.wanted}. As soon as enough places return, and nobody before you wants them, we keep them for you and write to this address.`,
      ),
      ...facts(mail),
      button(mail.placeUrl, "See where you stand"),
      note("You do not want to come any more? ", link(mail.placeUrl, "Leave the waiting list")),
    ],
  });
}

/** Tells a person that places are held for them; `until` is the end of the hold, in the event's time. */
export function composeWaitingOfferMail(
  mail: WaitingMail & { readonly until: string },
): Promise<ComposedMail> {
  const isOne = mail.places === 1;
  const keptUntil = `${mail.wanted} ${isOne ? "is" : "are"} kept for you until ${mail.until}.`;
  return letter(mail, {
    subject: `${isOne ? "A place" : "Places"} for you: ${mail.eventName}`,
    preview: keptUntil,
    title: isOne ? "There is a place for you" : "There are places for you",
    content: [
      letterParagraph(h("strong", null, keptUntil), " After that the next in line is asked."),
      button(mail.placeUrl, isOne ? "Take the place" : "Take the places"),
      fact("Kept until", mail.until),
      ...facts(mail),
      note(
        `You do not want ${isOne ? "it" : "them"}? Somebody else can come: `,
        link(mail.placeUrl, isOne ? "give it back" : "give them back"),
      ),
    ],
  });
}

/** Tells a person that their offer has lapsed. */
export function composeWaitingLapsedMail(
  mail: WaitingMail & { readonly eventUrl: string },
): Promise<ComposedMail> {
  const places = mail.places === 1 ? "place" : "places";
  return letter(mail, {
    subject: `Your ${places} went on: ${mail.eventName}`,
    preview: `The time to take ${mail.wanted} is over.`,
    title: `Your ${places} went to the next in line`,
    content: [
      letterParagraph(`We kept ${mail.wanted} for you, and that time is over.`),
      letterParagraph(
        "Would you still like to come? You can join the waiting list again, from its end, on ",
        link(mail.eventUrl, "the event's page"),
      ),
    ],
  });
}

function facts({ wanted, location, when }: WaitingMail) {
  return [fact("Tickets", wanted), ...eventFacts({ location }, when)];
}

async function letter(
  { recipientName, eventName, organiser, unsubscribeUrl }: WaitingMail,
  words: { subject: string; preview: string; title: string; content: ReactNode[] },
): Promise<ComposedMail> {
  const content = [greeting(recipientName), fact("Event", eventName), ...words.content].map((part, index) =>
    h("div", { key: index }, part),
  );
  return {
    subject: words.subject,
    ...(await renderLetter({
      preview: words.preview,
      organiser,
      title: words.title,
      content,
      foot: `You get this mail because this address is on the waiting list of ${eventName}. Keep its links to yourself: they open your place.`,
    })),
    attachments: [],
    unsubscribeUrl,
  };
}
