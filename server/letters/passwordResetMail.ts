/** The mail that somebody asked for who has forgotten their password: a link that opens once. */
import { createElement as h } from "react";
import type { ComposedMail } from "../mail/transport.ts";
import { button, house, letterParagraph, link, note, written } from "./letter.ts";

/** What the mail tells. */
export interface PasswordResetMail {
  readonly recipientName: string;
  readonly url: string;
  /** How long the link opens. */
  readonly minutes: number;
}

/** Writes the mail. */
export async function composePasswordResetMail(mail: PasswordResetMail): Promise<ComposedMail> {
  const content = [
    letterParagraph(`Hello ${mail.recipientName},`),
    letterParagraph("You asked for a new password for your account. Choose it here:"),
    button(mail.url, "Choose a new password"),
    note("Or open this address: ", link(mail.url, mail.url)),
    note(
      `The link opens once, within ${mail.minutes} minutes. When you have chosen, you are signed out everywhere else.`,
    ),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: "Choose a new password",
    ...(await written({
      preview: `The link opens once, within ${mail.minutes} minutes.`,
      organiser: house,
      title: "Choose a new password",
      content,
      foot: "If it was not you who asked, nothing has happened: your password is what it was, and you can ignore this mail.",
    })),
    attachments: [],
  };
}
