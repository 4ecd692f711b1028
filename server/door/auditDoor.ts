/** Compares admissions and handed-over purchases with their scans. No result means that they agree. */
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** A row that does not match its scans. */
export interface DoorDifference {
  what: string;
  /** The id of the attendee, the purchase or the event. */
  id: number;
  kept: number;
  counted: number;
}

/**
 * Every difference. A check-in is the first admitted scan of its attendee that no undo refers to; a scan is
 * undone exactly when an undo refers to it. `kept` and `counted` are 1 for present and 0 for absent.
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
    ), handed as (
      select distinct on (l.purchase_id) l.purchase_id, l.received_at
      from live l where l.kind = 'redeem' order by l.purchase_id, l.receipt
    )
    select 'attendee in' as what, coalesce(h.attendee_id, c.attendee_id) as id,
      (c.attendee_id is not null)::int as kept, (h.attendee_id is not null)::int as counted
    from holding h full join checkins c on c.attendee_id = h.attendee_id
    where (c.scan_id, c.created_at, c.gate, c.helper) is distinct from (h.scan_id, h.received_at, h.gate, h.helper)
    union all
    select 'extras handed over', p.id, p.redeemed::int, (h.purchase_id is not null)::int
    from extras_purchases p left join handed h on h.purchase_id = p.id
    where p.redeemed <> (h.purchase_id is not null) or p.scanned_at is distinct from h.received_at
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
