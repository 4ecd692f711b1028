/**
 * Invariant: a mail marked sent was accepted by the mail server, or written to the outbox. An accepted mail that is not
 * marked may be sent again, with the same Message-ID.
 * Lock order: the rows of the mails that are sent together, by id → mails whose bounces they clear (`markSent`).
 */
import { createBatcher } from "../batcher.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import type { MailKind, MailToQueue, QueuedMail } from "./queuedMail.ts";
import { lockUnsentMails, mailInsertion, markDropped, markSent, recordFailure, unsentMails } from "./rows.ts";
import { type MailTransport, type OutgoingMail, RecipientRefused } from "./transport.ts";

/** Writes a mail from its row; null if it has no content any more. */
export type ComposeMail = (mail: QueuedMail) => Promise<OutgoingMail | null>;

export type Composers<K extends MailKind = MailKind> = {
  readonly [Kind in K]: (mail: QueuedMail<Kind>) => Promise<OutgoingMail | null>;
};

/** Composes each mail by its kind. It throws for an unknown kind, which a newer version may have queued. */
export function composeByKind(composers: Composers): ComposeMail {
  const byKind = new Map<string, ComposeMail>(Object.entries(composers) as [string, ComposeMail][]);
  return (mail) => {
    const compose = byKind.get(mail.kind);
    if (compose === undefined) throw new Error(`No composer writes mails of the kind ${mail.kind}`);
    return compose(mail);
  };
}

/** Queues the mails with new keys, and their jobs. Returns the new mails' ids. */
export async function queueMails(tx: Tx, mails: readonly MailToQueue[]): Promise<number[]> {
  const [queued] = await pipelined(tx, [queueStatement(mails)]);
  return queued[0]?.ids ?? [];
}

/** The statement that queues mails, to be pipelined with others; null if there are none. */
export const queueStatement = (mails: readonly MailToQueue[]) =>
  mails.length === 0 ? null : mailInsertion(mails);

/** "skipped": there was nothing to send. "refused": the mail is not retried. */
export type SendOutcome = "sent" | "skipped" | "refused";

/** The most mails in one transaction: if it is not committed, all of them may be delivered twice. */
const maxTogether = 12;

/**
 * Returns the function that sends a mail. A failure to compose or send it is stored in the row and thrown, so that the
 * job is retried; `RecipientRefused` is not thrown. A test replaces `lock`, to show that a mail is then sent twice.
 */
export function openSending(
  db: Db,
  transport: MailTransport,
  compose: ComposeMail,
  now: () => Date,
  lock: typeof lockUnsentMails = lockUnsentMails,
): (mailId: number) => Promise<SendOutcome> {
  const readMail = createBatcher<number, QueuedMail | undefined>(
    async (mailIds) => {
      const unsent = new Map((await unsentMails(db, mailIds)).map((mail) => [mail.id, mail]));
      return mailIds.map((mailId) => ({ reply: unsent.get(mailId) }));
    },
    { concernsAll: isUnavailable },
  );
  // A failed batch is not run again: some of its mails may have been accepted.
  const handOver = createBatcher<WrittenMail, HandOverOutcome>(
    async (mails) => (await handOverAll(db, transport, mails, { now, lock })).map((reply) => ({ reply })),
    { maxSize: maxTogether, concernsAll: () => true },
  );
  return async (mailId) => {
    const mail = await readMail(mailId);
    if (mail === undefined) return "skipped";
    try {
      const outcome = await handOver({ mail, message: await compose(mail) });
      if (typeof outcome === "object") throw outcome.failure;
      return outcome === "dropped" ? "skipped" : outcome;
    } catch (error) {
      const isFinal = error instanceof RecipientRefused;
      const reason = error instanceof Error ? error.message : String(error);
      await recordFailure(db, mailId, { reason, isFinal, now: now() });
      if (isFinal) return "refused";
      throw error;
    }
  };
}

interface WrittenMail {
  readonly mail: QueuedMail;
  readonly message: OutgoingMail | null;
}
type HandOverOutcome = "sent" | "skipped" | "dropped" | { readonly failure: unknown };

async function handOverAll(
  db: Db,
  transport: MailTransport,
  mails: readonly WrittenMail[],
  { now, lock }: { now: () => Date; lock: typeof lockUnsentMails },
): Promise<HandOverOutcome[]> {
  return db.transaction().execute(async (tx) => {
    const mailIds = mails.map(({ mail }) => mail.id);
    const unsent = new Set(await lock(tx, mailIds));
    const outcomes = await Promise.all(
      mails.map(async ({ mail, message }): Promise<HandOverOutcome> => {
        // A mail that is twice in a batch is sent once.
        if (!unsent.delete(mail.id)) return "skipped";
        if (message === null) return "dropped";
        return transport.send(message, mail.messageId).then(
          () => "sent" as const,
          (failure: unknown) => ({ failure }),
        );
      }),
    );
    const idsOf = (state: HandOverOutcome) =>
      mails.flatMap(({ mail }, index) => (outcomes[index] === state ? [mail.id] : []));
    const [dropped, sent] = [idsOf("dropped"), idsOf("sent")];
    if (dropped.length > 0) await markDropped(tx, dropped);
    if (sent.length > 0) await markSent(tx, sent, now());
    return outcomes;
  });
}
