/** The mail that says that an event does not take place, in the organiser's words, and what becomes of the money. */
import { createElement as h } from "react";
import { cancelledLetter } from "../../contract/rules/cancelledLetter.ts";
import { fact, paragraph, written } from "./letter.ts";
import type { ComposedMail } from "./transport.ts";

/** What the mail tells; `message` is the organiser's own words, or empty. */
export interface EventCancelledMail {
  readonly eventName: string;
  readonly clubName: string;
  readonly when: string;
  readonly message: string;
  readonly refunds: boolean;
  /** How its reader paid; both false for who paid nothing, and reads nothing of money. */
  readonly paid: { readonly online: boolean; readonly byHand: boolean };
}

/** Writes the mail. */
export async function composeEventCancelledMail(mail: EventCancelledMail): Promise<ComposedMail> {
  const { eventName, clubName } = mail;
  const { subject, news, advice, message, money } = cancelledLetter(mail);
  const content = [
    paragraph("Hello,"),
    paragraph(h("strong", null, news), ` ${advice}`),
    fact("It was to be", mail.when),
    ...message.map((line) => paragraph(line)),
    ...money.map((line) => paragraph(line)),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject,
    ...(await written({
      preview: `${eventName} does not take place.`,
      clubName,
      title: `${eventName} is cancelled`,
      content,
      foot: `You get this mail because somebody registered for ${eventName} with this address.`,
    })),
    attachments: [],
  };
}
