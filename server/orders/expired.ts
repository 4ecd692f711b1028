/** Which unpaid orders wait for nobody any more: their time ran out, or their buyer gave them up. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PaymentFilter } from "../../contract/shapes/order.ts";

/**
 * Whether an order `o` is such a one; `r` is its registration, if it is still there. What came too late, and is on its way
 * back, is none: money was paid for it.
 */
export const isExpired = sql<SqlBool>`(case o.payment_status
  when 'pending' then o.purpose = 'registration' and coalesce(r.state in ('expired', 'cancelled'), true)
  when 'failed' then not exists (select from payments p where p.id = o.payment_id and p.owed_back is not null)
  else false end)`;

/** Whether the money of an order `o` of a registration `r` stands so, as its list says it. */
export function standsAs(status: PaymentFilter): RawBuilder<SqlBool> {
  if (status === "expired") return isExpired;
  const stored = sql<SqlBool>`o.payment_status = ${status}`;
  return asksOfRegistration(status) ? sql`(${stored} and not ${isExpired})` : stored;
}

/** Whether `standsAs` asks anything of the registration `r`. */
export function asksOfRegistration(status: PaymentFilter): boolean {
  return status === "expired" || status === "pending" || status === "failed";
}
