import { sql } from "kysely";
import type { Tasks } from "../../server/jobs/run.ts";
import { openSending } from "../../server/mail/mail.ts";
import { sendMailTask } from "../../server/mail/rows.ts";
import type { MailTransport } from "../../server/mail/transport.ts";
import { backgroundTasks } from "../../server/tasks.ts";
import type { SimulatedNode } from "./site.ts";

interface Job {
  id: number;
  task: string;
  payload: unknown;
}

/** Runs the first due job by priority and time, as graphile-worker does; false if none is due. */
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
  const tasks: Tasks = {
    ...backgroundTasks(app),
    // Here it matters only whether mails are sent.
    [sendMailTask]: async (payload: unknown) => {
      const { mailId } = payload as { mailId: number };
      const send = openSending(db, transport, async (mail) => plainMail(mail.key, mail.recipient), clock);
      await send(mailId);
    },
  };
  try {
    if (job.task !== lostJob) await tasks[job.task]!(job.payload);
    await sql`delete from graphile_worker._private_jobs where id = ${job.id} and locked_by = ${name}`.execute(
      db,
    );
  } catch (error) {
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null,
      last_error = ${String(error)}, run_at = greatest(now(), run_at) + make_interval(secs => exp(least(attempts, 10)))
      where id = ${job.id} and locked_by = ${name}`.execute(db);
  }
  return true;
}

const plainMail = (subject: string, address: string) => ({
  to: { name: "", address },
  subject,
  html: "",
  text: "",
  attachments: [],
});
