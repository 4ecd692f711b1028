import { sql } from "kysely";
import type { TestApp } from "./app.ts";

export interface Outcome {
  registration: string;
  order: string | null;
  payment: string | null;
  refunded: number;
  ticketMails: number;
  lateRefundMails: number;
}

/** Reads the outcome of one purchase from the rows. */
export async function outcomeOf(app: TestApp, registrationId: number): Promise<Outcome> {
  const { rows } = await sql<Outcome>`
    select r.state as registration, o.payment_status as order, p.state as payment,
      coalesce(o.refunded_amount, 0)::int as refunded,
      (select count(*)::int from mails where key like 'tickets:' || r.id || ':%') as "ticketMails",
      (select count(*)::int from mails where key = 'refund:' || p.id) as "lateRefundMails"
    from registrations r
      left join orders o on o.registration_id = r.id and o.purpose = 'registration'
      left join payments p on p.id = o.payment_id
    where r.id = ${registrationId}`.execute(app.database.db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no registration ${registrationId}`);
  return row;
}
