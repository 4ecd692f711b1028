/** Repeated requests within a minute of the clock queue one mail; from the list, within an hour. */

import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { queueBulkMails } from "../mail/bulk.ts";
import { queueMails } from "../mail/mail.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { ticketAddress } from "../registrations/addressees.ts";
import { registrationOfAttendee } from "../registrations/attendeeRows.ts";
import { countOldCodes, endOldCodes } from "../registrations/oldCodes.ts";
import { ticketMailAgain } from "../registrations/tickets.ts";
import type { AttendeeListFilters } from "./filters.ts";
import { listedRows, recipientsOf } from "./rows.ts";
import { attendeeSearchWords, plainWords } from "./words.ts";

/** Mails the tickets of a registration that go to an attendee's address, which is their own or else the buyer's. */
export async function sendTicket(
  db: Db,
  { attendeeId, eventId }: { attendeeId: number; eventId: number },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await registrationOfAttendee(tx, eventId, attendeeId)) === undefined) throw notFound("attendee");
    const [row] = await listedRows(tx, [attendeeId]);
    if (row === undefined) throw notFound("attendee");
    if (row.registration_state !== "active")
      throw new DomainError("notActive", "This registration is not active, so there is no ticket to send.");
    const recipient = ticketAddress(row, { email: row.registration_email });
    if (recipient === null)
      throw invalidInput({ path: "email", message: "is not known, so there is nobody to write to" });
    const minute = now.toISOString().slice(0, 16);
    await mailAgain(tx, ticketMailAgain({ registrationId: row.registration_id, recipient }, minute));
  });
}

export interface SentTickets {
  queued: number;
  /** The selected addresses of active registrations, once for each registration. */
  recipients: number;
  /** Those to whom no such mail was queued before. */
  neverMailed: number;
  /** How many old codes these mails end, or would without `dryRun`. */
  oldCodes: number;
}

export interface TicketMailsRequest {
  eventId: number;
  searchKeyword?: string | undefined;
  filters: AttendeeListFilters;
  neverMailedOnly: boolean;
  dryRun: boolean;
}

/**
 * Queues mails to the addresses of matching attendees of active registrations. Each has all tickets of its address in
 * the registration, and ends their old codes. A dry run only counts.
 */
export async function sendTickets(
  db: Db,
  { eventId, searchKeyword, filters, neverMailedOnly, dryRun }: TicketMailsRequest,
  now: Date,
): Promise<SentTickets> {
  const words = await plainWords(db, attendeeSearchWords(searchKeyword ?? ""));
  const hour = now.toISOString().slice(0, 13);
  return inTransaction(db, async (tx) => {
    const recipients = await recipientsOf(tx, { eventId, filters, words });
    const neverMailed = recipients.filter(({ wasMailed }) => !wasMailed);
    const mailed = neverMailedOnly ? neverMailed : recipients;
    const oldCodes = await countOldCodes(tx, mailed);
    const counts = { recipients: recipients.length, neverMailed: neverMailed.length, oldCodes };
    if (dryRun) return { queued: 0, ...counts };
    const queued = await queueBulkMails(
      tx,
      mailed.map((one) => ticketMailAgain(one, hour)),
      now,
    );
    await endOldCodes(tx, mailed);
    return { queued, ...counts };
  });
}

/**
 * Queues a mail; one with tickets ends the old codes of those that go to its address. Returns false if its key was
 * queued before.
 */
export async function mailAgain(tx: Tx, mail: MailToQueue): Promise<boolean> {
  const queued = await queueMails(tx, [mail]);
  if (mail.kind === "tickets") await endOldCodes(tx, [mail.payload]);
  return queued.length > 0;
}
