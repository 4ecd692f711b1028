/**
 * The statements that settle many purchases at once: registrations become active, orders paid, payments succeeded, places
 * sold, and all of it is counted and remembered. Whoever calls has locked these rows and decided.
 */
import { sql } from "kysely";
import { type AuditEntry, auditRow } from "../audit/rows.ts";
import { auditColumns, type CounterMoves, counterStatements, insertion, purchaseColumns } from "./rows.ts";

/** What is settled. */
export interface SettledRows {
  registrations: number[];
  orders: { id: number; paidAt: Date }[];
  /** With the provider's fee, where it has told it. */
  payments: { id: number; fee: { amount: number; currency: string } | undefined }[];
  audit: AuditEntry[];
  /** In the columns' own names. */
  purchases: Record<string, unknown>[];
  events: Record<string, unknown>[];
}

/**
 * The statements that write it, with the figures, which triggers keep where rows move one by one
 * (migrations/0030-settled-together.sql).
 */
export function settling(rows: SettledRows, moves: CounterMoves) {
  const orderIds = rows.orders.map(({ id }) => id);
  const paidAt = rows.orders.map((order) => order.paidAt.toISOString());
  const paymentIds = rows.payments.map(({ id }) => id);
  const feeAmounts = rows.payments.map(({ fee }) => fee?.amount ?? null);
  const feeCurrencies = rows.payments.map(({ fee }) => fee?.currency ?? null);
  const optional = [
    ["extras_purchases", purchaseColumns, rows.purchases],
    ["payment_events", eventColumns, rows.events],
  ] as const;
  const ctes = optional.flatMap(([table, columns, values]) =>
    values.length === 0
      ? []
      : [sql`${sql.raw(table)}_in as (${insertion(table, columns, values)} on conflict do nothing)`],
  );
  return [
    // Of this transaction alone, and nothing but the next statement moves what the triggers would count.
    sql`select set_config('foyer.settled_counted', 'later', true)`,
    sql`with sold as (update registrations set state = 'active', expires_at = null, updated_at = now()
      where id = any(${rows.registrations}::bigint[])),
    paid as (update orders set payment_status = 'paid', paid_at = given.paid_at
      from unnest(${orderIds}::bigint[], ${paidAt}::timestamptz[]) as given (id, paid_at) where orders.id = given.id),
    succeeded as (update payments set state = 'succeeded', decline_code = null, updated_at = clock_timestamp(),
        fee_amount = coalesce(told.amount, fee_amount), fee_currency = coalesce(told.currency, fee_currency)
      from unnest(${paymentIds}::bigint[], ${feeAmounts}::bigint[], ${feeCurrencies}::text[]) as told (id, amount, currency)
      where payments.id = told.id),
    audit_in as (${insertion("audit_log", auditColumns, rows.audit.map(auditRow))}),
    ${figuresOf(rows.registrations, orderIds)},
    ${sql.join([...ctes, counterStatements(moves)])}
    select pg_notify('event_figures', event_id::text) from (select distinct event_id from bought) as events`,
    sql`select set_config('foyer.settled_counted', '', true)`,
  ] as const;
}

/** What the functions registration_counts and order_moved would count, one row after the other. */
const figuresOf = (registrationIds: readonly number[], orderIds: readonly number[]) => sql`
    bought as (select id, event_id, tax from orders where id = any(${[...orderIds]}::bigint[])),
    registered as (insert into event_registered as kept (event_id, slot, ticket_id, attendees)
      select a.event_id, slot_of(r.created_at), a.ticket_id, count(*)
        from registrations r join attendees a on a.registration_id = r.id
        where r.id = any(${[...registrationIds]}::bigint[]) group by 1, 2, 3 order by 1, 2, 3
      on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees),
    earned as (insert into event_revenue as kept (event_id, source, amount)
      select event_id, source, sum(amount) from (
        select event_id, i.kind as source, i.total::bigint as amount from bought join order_items i on i.order_id = bought.id
        union all select event_id, 'tax', tax from bought) as parts
        group by 1, 2 having sum(amount) > 0 order by 1, 2
      on conflict (event_id, source) do update set amount = kept.amount + excluded.amount)`;

const eventColumns = { provider: "text", event_id: "text", type: "text", payment_ref: "text" };
