import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, foyerSender, letterParagraph } from "../letter.ts";

export interface EventApprovedMail {
  readonly eventName: string;
  readonly url: string;
  /** False while the club's mail address is not confirmed. */
  readonly isListed: boolean;
}

/** Writes the mail. */
export async function composeEventApprovedMail(mail: EventApprovedMail): Promise<ComposedMail> {
  const { eventName, url, isListed } = mail;
  const outcome = isListed
    ? "It now appears on the home page. Your further events appear there when you publish them."
    : "It appears on the home page once you have confirmed your mail address. Open the link that we mailed you, or mail a new one from your dashboard.";
  return composeLetter({
    subject: `${eventName} is approved`,
    preview: outcome,
    organiser: foyerSender,
    title: `${eventName} is approved`,
    content: [
      letterParagraph("Hello,"),
      letterParagraph(`Your event ${eventName} is approved. ${outcome}`),
      button(url, "Open the event"),
    ],
    foot: "You get this mail because you manage this event.",
  });
}
