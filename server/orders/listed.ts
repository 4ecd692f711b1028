/**
 * First the ids of a page are found, then their rows are read one by one (`offset 0`), so that the plan does not depend
 * on statistics, which are outdated just after an import.
 */

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { QueryOf } from "../../contract/all.ts";
import type { MoneyCase } from "../../contract/shapes/money/moneyCase.ts";
import type { ListedOrder } from "../../contract/shapes/money/refund.ts";
import type { Db } from "../db/pool.ts";
import { nearerRange, type RowRange } from "../db/rowRange.ts";
import { searchWordsOf } from "../db/searchWords.ts";
import { buyerAddressSql } from "../registrations/addressees.ts";
import { caseJson, openCases, openCasesOfOrders } from "./cases.ts";
import { hasPaymentStatus, isExpired, readsRegistration } from "./expired.ts";
import { receiptNumberOf } from "./receiptNumbers.ts";
import { itemOf, type OrderRow, presentStaffOrder } from "./rows.ts";
import { ordersWith } from "./search.ts";

type ListedOrderRow = OrderRow & {
  buyer_name: string;
  buyer_email: string | null;
  attention: MoneyCase[];
  is_expired: boolean;
};

export type OrderListFilters = Pick<
  QueryOf<"order/getOrders">,
  "searchKeyword" | "paymentStatus" | "purpose" | "channel" | "refund" | "needsAttention"
>;

/** The stored name of the buyer, else of the primary attendee `a`, else of the sponsor `s`. */
export const buyerName = sql<string>`coalesce(r.buyer_name, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''),
  trim(concat_ws(' ', s.sponsor_data ->> 'firstName', s.sponsor_data ->> 'lastName')))`;

/** A page of an event's orders, newest first, and the total. */
export async function listOrders(
  db: Db,
  eventId: number,
  filters: OrderListFilters,
  page: RowRange,
): Promise<{ rows: ListedOrder[]; total: number }> {
  const { ids, total } = await findOrders(db, eventId, filters, page);
  return { rows: await readListed(db, ids), total };
}

/** One order as in the list, or undefined. */
export async function orderAsListed(db: Db, orderId: number): Promise<ListedOrder | undefined> {
  const [row] = await readListed(db, [orderId]);
  return row;
}

/** Counts an event's orders that match the filters, without the search words. */
export async function countOrders(db: Db, eventId: number, filters: OrderListFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${ordersFor(filters)} where ${orderConditions(eventId, filters)}`.execute(
    db,
  );
  return rows[0]!.total;
}

interface FoundOrders {
  ids: number[];
  total: number;
}

/** The ids of a page, newest first, and the total. */
export function findOrders(
  db: Db,
  eventId: number,
  filters: OrderListFilters,
  page: RowRange,
): Promise<FoundOrders> {
  const find = searchWordsOf(filters.searchKeyword).length === 0 ? browse : search;
  return find(db, eventId, filters, page);
}

/** Joins the registrations `r` only if a filter needs them, because without the join an index may be enough. */
function ordersFor({ paymentStatus }: OrderListFilters): RawBuilder<unknown> {
  const usesRegistration = paymentStatus !== undefined && readsRegistration(paymentStatus);
  return usesRegistration
    ? sql`orders o left join registrations r on r.id = o.registration_id`
    : sql`orders o`;
}

async function browse(
  db: Db,
  eventId: number,
  filters: OrderListFilters,
  page: RowRange,
): Promise<FoundOrders> {
  const total = await countOrders(db, eventId, filters);
  const { isFromEnd, limit, offset } = nearerRange(page, total);
  if (limit === 0) return { ids: [], total };
  const { rows } = await sql<{ id: number }>`
    select o.id from ${ordersFor(filters)} where ${orderConditions(eventId, filters)}
    order by o.id ${sql.raw(isFromEnd ? "asc" : "desc")} limit ${limit} offset ${offset}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return { ids: isFromEnd ? ids.reverse() : ids, total };
}

async function search(
  db: Db,
  eventId: number,
  { searchKeyword, ...filters }: OrderListFilters,
  { limit, offset }: RowRange,
): Promise<FoundOrders> {
  const found = await ordersWith(db, eventId, searchWordsOf(searchKeyword));
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const matching = isFiltered
    ? sql`select o.id from ${ordersFor(filters)} where ${orderConditions(eventId, filters)} and o.id in (select id from found)`
    : sql`select id from found`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${found}), matching as materialized (${matching})
    select array(select id from matching order by id desc limit ${limit} offset ${offset}) as ids,
      (select count(*) from matching)::int as total`.execute(db);
  return rows[0]!;
}

async function readListed(db: Db, ids: readonly number[]): Promise<ListedOrder[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedOrderRow>`
    with cases as materialized ${openCasesOfOrders(ids)}
    select o.*, coalesce((select json_agg(${caseJson} order by c.key) from cases c where c.order_id = o.id), '[]') as attention,
      ${receiptNumberOf("o")} as receipt_number,
      ${isExpired} as is_expired,
      ${buyerName} as buyer_name,
      ${buyerAddressSql} as buyer_email,
      coalesce((select json_agg(${itemOf("i")} order by i.id)
        from order_items i where i.order_id = o.id), '[]') as items
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join lateral (select * from orders where id = wanted.id offset 0) o on true
      left join lateral (select * from registrations where id = o.registration_id offset 0) r on true
      left join lateral (select * from attendees where registration_id = r.id and is_primary offset 0) a on true
      left join lateral (select * from sponsorships where order_id = o.id offset 0) s on true
    order by wanted.place`.execute(db);
  return rows.map((row) => ({
    ...presentStaffOrder(row),
    purpose: row.purpose,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    refundDue: row.refund_due,
    isExpired: row.is_expired,
    paidNote: row.paid_note,
    attention: row.attention,
  }));
}

/** The condition of the filters on orders `o` and registrations `r`, without the search words. */
export function orderConditions(
  eventId: number,
  { paymentStatus, purpose, channel, refund, needsAttention }: OrderListFilters,
): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`o.event_id = ${eventId}`];
  if (paymentStatus !== undefined) conditions.push(hasPaymentStatus(paymentStatus));
  if (purpose !== undefined) conditions.push(sql`o.purpose = ${purpose}`);
  if (channel !== undefined) conditions.push(sql`o.channel = ${channel}`);
  if (refund === "due") conditions.push(sql`o.refund_due > 0`);
  if (refund === "part") conditions.push(sql`o.payment_status = 'paid' and o.refunded_amount > 0`);
  if (needsAttention === true) conditions.push(sql`o.id in (select order_id from ${openCases(eventId)} c)`);
  return sql.join<SqlBool>(conditions, sql` and `);
}
