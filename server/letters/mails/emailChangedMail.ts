import type { ComposedMail } from "../../mail/transport.ts";
import { composeLetter, foyerSender, letterParagraph, link, note } from "../letter.ts";

export interface EmailChangedMail {
  readonly recipientName: string;
  /** True if the owner changed it, false if the super user did. */
  readonly byOwner: boolean;
  /** The address of this installation. */
  readonly url: string;
}

/**
 * Writes the mail to the old address, without the new one, because this mailbox may belong to another person.
 */
export async function composeEmailChangedMail(mail: EmailChangedMail): Promise<ComposedMail> {
  return composeLetter({
    subject: "Your account has another e-mail address",
    preview: "This address can no longer sign in.",
    organiser: foyerSender,
    title: "Your account has another e-mail address",
    content: [
      letterParagraph(`Hello ${mail.recipientName},`),
      letterParagraph(
        mail.byOwner
          ? "Your account has another e-mail address, as you asked. You can no longer sign in with this one. You were signed out on every other device."
          : "The super user has given your account another e-mail address. You can no longer sign in with this one. You were signed out on every device.",
      ),
      letterParagraph("If you did not expect this, tell the people who run this site at once."),
      note("This is about your account at ", link(mail.url, mail.url), "."),
    ],
    foot: "You get this mail because this address belonged to an account until now.",
  });
}
