/** Foreign keys delete what depends on an event together with it, except payments. */
import { type RawBuilder, sql } from "kysely";
import type { EventRemoval } from "../../contract/shapes/event.ts";
import type { Db, Tx } from "../db/pool.ts";

/** Whether an event has orders, sponsorships, or registrations with places; with `after` only such created since. */
export async function hasBuyers(tx: Tx, eventId: number, after?: Date): Promise<boolean> {
  const condition = sql`event_id = ${eventId} and ${after === undefined ? sql`true` : sql`created_at > ${after}`}`;
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from orders where ${condition})
    or exists (select from sponsorships where ${condition})
    or exists (select from registrations where ${condition} and state in ('held', 'pending', 'active'))
    as found`.execute(tx);
  return rows[0]!.found;
}

export interface EventDependents {
  takes: EventRemoval["takes"];
  /** Paid orders, and sponsorships paid here without an order. */
  paid: number;
  /** Payments in progress, and those that must still be refunded. */
  open: number;
  /** Payments in the state needs_attention, without those whose case staff marked as done. */
  cases: number;
}

/** Counts the rows that depend on an event. */
export async function countDependents(db: Db, eventId: number): Promise<EventDependents> {
  const count = (table: string, more = sql``) =>
    sql`(select count(*)::int from ${sql.table(table)} where event_id = ${eventId} ${more})`;
  const payments = (which: RawBuilder<unknown>) =>
    sql`(select count(*)::int from orders join payments p on p.order_id = orders.id
      where orders.event_id = ${eventId} and ${which})`;
  const { rows } = await sql<EventRemoval["takes"] & { paid: number; open: number; cases: number }>`select
    ${count("tickets")} as tickets, ${count("promo_codes")} as "promoCodes", ${count("extras")} as extras,
    ${count("form_questions", sql`and not is_hidden`)} as questions,
    ${count("sponsorship_packages")} as packages, ${count("sponsorships")} as sponsorships,
    ${count("registrations", sql`and state = 'active'`)} as registrations,
    (select attendee_count from events where id = ${eventId}) as attendees,
    ${count("checkins")} as checkins, ${count("orders")} as orders,
    ${count("orders", sql`and payment_status = 'paid'`)}
      + ${count("sponsorships", sql`and payment_status = 'paid' and paid_elsewhere is null and order_id is null`)} as paid,
    ${payments(sql`p.state in ('created', 'pending', 'processing', 'refund_due')`)} as open,
    ${payments(sql`p.state = 'needs_attention' and ${isCaseOpen}`)} as cases`.execute(db);
  const { paid, open, cases, ...takes } = rows[0]!;
  return { takes, paid, open, cases };
}

/**
 * Whether staff have not marked the case of a payment as done. If banks returned refunds of the payment that pays the
 * order, all of these refunds must be marked instead.
 */
const isCaseOpen = sql`case when p.attention ->> 'kind' = 'refundSentBack' and orders.payment_id = p.id
  then exists (select from refunds f where f.order_id = orders.id and f.amount < 0 and f.actor like 'provider:%'
    and not exists (select from cases_done d where d.key = 'refund:' || f.id))
  else not exists (select from cases_done d where d.key = 'payment:' || p.id || ':' || case
    when p.attention ->> 'kind' in ('disputed', 'disputeLost') then 'other'
    when p.attention ->> 'kind' = 'refundSentBack' then 'refundSentBack:' || p.sent_back_amount
    else coalesce(p.attention ->> 'kind', 'other') end) end`;

/** Locks an event and its registrations with held places. False if it does not exist. */
export async function lockForRemoval(tx: Tx, eventId: number): Promise<boolean> {
  const { rows } = await sql`select from events where id = ${eventId} for update`.execute(tx);
  await sql`select from registrations where event_id = ${eventId} and state in ('held', 'pending')
    order by id for update`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes a locked event, and returns its banner. Foreign keys would delete the rows of each registration separately,
 * so the largest tables come first.
 */
export async function deleteEvent(tx: Tx, eventId: number): Promise<string | null> {
  for (const table of ["checkins", "orders", "attendees", "registrations"])
    await sql`delete from ${sql.table(table)} where event_id = ${eventId}`.execute(tx);
  const { rows } = await sql<{ banner: string | null }>`
    delete from events where id = ${eventId} returning banner`.execute(tx);
  return rows[0]?.banner ?? null;
}
