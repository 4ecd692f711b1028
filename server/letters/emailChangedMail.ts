/** The mail to the address that an account had until now. It does not tell the new one: this mailbox may be another's. */
import { createElement as h } from "react";
import type { ComposedMail } from "../mail/transport.ts";
import { house, letterParagraph, link, note, written } from "./letter.ts";

/** What the mail tells. */
export interface EmailChangedMail {
  readonly recipientName: string;
  /** Where the house is found. */
  readonly url: string;
}

/** Writes the mail. */
export async function composeEmailChangedMail(mail: EmailChangedMail): Promise<ComposedMail> {
  const content = [
    letterParagraph(`Hello ${mail.recipientName},`),
    letterParagraph(
      "The super user has given your account another e-mail address: this one no longer opens it. You were signed out on every device.",
    ),
    letterParagraph("If you did not expect this, tell the people who run the house at once."),
    note("This is about your account at ", link(mail.url, mail.url), "."),
  ].map((part, index) => h("div", { key: index }, part));
  return {
    subject: "Your account has another e-mail address",
    ...(await written({
      preview: "This one no longer opens it.",
      organiser: house,
      title: "Your account has another e-mail address",
      content,
      foot: "You get this mail because it was the address of an account until now.",
    })),
    attachments: [],
  };
}
