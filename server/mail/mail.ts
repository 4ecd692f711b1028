/**
 * Which mails are owed, and which are sent? A mail is a row with a key of its own, written with its job in the
 * transaction that causes it: a rollback leaves neither, and the same cause twice leaves one.
 * Invariant: a mail marked sent was accepted by the mail server; one that was accepted is sent again only when the
 * process died before the mark, and then with the same Message-ID, so that the reader's side can tell.
 * Locks: the rows of the mails that go together, in the order of their ids, last of all.
 */
import { createBatcher } from "../batcher.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import type { MailKind, MailToQueue, QueuedMail } from "./queuedMail.ts";
import { lockUnsentMails, mailInsertion, markDropped, markSent, recordFailure, unsentMails } from "./rows.ts";
import { type MailTransport, type OutgoingMail, RecipientRefused } from "./transport.ts";

/** Writes a mail from its row. Null when there is nothing to say any more (its registration is gone). */
export type Compose = (mail: QueuedMail) => Promise<OutgoingMail | null>;

/** Who writes which kind. */
export type Composers<K extends MailKind = MailKind> = {
  readonly [Kind in K]: (mail: QueuedMail<Kind>) => Promise<OutgoingMail | null>;
};

/** Each mail by the composer of its kind. Throws for a kind that a newer version queued: the next try may know it. */
export function composedBy(composers: Composers): Compose {
  const byKind = new Map<string, Compose>(Object.entries(composers) as [string, Compose][]);
  return (mail) => {
    const compose = byKind.get(mail.kind);
    if (compose === undefined) throw new Error(`No composer writes mails of the kind ${mail.kind}`);
    return compose(mail);
  };
}

/** Queues the mails whose keys are new, with their jobs. Returns the new mails' ids. */
export async function queueMails(tx: Tx, mails: readonly MailToQueue[]): Promise<number[]> {
  const [queued] = await pipelined(tx, [queueing(mails)]);
  return queued[0]?.ids ?? [];
}

/** The statement that queues mails, to be sent with others; null where there are none. */
export const queueing = (mails: readonly MailToQueue[]) => (mails.length === 0 ? null : mailInsertion(mails));

/** What became of a mail: sent before or with nothing to say it is "skipped", with an address that will never take it "refused". */
export type Sent = "sent" | "skipped" | "refused";

/** As many mails are handed over together as may reach their readers twice when the process dies amid them. */
const mostTogether = 12;

/**
 * Gives the function that sends a mail, once. Composing and the mail server's failures are recorded in the row and thrown, so
 * that the job is tried again; an address that will never take it is given up at once, and is a case for staff
 * (server/orders/cases.ts). Mails that come together are read together, and handed over in one transaction.
 * @param lock a test may leave the lock out, to show the race that it prevents.
 */
export function openSending(
  db: Db,
  transport: MailTransport,
  compose: Compose,
  now: () => Date = () => new Date(),
  lock: typeof lockUnsentMails = lockUnsentMails,
): (mailId: number) => Promise<Sent> {
  const read = createBatcher<number, QueuedMail | undefined>(
    async (mailIds) => {
      const unsent = new Map((await unsentMails(db, mailIds)).map((mail) => [mail.id, mail]));
      return mailIds.map((mailId) => ({ reply: unsent.get(mailId) }));
    },
    { isEverybodys: isUnavailable },
  );
  // A batch is not run again: its mails may have been taken.
  const handOver = createBatcher<Written, Handed>(
    async (mails) => (await handOverAll(db, transport, mails, { now, lock })).map((reply) => ({ reply })),
    { maxSize: mostTogether, isEverybodys: () => true },
  );
  return async (mailId) => {
    const mail = await read(mailId);
    if (mail === undefined) return "skipped";
    try {
      const handed = await handOver({ mail, message: await compose(mail) });
      if (typeof handed === "object") throw handed.failure;
      return handed === "dropped" ? "skipped" : handed;
    } catch (error) {
      const isFinal = error instanceof RecipientRefused;
      const reason = error instanceof Error ? error.message : String(error);
      await recordFailure(db, mailId, { reason, isFinal, now: now() });
      if (isFinal) return "refused";
      throw error;
    }
  };
}

interface Written {
  readonly mail: QueuedMail;
  readonly message: OutgoingMail | null;
}
type Handed = "sent" | "skipped" | "dropped" | { readonly failure: unknown };

async function handOverAll(
  db: Db,
  transport: MailTransport,
  mails: readonly Written[],
  { now, lock }: { now: () => Date; lock: typeof lockUnsentMails },
): Promise<Handed[]> {
  return db.transaction().execute(async (tx) => {
    const unsent = new Set(
      await lock(
        tx,
        mails.map(({ mail }) => mail.id),
      ),
    );
    const handed = await Promise.all(
      mails.map(async ({ mail, message }): Promise<Handed> => {
        // Asked for twice in one batch, it goes once.
        if (!unsent.delete(mail.id)) return "skipped";
        if (message === null) return "dropped";
        return transport.send(message, mail.messageId).then(
          () => "sent" as const,
          (failure: unknown) => ({ failure }),
        );
      }),
    );
    const idsOf = (state: Handed) =>
      mails.flatMap(({ mail }, index) => (handed[index] === state ? [mail.id] : []));
    const [dropped, sent] = [idsOf("dropped"), idsOf("sent")];
    if (dropped.length > 0) await markDropped(tx, dropped);
    if (sent.length > 0) await markSent(tx, sent, now());
    return handed;
  });
}
