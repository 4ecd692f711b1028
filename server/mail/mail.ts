/**
 * Which mails are owed, and which are sent? A mail is a row with a key of its own, written with its job in the
 * transaction that causes it: a rollback leaves neither, and the same cause twice leaves one.
 * Invariant: a mail marked sent was accepted by the mail server; one that was accepted is sent again only when the
 * process died before the mark, and then with the same Message-ID, so that the reader's side can tell.
 * Locks: the mail's own row, last of all.
 */
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import { lockUnsentMail, mailInsertion, markDropped, markSent, recordFailure, unsentMail } from "./rows.ts";
import { type MailTransport, type OutgoingMail, RecipientRefused } from "./transport.ts";

/** A mail to be sent. `key` names what it is for: the same key is never mailed twice. */
export interface MailToQueue {
  readonly key: string;
  /** Which composer writes it: "tickets", "refund", … */
  readonly kind: string;
  readonly recipient: string;
  /** What the composer needs to write it; ids rather than texts, so that the mail tells what is true when it is sent. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A mail that waits for its sending. */
export interface QueuedMail extends MailToQueue {
  readonly id: number;
  readonly messageId: string;
}

/** Writes a mail from its row. Null when there is nothing to say any more (its registration is gone). */
export type Compose = (mail: QueuedMail) => Promise<OutgoingMail | null>;

/** Queues the mails whose keys are new, with their jobs. Returns the new mails' ids. */
export async function queueMails(tx: Tx, mails: readonly MailToQueue[]): Promise<number[]> {
  const [queued] = await pipelined(tx, [queueing(mails)]);
  return queued[0]?.ids ?? [];
}

/** The statement that queues mails, to be sent with others; null where there are none. */
export const queueing = (mails: readonly MailToQueue[]) => (mails.length === 0 ? null : mailInsertion(mails));

/**
 * Sends one mail, once. Composing and the mail server's failures are recorded in the row and thrown, so that the
 * job is tried again. "skipped" when it was sent before or there is nothing to say, "refused" when its address will never
 * take it: that is given up at once, and is a case for staff (server/orders/cases.ts).
 */
export async function sendQueuedMail(
  db: Db,
  transport: MailTransport,
  compose: Compose,
  mailId: number,
  now: () => Date = () => new Date(),
): Promise<"sent" | "skipped" | "refused"> {
  const mail = await unsentMail(db, mailId);
  if (mail === undefined) return "skipped";
  try {
    const message = await compose(mail);
    return await db.transaction().execute(async (tx) => {
      if (!(await lockUnsentMail(tx, mailId))) return "skipped";
      if (message === null) {
        await markDropped(tx, mailId);
        return "skipped";
      }
      await transport.send(message, mail.messageId);
      await markSent(tx, mailId, now());
      return "sent";
    });
  } catch (error) {
    const isFinal = error instanceof RecipientRefused;
    const reason = error instanceof Error ? error.message : String(error);
    await recordFailure(db, mailId, { reason, isFinal, now: now() });
    if (isFinal) return "refused";
    throw error;
  }
}
