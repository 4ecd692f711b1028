import { sql } from "kysely";
import type { Db } from "../../server/db/pool.ts";

/** How often each outcome occurred. */
export type OutcomeCounts = Record<(typeof outcomes)[number], number>;

/** Some history must reach each outcome, or the simulation does not test it. */
export const outcomes = [
  "tickets that are paid",
  "extras or a sponsorship that are paid",
  "a late payment that found free places",
  "a late payment that was refunded",
  "partly refunded",
  "fully refunded",
  "refunded in the dashboard",
  "a case for staff",
  "a hold that expired",
  "a mail sent again after a failure",
  "a cancelled event",
  "sold at the door",
  "a sale at the door that was closed",
] as const;

export async function countOutcomes(db: Db): Promise<OutcomeCounts> {
  const { rows } = await sql<OutcomeCounts>`select
    (select count(*)::int from orders where purpose = 'registration' and payment_status = 'paid') as "tickets that are paid",
    (select count(*)::int from orders where purpose <> 'registration' and payment_status = 'paid') as "extras or a sponsorship that are paid",
    (select count(*)::int from audit_log where entity = 'registration' and action = 'active' and detail ->> 'from' = 'expired')
      as "a late payment that found free places",
    (select count(*)::int from audit_log where entity = 'order' and action = 'refundDue') as "a late payment that was refunded",
    (select count(*)::int from orders where refunded_amount between 1 and total_amount - 1) as "partly refunded",
    (select count(*)::int from orders where refunded_amount = total_amount and total_amount > 0) as "fully refunded",
    (select count(*)::int from refunds where actor like 'provider:%') as "refunded in the dashboard",
    (select count(*)::int from payments where attention is not null or disputes <> '[]') as "a case for staff",
    (select count(*)::int from registrations where state = 'expired') as "a hold that expired",
    (select count(*)::int from mails where attempts > 1) as "a mail sent again after a failure",
    (select count(*)::int from events where cancelled_at is not null) as "a cancelled event",
    (select count(*)::int from orders where channel = 'door') as "sold at the door",
    (select count(*)::int from idempotency_keys where call = 'door/sell' and reply::text = 'null')
      as "a sale at the door that was closed"`.execute(db);
  return rows[0]!;
}
