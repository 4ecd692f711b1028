/**
 * Does the jobs of a house as graphile-worker does them, one at a time and in turns: a job is locked by who does it, is gone
 * when it is done, and waits longer after each failure. What a dead node had locked is given back by the sweep.
 */
import { sql } from "kysely";
import type { Tasks } from "../../server/jobs/run.ts";
import { openSending } from "../../server/mail/mail.ts";
import { sendMailTask } from "../../server/mail/rows.ts";
import type { MailTransport } from "../../server/mail/transport.ts";
import { houseTasks } from "../../server/tasks.ts";
import type { SimulatedNode } from "./house.ts";

interface Job {
  id: number;
  task: string;
  payload: unknown;
}

/** Does the job that has waited longest; false where none is due. */
export async function doNextJob(
  node: SimulatedNode,
  {
    transport,
    clock,
    lostJob,
  }: { transport: MailTransport; clock: () => Date; lostJob?: string | undefined },
): Promise<boolean> {
  const { db, app, name } = node;
  const { rows } = await sql<Job>`update graphile_worker._private_jobs j
    set locked_at = now(), locked_by = ${name}, attempts = attempts + 1
    where id = (select id from graphile_worker._private_jobs
      where locked_at is null and run_at <= now() and attempts < max_attempts
      order by priority, run_at, id limit 1 for update skip locked)
    returning id, payload, (select identifier from graphile_worker._private_tasks t where t.id = j.task_id) as task`.execute(
    db,
  );
  const [job] = rows;
  if (job === undefined) return false;
  try {
    if (job.task !== lostJob) await tasksOf(node, transport, clock)[job.task]!(job.payload);
    await sql`delete from graphile_worker._private_jobs where id = ${job.id} and locked_by = ${name}`.execute(
      db,
    );
  } catch (error) {
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null,
      last_error = ${String(error)}, run_at = greatest(now(), run_at) + make_interval(secs => exp(least(attempts, 10)))
      where id = ${job.id} and locked_by = ${name}`.execute(db);
  }
  return true;

  function tasksOf(of: SimulatedNode, mails: MailTransport, now: () => Date): Tasks {
    return {
      ...houseTasks(app),
      // What a mail says has its own tests; here it is asked whether it is sent.
      [sendMailTask]: async (payload: unknown) => {
        const { mailId } = payload as { mailId: number };
        const send = openSending(of.db, mails, async (mail) => plainMail(mail.key, mail.recipient), now);
        await send(mailId);
      },
    };
  }
}

const plainMail = (subject: string, address: string) => ({
  to: { name: "", address },
  subject,
  html: "",
  text: "",
  attachments: [],
});
