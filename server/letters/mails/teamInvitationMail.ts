import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, foyerSender, letterParagraph, link, note } from "../letter.ts";

export interface TeamInvitationMail {
  readonly clubName: string;
  /** The person who invited; null if their account was removed. */
  readonly invitedBy: string | null;
  readonly url: string;
  readonly days: number;
}

/** Writes the mail. */
export async function composeTeamInvitationMail(mail: TeamInvitationMail): Promise<ComposedMail> {
  const { clubName, invitedBy, url, days } = mail;
  const inviter = invitedBy === null ? "You are invited" : `${invitedBy} invites you`;
  return composeLetter({
    subject: `Join the team of ${clubName}`,
    preview: `The link works once, within ${days} days.`,
    organiser: foyerSender,
    title: `Join the team of ${clubName}`,
    content: [
      letterParagraph("Hello,"),
      letterParagraph(
        `${inviter} to the team of ${clubName}. With an account you can set up events, see orders and attendees, and check tickets at the door.`,
      ),
      button(url, "Join the team"),
      note("Or open this address: ", link(url, url)),
      note(`The link works once, within ${days} days.`),
    ],
    foot: "If you do not know this club, ignore this mail: without the link nobody gets an account for your address.",
  });
}
