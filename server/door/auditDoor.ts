import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

export interface DoorDifference {
  what: string;
  /** The id of the attendee or of the purchase, or the receipt of the scan. */
  id: number;
  kept: number;
  counted: number;
}

/**
 * Finds admissions, handovers and undos that do not match their scans. `kept` is stored, `counted` follows from the
 * scans: the sum of a purchase's extras, or 1 for yes and 0 for no. They are equal if only a time, a gate, a helper or a
 * scan's id differs.
 */
export async function auditDoor(db: Db): Promise<DoorDifference[]> {
  const { rows } = await sql<DoorDifference>`
    with live as (
      select s.* from door_scans s left join door_undone u using (event_id, scan_id)
      where s.kind <> 'undo' and s.is_admitted and u.scan_id is null
    ), holding as (
      select distinct on (l.event_id, l.attendee_id) l.event_id, l.attendee_id, l.scan_id, l.received_at, l.gate, l.helper
      from live l join attendees a on a.id = l.attendee_id and a.event_id = l.event_id
      where l.kind = 'admit' order by l.event_id, l.attendee_id, l.receipt
    ), counted as (
      select p.id, l.receipt, l.received_at, place, quantity,
        sum(case when l.handed is null then quantity else coalesce(l.handed[place], 0) end)
          over (partition by p.id, place order by l.receipt) as total
      from live l join extras_purchases p on p.id = l.purchase_id
        cross join lateral (select place, (line ->> 'quantity')::integer as quantity
          from jsonb_array_elements(p.extras_data) with ordinality as lines (line, place)) bought
      where l.kind = 'redeem'
    ), handed as (
      select distinct on (id) id, received_at from (
        select id, receipt, received_at from counted group by 1, 2, 3 having bool_and(total >= quantity)
      ) complete order by id, receipt
    ), given as (
      select id, sum(total) as total from (
        select id, place, least(max(total), max(quantity)) as total from counted group by 1, 2
      ) lines group by 1
    )
    select 'attendee in' as what, coalesce(h.attendee_id, c.attendee_id) as id,
      (c.attendee_id is not null)::int as kept, (h.attendee_id is not null)::int as counted
    from holding h full join checkins c on c.attendee_id = h.attendee_id
    where (c.scan_id, c.created_at, c.gate, c.helper) is distinct from (h.scan_id, h.received_at, h.gate, h.helper)
    union all
    select 'extras handed over', p.id, p.redeemed::int, (h.id is not null)::int
    from extras_purchases p left join handed h using (id)
    where p.redeemed <> (h.id is not null) or p.scanned_at is distinct from h.received_at
    union all
    select 'count of extras', p.id, kept.total::int, coalesce(g.total, 0)::int
    from extras_purchases p left join given g using (id)
      cross join lateral (select coalesce(sum(count), 0) as total from unnest(p.handed) as count) kept
    where kept.total <> coalesce(g.total, 0)
    union all
    select 'scan undone', s.receipt, (s.undone_by is not null)::int, (u.scan_id is not null)::int
    from door_scans s left join door_undone u using (event_id, scan_id)
    where s.kind <> 'undo' and s.undone_by is distinct from u.undone_by
    union all
    select 'admitted scan without a decision of the device', s.receipt, 1, 0
    from door_scans s where s.is_admitted and not s.decided and s.verdict <> 'welcome'
    order by 1, 2`.execute(db);
  return rows;
}
