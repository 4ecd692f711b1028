import { sql } from "kysely";
import { failingPageSize } from "../../contract/rules/failingPage.ts";
import type { FailingMail } from "../../contract/shapes/failing.ts";
import { type Db, pipelined, type Tx } from "../db/pool.ts";
import type { MailToQueue, QueuedMail } from "./queuedMail.ts";

/** The task that sends one mail; its payload is `{ mailId }`. */
export const sendMailTask = "sendMail";

/**
 * graphile-worker waits e^attempt seconds, at most e^10, so the last attempt is about 40 hours after the first.
 */
export const mostAttempts = 16;

/**
 * The statement that writes the mails with new keys and a job for each, and returns the new ids. Keys are sorted, so
 * that two transactions with the same mails wait for each other instead of deadlocking.
 */
export const mailInsertion = (mails: readonly MailToQueue[]) => sql<{ ids: number[] | null }>`
    with queued as (
      insert into mails (key, kind, recipient, payload, message_id)
      select key, kind, recipient, payload, 'mail-' || gen_random_uuid()
      from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
        as given (key text, kind text, recipient text, payload jsonb)
      order by key
      on conflict (key) do nothing
      returning id
    )
    select ids, (select count(*) from graphile_worker.add_jobs(specs)) as jobs
    from (
      select
        array_agg(id order by id) as ids,
        array_agg(
          (${sendMailTask}::text, json_build_object('mailId', id), null, null, ${mostAttempts}::smallint, null, null, null)
            ::graphile_worker.job_spec
        ) as specs
      from queued
    ) as jobs_to_add`;

/** Whether a mail is delayed: an attempt to send it failed, or it has been due for more than ten minutes. */
export async function isMailDelayed(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    isDelayed: boolean;
  }>`select exists (select from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${sendMailTask} and (j.last_error is not null or j.run_at < now() - interval '10 minutes')) as "isDelayed"`.execute(
    db,
  );
  return rows[0]!.isDelayed;
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`;

/** The mails with these ids that are not marked as sent, failed ones too. */
export async function unsentMails(db: Db, mailIds: readonly number[]): Promise<QueuedMail[]> {
  const rows = await db
    .selectFrom("mails")
    .select(["id", "key", "kind", "recipient", "payload", "message_id as messageId"])
    .where("id", "=", anyOf(mailIds))
    .where("state", "<>", "sent")
    .execute();
  // The `kind` says which type the payload has.
  return rows as unknown as QueuedMail[];
}

/** Locks those of these mails that are not marked as sent, until the transaction ends. Returns their ids. */
export async function lockUnsentMails(tx: Tx, mailIds: readonly number[]): Promise<number[]> {
  const [, unsent] = await pipelined(tx, [
    // Longer than usual, because this transaction waits for the mail server.
    sql`set local idle_in_transaction_session_timeout = '5min'`,
    tx
      .selectFrom("mails")
      .select("id")
      .where("id", "=", anyOf(mailIds))
      .where("state", "<>", "sent")
      .orderBy("id")
      .forUpdate(),
  ]);
  return unsent.map(({ id }) => id);
}

/** Marks mails as sent, and clears earlier bounces of the same content to the same address. */
export async function markSent(tx: Tx, mailIds: readonly number[], at: Date): Promise<void> {
  await pipelined(tx, [
    tx
      .updateTable("mails")
      .set((mail) => ({
        state: "sent",
        sent_at: at,
        last_error: null,
        bounced_at: null,
        attempts: mail("attempts", "+", 1),
      }))
      .where("id", "=", anyOf(mailIds)),
    sql`update mails came_back set bounced_at = null from mails sent
      where sent.id = ${anyOf(mailIds)} and came_back.bounced_at is not null and came_back.id < sent.id and came_back.kind = sent.kind
        and came_back.payload = sent.payload and lower(came_back.recipient) = lower(sent.recipient)`,
  ]);
}

/** Marks mails as failed that have no content any more, without an error: they are not listed as failing. */
export async function markDropped(tx: Tx, mailIds: readonly number[]): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ state: "failed", last_error: null })
    .where("id", "=", anyOf(mailIds))
    .execute();
}

/** Stores why a mail could not be sent, and marks it as bounced if it must not be retried. */
export async function recordFailure(
  db: Db,
  mailId: number,
  { reason, isFinal, now }: { reason: string; isFinal: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable("mails")
    .set((mail) => ({
      attempts: mail("attempts", "+", 1),
      last_error: reason,
      ...(isFinal && { state: "failed" as const, bounced_at: now }),
    }))
    .where("id", "=", mailId)
    .where("state", "<>", "sent")
    .execute();
}

/**
 * Marks queued mails as bounced whose jobs have no attempts left, and deletes these jobs. A killed mailer records no
 * failure, so the mails' own counts may be too low.
 */
export async function giveUpMails(db: Db, now: Date): Promise<void> {
  await sql`
    with given_up as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = ${sendMailTask} and j.attempts >= j.max_attempts and j.locked_at is null
      returning (j.payload ->> 'mailId')::bigint as mail_id
    )
    update mails set state = 'failed', bounced_at = ${now},
      last_error = coalesce(last_error, 'Sending was interrupted at each attempt')
    from given_up where mails.id = given_up.mail_id and mails.state = 'queued'`.execute(db);
}

/** The part before the @ of the Message-ID of the mail with this key; null if there is none. */
export async function messageIdOf(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom("mails").select("message_id").where("key", "=", key).executeTakeFirst();
  return row?.message_id ?? null;
}

/** A page of mails with an error, newest first; with `before`, older than that mail. */
export async function failingMails(db: Db, before: number | undefined): Promise<FailingMail[]> {
  let query = db
    .selectFrom("mails")
    .select(["id", "kind", "recipient", "attempts", "state", "last_error", "created_at"])
    .where("last_error", "is not", null);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.orderBy("id", "desc").limit(failingPageSize).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    attempts: row.attempts,
    isGivenUp: row.state === "failed",
    lastError: row.last_error ?? "",
    createdAt: row.created_at.toISOString(),
  }));
}
