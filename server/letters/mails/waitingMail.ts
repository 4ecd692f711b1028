import { createElement as h } from "react";
import type { EventTimeText } from "../../../contract/rules/time/eventTime.ts";
import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import {
  button,
  composeLetter,
  fact,
  greeting,
  type Letter,
  letterParagraph,
  link,
  note,
} from "../letter.ts";
import { eventFacts } from "../parts.ts";

// Put no words behind a link: in plain text they would be copied with the address.

export interface WaitingMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly location: string;
  readonly when: EventTimeText;
  readonly places: number;
  /** In words, as in "2 × Balcony". */
  readonly wanted: string;
  /** Of all these places, in words, as in "€50 for both". */
  readonly price: string;
  /** The page of this entry. */
  readonly placeUrl: string;
  /** A mail program posts to this address to take the reader off the list. */
  readonly unsubscribeUrl: string;
}

/** Tells a person that they are on the list. `keptFor` is the setting `waitingOfferHours` in words. */
export async function composeWaitingJoinedMail(
  mail: WaitingMail & { readonly keptFor: string },
): Promise<ComposedMail> {
  return waitingLetter(mail, {
    subject: `You are on the waiting list: ${mail.eventName}`,
    preview: `We write to you as soon as we can offer you ${mail.wanted}.`,
    title: "You are on the waiting list",
    content: [
      letterParagraph(
        `You are waiting for ${mail.wanted}, and need to do nothing else. When there are enough places for you and nobody before you takes them, we write to this address and keep them for up to ${mail.keptFor}.`,
      ),
      ...facts(mail),
      button(mail.placeUrl, "See your position"),
      note("You do not want to come any more? ", link(mail.placeUrl, "Leave the waiting list")),
    ],
  });
}

/** Tells a person that places are held for them until `until`, in the event's time. */
export async function composeWaitingOfferMail(
  mail: WaitingMail & { readonly until: string },
): Promise<ComposedMail> {
  const isOnePlace = mail.places === 1;
  const keptUntil = `${mail.wanted} ${isOnePlace ? "is" : "are"} kept for you until ${mail.until}.`;
  return waitingLetter(mail, {
    subject: `${isOnePlace ? "A place" : "Places"} for you: ${mail.eventName}`,
    preview: keptUntil,
    title: isOnePlace ? "There is a place for you" : "There are places for you",
    content: [
      letterParagraph(h("strong", null, keptUntil), " After that, the next person in line gets the offer."),
      button(mail.placeUrl, isOnePlace ? "Take the place" : "Take the places"),
      fact("Kept until", mail.until),
      ...facts(mail),
      note(
        `You do not want ${isOnePlace ? "it" : "them"}? Somebody else can come: `,
        link(mail.placeUrl, isOnePlace ? "give it back" : "give them back"),
      ),
    ],
  });
}

/** Tells a person that their offer has lapsed. */
export async function composeWaitingLapsedMail(
  mail: WaitingMail & { readonly eventUrl: string },
): Promise<ComposedMail> {
  return waitingLetter(mail, {
    subject: `Your offer has ended: ${mail.eventName}`,
    preview: `The time to take ${mail.wanted} is over.`,
    title: "Your offer has ended",
    content: [
      letterParagraph(`We kept ${mail.wanted} for you, and that time is over.`),
      letterParagraph(
        "Would you still like to come? You can join the waiting list again, at its end, on ",
        link(mail.eventUrl, "the event's page"),
      ),
    ],
  });
}

function facts({ wanted, price, location, when }: WaitingMail) {
  return [fact("Tickets", wanted), fact("Price", price), ...eventFacts({ location }, when)];
}

function waitingLetter(
  { recipientName, eventName, organiser, unsubscribeUrl }: WaitingMail,
  letter: Pick<Letter, "subject" | "preview" | "title" | "content">,
): ComposedMail {
  const content = [greeting(recipientName), fact("Event", eventName), ...letter.content];
  const foot = `You get this mail because this address is on the waiting list of ${eventName}. Keep its links to yourself: anybody who has them can take your place.`;
  return { ...composeLetter({ ...letter, organiser, content, foot }), unsubscribeUrl };
}
