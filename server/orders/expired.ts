import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PaymentFilter } from "../../contract/shapes/order.ts";

/**
 * Whether an order `o` is expired: unpaid, and its hold has ended. `r` is its registration, if it still exists. An
 * order whose money came too late is not expired.
 */
export const isExpired = sql<SqlBool>`(case o.payment_status
  when 'pending' then o.purpose = 'registration' and coalesce(r.state in ('expired', 'cancelled'), true)
  when 'failed' then not exists (select from payments p where p.id = o.payment_id and p.owed_back is not null)
  else false end)`;

/** Whether staff see an order `o` of a registration `r` with this payment status. */
export function hasPaymentStatus(status: PaymentFilter): RawBuilder<SqlBool> {
  if (status === "expired") return isExpired;
  const stored = sql<SqlBool>`o.payment_status = ${status}`;
  return readsRegistration(status) ? sql`(${stored} and not ${isExpired})` : stored;
}

/** Whether `hasPaymentStatus` uses the registration `r`. */
export function readsRegistration(status: PaymentFilter): boolean {
  return status === "expired" || status === "pending" || status === "failed";
}
