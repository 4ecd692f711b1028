import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** The name that was given with the address at an event; empty if unknown. */
export async function addresseeName(db: Db, eventId: number, email: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 1 as priority, coalesce(r.buyer_name, trim(concat_ws(' ', a.first_name, a.last_name))) as name
        from registrations r left join attendees a on a.registration_id = r.id and a.is_primary
        where r.event_id = ${eventId} and lower(r.email) = lower(${email})
      union all select 2, trim(concat_ws(' ', a.first_name, a.last_name))
        from attendees a where a.event_id = ${eventId} and lower(a.email) = lower(${email})
      union all select 3, trim(concat_ws(' ', s.sponsor_data ->> 'firstName', s.sponsor_data ->> 'lastName'))
        from sponsorships s where s.event_id = ${eventId} and lower(s.sponsor_data ->> 'email') = lower(${email})
    ) as known where name <> '' order by priority, name limit 1`.execute(db);
  return rows[0]?.name ?? "";
}
