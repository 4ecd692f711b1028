import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { MailToQueue } from "./queuedMail.ts";
import { mostAttempts, sendMailTask } from "./rows.ts";

const chunkSize = 5000;
// graphile-worker runs the smallest number first; other mails have 0.
const bulkPriority = 10;

/** How many mails of one call become due per second. */
export const mailsPerSecond = 20;

/** Queues the mails with new keys, spread over time from `now` on. Returns their number. */
export async function queueBulkMails(tx: Tx, mails: readonly MailToQueue[], now: Date): Promise<number> {
  let queued = 0;
  // Sorted, so that two calls with the same keys do not deadlock.
  const sorted = [...mails].sort((one, other) => (one.key < other.key ? -1 : 1));
  for (let start = 0; start < sorted.length; start += chunkSize) {
    const chunk = sorted.slice(start, start + chunkSize);
    const { rows } = await sql<{ count: number }>`
      with queued as (
        insert into mails (key, kind, recipient, payload, message_id)
        select key, kind, recipient, payload, 'mail-' || gen_random_uuid()
        from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
          as given (key text, kind text, recipient text, payload jsonb)
        order by key
        on conflict (key) do nothing
        returning id
      ), numbered as (
        select id, row_number() over (order by id) + ${queued} as place from queued
      )
      select count, (select count(*) from graphile_worker.add_jobs(specs)) as jobs
      from (
        select count(*)::int as count, array_agg(
          (${sendMailTask}::text, json_build_object('mailId', id), null,
            ${now}::timestamptz + make_interval(secs => place::float / ${mailsPerSecond}),
            ${mostAttempts}::smallint, null, ${bulkPriority}::smallint, null)::graphile_worker.job_spec
        ) as specs from numbered
      ) as jobs_to_add`.execute(tx);
    queued += rows[0]?.count ?? 0;
  }
  return queued;
}
