import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, foyerSender, letterParagraph, link, note } from "../letter.ts";

export interface ClubConfirmationMail {
  readonly recipientName: string;
  readonly clubName: string;
  readonly url: string;
  readonly days: number;
}

/** Writes the mail. */
export async function composeClubConfirmationMail(mail: ClubConfirmationMail): Promise<ComposedMail> {
  const { recipientName, clubName, url, days } = mail;
  const validity = `The link works once, within ${days} days. You can mail yourself a new one from your dashboard.`;
  return composeLetter({
    subject: `Confirm the mail address of ${clubName}`,
    preview: `The link works once, within ${days} days.`,
    organiser: foyerSender,
    title: "Confirm your mail address",
    content: [
      letterParagraph(`Hello ${recipientName},`),
      letterParagraph(
        `Welcome to Foyer. Please confirm the mail address of ${clubName}. Until then people can open and book your events by their link, but the events do not appear on the home page.`,
      ),
      button(url, "Confirm the address"),
      note("Or open this address: ", link(url, url)),
      note(validity),
    ],
    foot: "If you did not register a club, ignore this mail: without the link its events do not appear on the home page.",
  });
}
