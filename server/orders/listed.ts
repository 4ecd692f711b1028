/** The orders of an event as staff see them: searched, filtered, in pages; and what happened to one of them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { QueryOf } from "../../contract/all.ts";
import type { MoneyCase } from "../../contract/moneyCase.ts";
import type { ListedOrder, OrderEntry } from "../../contract/refund.ts";
import type { Db } from "../db/pool.ts";
import { caseJson, openCases, openCasesOfOrder } from "./cases.ts";
import { isExpired, standsAs } from "./expired.ts";
import { type OrderRow, presentStaffOrder } from "./rows.ts";

/** An order with who bought it and what is wrong with it. */
type Listed = OrderRow & {
  buyer_name: string;
  buyer_email: string | null;
  attention: MoneyCase[];
  is_expired: boolean;
};

/** Which orders are wanted. */
export type OrderFilters = Pick<
  QueryOf<"order/getOrders">,
  "searchKeyword" | "paymentStatus" | "purpose" | "channel" | "refund" | "needsAttention"
>;

/** Where rows of the list come from; conditions may also name `cases`, those of `openCases`. */
export const ordersAndBuyers = sql`orders o left join registrations r on r.id = o.registration_id
  left join attendees a on a.registration_id = r.id and a.is_primary
  left join sponsorships s on s.order_id = o.id`;

/** Who bought, by the name that they gave; a guest's where they gave none. */
export const buyerName = sql<string>`coalesce(r.buyer_name, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''),
  trim(concat_ws(' ', s.sponsor_data ->> 'firstName', s.sponsor_data ->> 'lastName')))`;

/** A page of an event's orders, newest first, and how many there are in all. */
export async function listOrders(
  db: Db,
  eventId: number,
  filters: OrderFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedOrder[]; total: number }> {
  const wanted = { meant: conditionsOf(eventId, filters), cases: openCases(eventId) };
  const counted = await sql<{ total: number }>`
    with cases as materialized ${wanted.cases}
    select count(*)::int as total from ${ordersAndBuyers} where ${wanted.meant}`.execute(db);
  return { rows: await listed(db, wanted, { limit, offset }), total: counted.rows[0]!.total };
}

/** One order as the list shows it, or undefined. */
export async function listedOrder(db: Db, orderId: number): Promise<ListedOrder | undefined> {
  const wanted = { meant: sql<SqlBool>`o.id = ${orderId}`, cases: openCasesOfOrder(orderId) };
  const [row] = await listed(db, wanted, { limit: 1, offset: 0 });
  return row;
}

async function listed(
  db: Db,
  { meant, cases }: { meant: RawBuilder<SqlBool>; cases: RawBuilder<unknown> },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql<Listed>`
    with cases as materialized ${cases}
    select o.*, coalesce((select json_agg(${caseJson} order by c.key) from cases c where c.order_id = o.id), '[]') as attention,
      ${isExpired} as is_expired,
      ${buyerName} as buyer_name,
      coalesce(r.email, s.sponsor_data ->> 'email') as buyer_email,
      coalesce((select json_agg(json_build_object('kind', i.kind, 'refId', i.ref_id, 'title', i.title,
          'unitPrice', i.unit_price, 'quantity', i.quantity, 'total', i.total) order by i.id)
        from order_items i where i.order_id = o.id), '[]') as items
    from ${ordersAndBuyers} where ${meant} order by o.id desc limit ${limit} offset ${offset}`.execute(db);
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

/** Which of them are meant. */
export function conditionsOf(
  eventId: number,
  { searchKeyword, paymentStatus, purpose, channel, refund, needsAttention }: OrderFilters,
): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`o.event_id = ${eventId}`];
  if (paymentStatus !== undefined) conditions.push(standsAs(paymentStatus));
  if (purpose !== undefined) conditions.push(sql`o.purpose = ${purpose}`);
  if (channel !== undefined) conditions.push(sql`o.channel = ${channel}`);
  if (refund === "due") conditions.push(sql`o.refund_due > 0`);
  if (refund === "part") conditions.push(sql`o.payment_status = 'paid' and o.refunded_amount > 0`);
  if (needsAttention === true) conditions.push(sql`o.id in (select order_id from cases)`);
  for (const word of (searchKeyword ?? "").split(/\s+/).filter((one) => one !== "")) {
    const like = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(o.order_number ilike ${like} or r.email ilike ${like} or r.buyer_name ilike ${like} or a.first_name ilike ${like}
      or a.last_name ilike ${like} or s.sponsor_data::text ilike ${like})`);
  }
  return sql.join<SqlBool>(conditions, sql` and `);
}

/** What happened to an order and to its registration, oldest first, with the names of those who did it. */
export async function historyOf(
  db: Db,
  order: { id: number; registrationId: number | null },
): Promise<OrderEntry[]> {
  const { rows } = await sql<Omit<OrderEntry, "at"> & { at: Date }>`
    select l.at, ${actorName(sql`l.actor`)} as by, case l.entity when 'order' then l.action else 'registration.' || l.action end as action,
      l.detail ->> 'from' as "from", l.detail ->> 'to' as "to", l.detail ->> 'field' as field,
      coalesce(l.detail -> 'people', '[]') as people, l.detail ->> 'note' as note
    from audit_log l
    where (l.entity = 'order' and l.entity_id = ${order.id})
      or (l.entity = 'registration' and l.entity_id = ${order.registrationId})
    order by l.id`.execute(db);
  return rows.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry }));
}

/** The names of those who asked for some refunds, by actor. */
export async function namesOf(db: Db, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ actor: string; name: string }>`
    select actor, ${actorName(sql`actor`)} as name from unnest(${[...actors]}::text[]) as given (actor)`.execute(
    db,
  );
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}

function actorName(actor: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case
    when ${actor} like 'user:%' then coalesce((select full_name from app_users where id = substr(${actor}, 6)::bigint), 'Staff')
    when ${actor} like 'helper:%' then coalesce((select 'Helper at ' || gate from door_links where id = substr(${actor}, 8)::bigint), 'Helper')
    when ${actor} = 'provider:stripe' then 'Stripe'
    when ${actor} like 'provider:%' then 'Payment provider'
    when ${actor} = 'visitor' then 'Buyer'
    when ${actor} = 'sweeper' then 'Foyer'
    else 'Operator' end`;
}
