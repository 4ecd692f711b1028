import type { Organiser } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { composeLetter, greeting, letterParagraph } from "../letter.ts";
import { type IncompleteTickets, incompleteParts } from "../parts.ts";

/** `until` is the deadline as text. */
export interface MissingDetailsMail {
  readonly recipientName: string;
  readonly eventName: string;
  readonly organiser: Organiser;
  readonly until: string;
  readonly incomplete: readonly IncompleteTickets[];
}

/** Writes the mail. */
export async function composeMissingDetailsMail(mail: MissingDetailsMail): Promise<ComposedMail> {
  const subject = `Details are missing for ${mail.eventName}`;
  return composeLetter({
    subject,
    preview: `Please fill them in by ${mail.until}.`,
    organiser: mail.organiser,
    title: subject,
    content: [
      greeting(mail.recipientName),
      letterParagraph(
        `The organiser of ${mail.eventName} still needs some details. Please fill them in by ${mail.until}.`,
      ),
      ...mail.incomplete.flatMap(incompleteParts),
    ],
    foot: `You get this mail because there are tickets for ${mail.eventName} with this address. They are valid without the details, too.`,
  });
}
