import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

export interface PaymentMethods {
  online: boolean;
  byHand: boolean;
  /** Minor units that a cancellation of the event refunds by itself, or has refunded. */
  cancelRefund: number;
}

/** How an address paid; both methods are false for a guest and for a buyer who paid nothing. */
export async function paymentMethodsOf(db: Db, eventId: number, email: string): Promise<PaymentMethods> {
  const { rows } = await sql<PaymentMethods>`
    with own as (
      select o.id from registrations r join orders o on o.registration_id = r.id and o.purpose = 'registration'
        where r.event_id = ${eventId} and lower(r.email) = lower(${email})
      union select x.order_id from registrations r join extras_purchases x on x.registration_id = r.id
        where r.event_id = ${eventId} and lower(r.email) = lower(${email})
      union select s.order_id from sponsorships s
        where s.event_id = ${eventId} and lower(s.sponsor_data ->> 'email') = lower(${email})
    )
    select coalesce(bool_or(o.paid_by is null), false) as online, coalesce(bool_or(o.paid_by is not null), false) as "byHand",
      coalesce(sum(case when o.payment_status = 'paid' and o.payment_id is not null
          and not exists (select from refunds f where f.order_id = o.id and f.state = 'failed')
        then o.total_amount - o.refunded_amount - o.refund_due else 0 end
        + (select coalesce(sum(f.amount), 0) from refunds f
          where f.order_id = o.id and f.state <> 'failed' and f.told_in = 'eventCancelled')), 0)::int as "cancelRefund"
    from own join orders o on o.id = own.id
    where o.payment_status in ('paid', 'refunded') and o.total_amount > 0`.execute(db);
  return rows[0]!;
}
