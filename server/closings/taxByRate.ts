/** `closing.property.test.ts` compares the results with `taxesOf` (contract/rules/money/tax.ts). */
import { type RawBuilder, sql } from "kysely";

/** The orders that were paid, including refunded ones: a table expression of figures.ts. */
const sold = sql.ref("sold");

/**
 * A part's share of an amount by its weight: the sum of the shares up to this part, rounded, minus the rounded sum
 * before it. So the shares add up to the amount, if some weight is not 0.
 */
const share = (amount: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  sql`coalesce(round(${amount} * sum(${weight}) over upto / nullif(sum(${weight}) over whole, 0))
    - round(${amount} * (sum(${weight}) over upto - ${weight}) / nullif(sum(${weight}) over whole, 0)), 0)`;

const windowsOf = (key: RawBuilder<unknown>) =>
  sql`whole as (partition by ${key}), upto as (partition by ${key} order by tax_percent nulls first, tax_name)`;

/**
 * `rated`: each order's items with a rate of the club, by rate. `parts`: also its other items, as one row with
 * `tax_percent` null.
 */
export const taxParts: RawBuilder<unknown> = sql`rated as materialized (
      select i.order_id, i.tax_name, i.tax_percent, sum(i.total) as priced,
        round(sum(i.total) * i.tax_percent / (case when s.prices_include_tax then 100 + i.tax_percent else 100 end)) as tax
      from ${sold} s join order_items i on i.order_id = s.id
      where i.tax_percent is not null and i.total > 0 group by s.prices_include_tax, 1, 2, 3
    ), parts as (
      select p.*, case when s.prices_include_tax then p.priced else p.priced + p.tax end as gross
      from ${sold} s join (
        select * from rated
        union all select o.id, null, null, o.priced - coalesce(r.priced, 0), o.tax - coalesce(r.tax, 0)
          from ${sold} o left join (select order_id, sum(priced) as priced, sum(tax) as tax from rated group by 1) r
            on r.order_id = o.id
      ) p on p.order_id = s.id
      where p.priced > 0
    ), ${refundParts()}`;

/**
 * Refunds at each rate, for orders with rated items. `own`: of items at this rate. `rest`: other refunds, shared by
 * what is left at each rate, so that a full refund returns everything. If refunds of items wait for the buyer or came
 * back, `rest` may be negative; then it is shared by `own`.
 */
function refundParts(): RawBuilder<unknown> {
  return sql`refunded_items as (
      select f.id, f.order_id, f.amount, p.tax_name, p.tax_percent,
        sum(i.unit_price * given.quantity * p.gross / p.priced) as weight
      from refunds f
        cross join lateral jsonb_to_recordset(f.items) as given (kind text, "refId" bigint, quantity int)
        join order_items i on i.order_id = f.order_id and i.kind = given.kind and i.ref_id = given."refId"
        join parts p on p.order_id = f.order_id and p.tax_percent is not distinct from i.tax_percent
          and p.tax_name is not distinct from i.tax_name
      where f.order_id in (select order_id from rated) and f.state = 'done' and f.amount > 0 and i.unit_price > 0
      group by 1, 2, 3, 4, 5
    ), of_items as (
      select order_id, tax_name, tax_percent, sum(amount) as amount
      from (
        select order_id, tax_name, tax_percent, ${share(sql`amount`, sql`weight`)} as amount
        from refunded_items
        window ${windowsOf(sql`id`)}
      ) shared
      group by 1, 2, 3
    ), to_give_back as (
      select p.*, least(coalesce(i.amount, 0), p.gross) as own,
        s.refunded - sum(least(coalesce(i.amount, 0), p.gross)) over (partition by p.order_id) as rest
      from parts p join (select id, refunded_amount - refund_awaits_buyer as refunded from ${sold}) s on s.id = p.order_id
        left join of_items i on i.order_id = p.order_id and i.tax_percent is not distinct from p.tax_percent
          and i.tax_name is not distinct from p.tax_name
      where s.refunded > 0 and p.order_id in (select order_id from rated)
    ), given_back as (
      select order_id, tax_name, tax_percent, own + ${share(sql`rest`, sql`weight`)} as refunded
      from (select *, case when rest >= 0 then gross - own else own end as weight from to_give_back) weighted
      window ${windowsOf(sql`order_id`)}
    )`;
}

/** Sales by item, with their shares of the tax. */
export const sources = sql`
  select kind, ref_id as "refId", (array_agg(title order by id desc))[1] as title, sum(quantity)::int as quantity,
    sum(case when prices_include_tax then total - share else total end)::bigint as net, sum(share)::bigint as tax
  from (
    select i.*, s.prices_include_tax, (round(p.tax::numeric * sum(i.total) over lines / p.priced)
      - round(p.tax::numeric * (sum(i.total) over lines - i.total) / p.priced)) as share
    from ${sold} s join order_items i on i.order_id = s.id
      join parts p on p.order_id = s.id and p.tax_percent is not distinct from i.tax_percent
        and p.tax_name is not distinct from i.tax_name
    window lines as (partition by s.id, i.tax_percent, i.tax_name order by i.id)
  ) as shared
  where total > 0
  group by kind, ref_id, case when ref_id is null then title end
  order by array_position('{ticket,extras,sponsorship,donation}'::text[], kind), sum(total) desc, ref_id`;

/** Sales and refunds by tax rate. A full refund returns all of the tax. */
export const taxes = sql`
  select percent, sum(gross - tax)::bigint as net, sum(tax)::bigint as tax,
    sum(refunded - refunded_tax)::bigint as "refundedNet", sum(refunded_tax)::bigint as "refundedTax"
  from (
    select *, round(tax * refunded / gross) as refunded_tax
    from (
      select p.gross, p.tax, coalesce(p.tax_percent, s.tax_percent, case when p.tax = 0 then 0 end) as percent,
        coalesce(g.refunded, s.refunded_amount - s.refund_awaits_buyer) as refunded
      from parts p join ${sold} s on s.id = p.order_id
        left join given_back g on g.order_id = p.order_id and g.tax_percent is not distinct from p.tax_percent
          and g.tax_name is not distinct from p.tax_name
    ) as with_refunds
  ) as shared
  group by 1 order by 1 desc nulls last`;
