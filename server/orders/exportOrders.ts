/** Orders are read in batches, so that a slow download keeps no query open. */

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { channelWords, paidByWords, purposeWords } from "../../contract/rules/orderWords.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Db } from "../db/pool.ts";
import { searchWordsOf } from "../db/searchWords.ts";
import { buyerAddressSql } from "../registrations/addressees.ts";
import { cellSeparator, rowSeparator } from "../spreadsheets/batch.ts";
import type { SheetColumn } from "../spreadsheets/columns.ts";
import { isExpired } from "./expired.ts";
import { inMainUnit } from "./inMainUnit.ts";
import { buyerName, findOrders, type OrderListFilters, orderConditions } from "./listed.ts";
import { receiptNumberOf } from "./receiptNumbers.ts";

const batchRows = 1000;
const maxInt = 2 ** 31 - 1;

export interface OrdersToExport {
  eventId: number;
  timeZone: string;
  currency: Currency;
  filters: OrderListFilters;
}

/** Exports the selected orders, oldest first: columns, and rows in batches (spreadsheets/batch.ts). */
export function exportOrders(
  db: Db,
  wanted: OrdersToExport,
): { columns: SheetColumn[]; batches: AsyncGenerator<string> } {
  const table = tableOf(wanted);
  return { columns: table.map(({ heading, kind }) => ({ heading, kind })), batches: batchesOf(db, wanted) };
}

interface Column extends SheetColumn {
  cell: RawBuilder<unknown>;
}

function tableOf({ timeZone, currency }: OrdersToExport): Column[] {
  const text = (heading: string, cell: RawBuilder<unknown>): Column => ({ heading, kind: "text", cell });
  const time = (heading: string, column: RawBuilder<unknown>): Column => ({
    heading: `${heading} (${timeZone})`,
    kind: "time",
    cell: sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`,
  });
  const amount = (heading: string, minor: RawBuilder<unknown>): Column => ({
    heading: `${heading} (${currency.toUpperCase()})`,
    kind: "amount",
    cell: inMainUnit(minor, currency),
  });
  const items = sql`(select string_agg(i.quantity || ' × ' || i.title, '; ' order by i.id)
    from order_items i where i.order_id = o.id)`;
  const tickets = sql`(select coalesce(sum(i.quantity), 0) from order_items i where i.order_id = o.id and i.kind = 'ticket')`;
  return [
    { heading: "Id", kind: "number", cell: sql`o.id` },
    text("Order", sql`o.order_number`),
    { heading: "Receipt", kind: "number", cell: receiptNumberOf("o") },
    time("Ordered", sql`o.created_at`),
    time("Paid", sql`o.paid_at`),
    text("Payment", sql`case when ${isExpired} then 'expired' else o.payment_status end`),
    text("Type", asWords(sql`o.purpose`, purposeWords)),
    text("Sold at", asWords(sql`o.channel`, channelWords)),
    text("Payment method", paymentMethod),
    text("Buyer", buyerName),
    text("E-mail", buyerAddressSql),
    text("Items", items),
    { heading: "Tickets", kind: "number", cell: tickets },
    amount("Subtotal", sql`o.subtotal`),
    text("Promo code", sql`o.promo_code`),
    amount("Discount", sql`o.discount`),
    amount("Tax", sql`o.tax`),
    amount("Total", sql`o.total_amount`),
    amount("Refunded", sql`o.refunded_amount - o.refund_awaits_buyer`),
    amount("Refund pending", sql`o.refund_due + o.refund_awaits_buyer`),
    { heading: "Registration", kind: "number", cell: sql`o.registration_id` },
    text("Note", sql`o.paid_note`),
    text("Order in another system", sql`o.imported_number`),
    amount("Paid in another system", sql`o.paid_elsewhere`),
  ];
}

const paymentMethod = sql`case when o.total_amount > 0 then coalesce(${asWords(sql`o.paid_by`, paidByWords)},
  case when o.payment_status in ('paid', 'refunded') then 'Online' end) end`;

function asWords(column: RawBuilder<unknown>, words: Record<string, string>): RawBuilder<unknown> {
  const cases = Object.entries(words).map(([value, message]) => sql`when ${value} then ${message}`);
  return sql`case ${column} ${sql.join(cases, sql` `)} end`;
}

async function* batchesOf(db: Db, wanted: OrdersToExport): AsyncGenerator<string> {
  if (searchWordsOf(wanted.filters.searchKeyword).length > 0) return yield* searchBatches(db, wanted);
  for (let after = 0; ; ) {
    const { rows, count, last } = await batchOf(db, wanted, sql`o.id > ${after}`);
    if (rows !== null) yield rows;
    if (count < batchRows) return;
    after = last!;
  }
}

async function* searchBatches(db: Db, wanted: OrdersToExport): AsyncGenerator<string> {
  const { ids } = await findOrders(db, wanted.eventId, wanted.filters, { limit: maxInt, offset: 0 });
  for (const oldestFirst = ids.reverse(); oldestFirst.length > 0; ) {
    const next = oldestFirst.splice(0, batchRows);
    const { rows } = await batchOf(db, wanted, sql`o.id = any(${next}::bigint[])`);
    if (rows !== null) yield rows;
  }
}

async function batchOf(
  db: Db,
  wanted: OrdersToExport,
  condition: RawBuilder<SqlBool>,
): Promise<{ rows: string | null; count: number; last: number | null }> {
  const cells = tableOf(wanted).map(
    ({ cell }) => sql`replace(coalesce((${cell})::text, ''), ${cellSeparator}, '')`,
  );
  const { rows } = await sql<{ rows: string | null; count: number; last: number | null }>`
    select string_agg(replace(cells, ${rowSeparator}, ''), ${rowSeparator} order by id) as rows,
      count(*)::int as count, max(id) as last
    from (
      select o.id, concat_ws(${cellSeparator}, ${sql.join(cells)}) as cells
      from orders o left join registrations r on r.id = o.registration_id
        left join attendees a on a.registration_id = r.id and a.is_primary
        left join sponsorships s on s.order_id = o.id
      where ${orderConditions(wanted.eventId, wanted.filters)} and ${condition}
      order by o.id limit ${batchRows}
    ) as part`.execute(db);
  return rows[0]!;
}
