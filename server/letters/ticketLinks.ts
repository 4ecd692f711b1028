/**
 * Mails the links to a person's tickets: those of one event, or in another mail a list for all events
 * (registrationsOfAddress.ts). Within an hour an address gets at most
 * - three mails about the same event,
 * - ten mails about one event each, together (mail/asked.ts),
 * - three mails about all events.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { queueRequestedMail } from "../mail/asked.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";

/** Any sixty minutes overlap at most three slots of this length. */
const slotMs = 30 * 60_000;

/**
 * Queues the mail, for one event or for all. Whether there are tickets is looked up when it is sent, because the reply
 * must not reveal it.
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
