import { type Db, inTransaction } from "../db/pool.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";

/**
 * Any sixty minutes overlap at most three slots, so at most three mails about one event, or about all, are queued for an
 * address.
 */
const slotMs = 30 * 60_000;

/**
 * Queues the mail for one event, or for all. Tickets are looked up when it is sent, because the reply must not reveal
 * them. @throws DomainError `tooMany`
 */
export async function queueTicketLinks(
  db: Db,
  { eventId, email }: { eventId?: number | undefined; email: string },
  now: Date,
): Promise<void> {
  const address = email.toLowerCase();
  const key = `links:${eventId ?? "all"}:${address}:${Math.floor(now.getTime() / slotMs)}`;
  const mail: MailToQueue =
    eventId === undefined
      ? { key, kind: "allTicketLinks", recipient: email, payload: { email: address } }
      : { key, kind: "ticketLinks", recipient: email, payload: { eventId, email: address } };
  await inTransaction(db, (tx) => queueRequestedMail(tx, mail, now));
}
