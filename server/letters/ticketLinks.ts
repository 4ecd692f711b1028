/**
 * Mails the links to a person's tickets: to one address at most three times an hour for an event and ten times for all,
 * whether tickets exist or not.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { queueRequestedMail } from "../mail/asked.ts";

/** Any sixty minutes overlap at most three slots of this length. */
const slotMs = 30 * 60_000;

/** Queues the mail. Whether there are tickets is looked up when it is sent, because the reply must not reveal it. */
export async function queueTicketLinks(
  db: Db,
  { eventId, email }: { eventId: number; email: string },
  now: Date,
): Promise<void> {
  const address = email.toLowerCase();
  const key = `links:${eventId}:${address}:${Math.floor(now.getTime() / slotMs)}`;
  await inTransaction(db, (tx) =>
    queueRequestedMail(
      tx,
      { key, kind: "ticketLinks", recipient: email, payload: { eventId, email: address } },
      now,
    ),
  );
}
