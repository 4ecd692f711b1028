import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, foyerSender, letterParagraph, link, note } from "../letter.ts";

export interface EmailChangeMail {
  readonly recipientName: string;
  /** The present address. */
  readonly from: string;
  readonly url: string;
  readonly hours: number;
}

/** Writes the mail to the new address. */
export async function composeEmailChangeMail(mail: EmailChangeMail): Promise<ComposedMail> {
  const { recipientName, from, url, hours } = mail;
  const validity = `The link works once, within ${hours} hours.`;
  return composeLetter({
    subject: "Confirm your new address",
    preview: validity,
    organiser: foyerSender,
    title: "Confirm your new address",
    content: [
      letterParagraph(`Hello ${recipientName},`),
      letterParagraph(
        `You asked for this address as the new address of your account. Open the link where you are signed in with ${from}, and confirm it there.`,
      ),
      button(url, "Confirm the address"),
      note("Or open this address: ", link(url, url)),
      note(validity),
    ],
    foot: "If you did not ask for this, ignore this mail: without the link nothing changes.",
  });
}

/** Writes the notice to the present address, without the new one, because others may read this mailbox. */
export async function composeEmailChangeAskedMail(mail: {
  readonly recipientName: string;
  readonly url: string;
}): Promise<ComposedMail> {
  const { recipientName, url } = mail;
  return composeLetter({
    subject: "Your account is about to get another e-mail address",
    preview: "If this was not you, change your password.",
    organiser: foyerSender,
    title: "Another address for your account",
    content: [
      letterParagraph(`Hello ${recipientName},`),
      letterParagraph(
        "Somebody who is signed in to your account and knows its password asked for another e-mail address. We mailed a link to that address. Your address changes when somebody who is signed in to your account opens that link and confirms the change.",
      ),
      letterParagraph(
        "If this was not you, change your password now: then the link no longer works, and everybody else is signed out.",
      ),
      button(url, "Open your profile"),
      note("Or open this address: ", link(url, url)),
    ],
    foot: "You get this mail because this is the address of your account.",
  });
}
