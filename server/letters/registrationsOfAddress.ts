import { sql } from "kysely";
import type { Db } from "../db/pool.ts";
import { eventEnds } from "../events/rows.ts";

export const mostListed = 50;

const pastDays = 365;

export interface ListedRegistration {
  readonly id: number;
  readonly isOver: boolean;
}

/**
 * The registrations of an address, as buyer or guest, of events that have been over for less than a year or are not
 * over: active ones, and cancelled ones with an order that was paid or free. `isCut` if there are more than
 * `mostListed`. Events that are not over come first, the soonest first; then the others, the latest first. The joins use
 * indexes that begin with the event: an index of addresses would make purchases slower.
 */
export async function registrationsOfAddress(
  db: Db,
  email: string,
  now: Date,
): Promise<{ registrations: ListedRegistration[]; isCut: boolean }> {
  const address = email.toLowerCase();
  const since = new Date(now.getTime() - pastDays * 24 * 3_600_000);
  const { rows } = await sql<ListedRegistration>`
    with found as (
      select r.id from events e join registrations r on r.event_id = e.id
        where ${eventEnds("e")} > ${since} and lower(r.email) = ${address}
      union
      select a.registration_id from events e join attendees a on a.event_id = e.id
        where ${eventEnds("e")} > ${since} and a.email is not null and lower(a.email) = ${address})
    select r.id, ${eventEnds("e")} <= ${now} as "isOver"
      from found join registrations r on r.id = found.id join events e on e.id = r.event_id
      where r.state = 'active' or (r.state = 'cancelled' and exists (
        select from orders o where o.registration_id = r.id and o.payment_status in ('paid', 'refunded', 'free')))
      order by ${eventEnds("e")} <= ${now},
        case when ${eventEnds("e")} > ${now} then e.start_datetime end, e.start_datetime desc, r.id
      limit ${mostListed + 1}`.execute(db);
  return { registrations: rows.slice(0, mostListed), isCut: rows.length > mostListed };
}
