import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, foyerSender, letterParagraph, link, note } from "../letter.ts";

export interface PasswordResetMail {
  readonly recipientName: string;
  readonly url: string;
  readonly minutes: number;
}

/** Writes the mail. */
export async function composePasswordResetMail(mail: PasswordResetMail): Promise<ComposedMail> {
  return composeLetter({
    subject: "Choose a new password",
    preview: `The link works once, within ${mail.minutes} minutes.`,
    organiser: foyerSender,
    title: "Choose a new password",
    content: [
      letterParagraph(`Hello ${mail.recipientName},`),
      letterParagraph("You asked for a new password for your account. Choose it here:"),
      button(mail.url, "Choose a new password"),
      note("Or open this address: ", link(mail.url, mail.url)),
      note(
        `The link works once, within ${mail.minutes} minutes. After you choose a password, you are signed out everywhere.`,
      ),
    ],
    foot: "If you did not ask for this, nothing has changed: your password stays the same, and you can ignore this mail.",
  });
}
