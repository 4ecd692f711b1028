import { z } from "zod";
import { confirmationDays, openConfirmation } from "../accounts/clubConfirmation.ts";
import { invitationDays, openInvitation } from "../accounts/invitations.ts";
import { emailChangeHours, openEmailChange } from "../accounts/ownEmail.ts";
import { openReset, resetMinutes } from "../accounts/passwords/passwordReset.ts";
import { clubById } from "../clubs/rows.ts";
import type { Db } from "../db/pool.ts";
import { eventById } from "../events/rows.ts";
import type { Tasks } from "../jobs/run.ts";
import { allTicketLinksMail } from "../letters/composeTicketLinks.ts";
import { eventLetters, type MailSettings } from "../letters/eventLetters.ts";
import { type Composers, composeByKind, openSending } from "../mail/mail.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import { sendMailTask } from "../mail/rows.ts";
import type { MailTransport, OutgoingMail } from "../mail/transport.ts";
import { pageUrls } from "../pageUrls.ts";

const mailPayload = z.object({ mailId: z.number() });

export interface MailParts extends MailSettings {
  db: Db;
  clock: () => Date;
}

/** Makes the task that sends mails, under its name. */
export function mailTasks(parts: MailParts, transport: MailTransport): Tasks {
  const compose = composeByKind(composers(parts));
  const send = openSending(parts.db, transport, compose, parts.clock);
  return {
    [sendMailTask]: async (payload) => {
      await send(mailPayload.parse(payload).mailId);
    },
  };
}

/** The composer of each kind of mail. */
export function composers(parts: MailParts): Composers {
  return {
    ...eventLetters(parts.db, parts),
    passwordReset: (mail) => passwordReset(parts, mail),
    emailChange: (mail) => emailChange(parts, mail),
    emailChangeAsked: (mail) => emailChangeAsked(parts, mail),
    emailChanged: (mail) => emailChanged(parts, mail),
    teamInvitation: (mail) => teamInvitation(parts, mail),
    clubConfirmation: (mail) => clubConfirmation(parts, mail),
    eventApproved: (mail) => eventApproved(parts, mail),
    allTicketLinks: (mail) => allTicketLinksMail(parts.db, mail, parts),
  };
}

/** Null if there is no such account: strangers get no mail. */
async function passwordReset(
  { db, clock, publicUrl }: MailParts,
  mail: QueuedMail<"passwordReset">,
): Promise<OutgoingMail | null> {
  const { email } = mail.payload;
  const reset = await openReset(db, email, clock());
  if (reset === null) return null;
  const { composePasswordResetMail } = await import("../letters/mails/passwordResetMail.ts");
  const composed = await composePasswordResetMail({
    recipientName: reset.fullName,
    url: pageUrls.resetPassword(publicUrl, reset.token),
    minutes: resetMinutes,
  });
  return { to: { name: reset.fullName, address: reset.email }, ...composed };
}

/** Null if the change is no longer open. */
async function emailChange(
  { db, clock, publicUrl }: MailParts,
  mail: QueuedMail<"emailChange">,
): Promise<OutgoingMail | null> {
  const { recipient, payload } = mail;
  const change = await openEmailChange(db, { userId: payload.userId, email: recipient }, clock());
  if (change === null) return null;
  const { composeEmailChangeMail } = await import("../letters/mails/emailChangeMail.ts");
  const composed = await composeEmailChangeMail({
    recipientName: change.fullName,
    from: change.from,
    url: pageUrls.confirmEmail(publicUrl, change.token),
    hours: emailChangeHours,
  });
  return { to: { name: change.fullName, address: recipient }, ...composed };
}

async function emailChangeAsked(
  { publicUrl }: MailParts,
  mail: QueuedMail<"emailChangeAsked">,
): Promise<OutgoingMail> {
  const { fullName } = mail.payload;
  const { composeEmailChangeAskedMail } = await import("../letters/mails/emailChangeMail.ts");
  const composed = await composeEmailChangeAskedMail({
    recipientName: fullName,
    url: pageUrls.profile(publicUrl),
  });
  return { to: { name: fullName, address: mail.recipient }, ...composed };
}

async function emailChanged(
  { publicUrl }: MailParts,
  mail: QueuedMail<"emailChanged">,
): Promise<OutgoingMail> {
  const { fullName, byOwner = false } = mail.payload;
  const { composeEmailChangedMail } = await import("../letters/mails/emailChangedMail.ts");
  const composed = await composeEmailChangedMail({ recipientName: fullName, url: publicUrl, byOwner });
  return { to: { name: fullName, address: mail.recipient }, ...composed };
}

/** Null if the invitation is no longer open. */
async function teamInvitation(
  { db, clock, publicUrl }: MailParts,
  mail: QueuedMail<"teamInvitation">,
): Promise<OutgoingMail | null> {
  const invitation = await openInvitation(db, mail.payload.invitationId, clock());
  if (invitation === null) return null;
  const { composeTeamInvitationMail } = await import("../letters/mails/teamInvitationMail.ts");
  const composed = await composeTeamInvitationMail({
    clubName: invitation.clubName,
    invitedBy: invitation.invitedBy,
    url: pageUrls.teamInvitation(publicUrl, invitation.token),
    days: invitationDays,
  });
  return { to: { name: "", address: mail.recipient }, ...composed };
}

/** Null if there is no address to confirm any more. */
async function clubConfirmation(
  { db, clock, publicUrl }: MailParts,
  mail: QueuedMail<"clubConfirmation">,
): Promise<OutgoingMail | null> {
  const confirmation = await openConfirmation(db, mail.payload.userId, clock());
  if (confirmation === null) return null;
  const { composeClubConfirmationMail } = await import("../letters/mails/clubConfirmationMail.ts");
  const composed = await composeClubConfirmationMail({
    recipientName: confirmation.fullName,
    clubName: confirmation.clubName,
    url: pageUrls.confirmClub(publicUrl, confirmation.token),
    days: confirmationDays,
  });
  return { to: { name: confirmation.fullName, address: mail.recipient }, ...composed };
}

/** Null if the event was deleted. */
async function eventApproved(
  { db, publicUrl }: MailParts,
  mail: QueuedMail<"eventApproved">,
): Promise<OutgoingMail | null> {
  const event = await eventById(db, mail.payload.eventId);
  const club = event && (await clubById(db, event.club_id));
  if (event === undefined || club === undefined) return null;
  const { composeEventApprovedMail } = await import("../letters/mails/eventApprovedMail.ts");
  const composed = await composeEventApprovedMail({
    eventName: event.name,
    url: pageUrls.event(publicUrl, event.slug),
    isListed: club.is_listed,
  });
  return { to: { name: "", address: mail.recipient }, ...composed };
}
