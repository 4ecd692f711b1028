import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

export interface GateArrivals {
  slot: Date;
  gate: string;
  checkins: number;
}

/** An event's check-ins by quarter of an hour and gate. */
export function arrivalsByGate(db: Db, eventId: number): Promise<GateArrivals[]> {
  return db
    .selectFrom("event_arrived")
    .select(["slot", "gate", "checkins"])
    .where("event_id", "=", eventId)
    .where("checkins", ">", 0)
    .orderBy("slot")
    .orderBy("gate")
    .execute();
}

export interface EarlierEvent {
  start: Date;
  registered: number;
  arrivals: { slot: Date; count: number }[];
}

const maxEarlierEvents = 10;
/** An event with fewer is left out, because somebody may only have tried the scanner. */
const minArrivals = 10;

/** The club's latest events before this one that have attendees and enough arrivals. */
export async function earlierEvents(
  db: Db,
  event: { id: number; club_id: number; start_datetime: Date },
): Promise<EarlierEvent[]> {
  const { rows } = await sql<{ start: Date; registered: number; slots: string[]; counts: number[] }>`
    select e.start_datetime as start, e.attendee_count as registered, a.slots, a.counts
    from events e, lateral (
      select array_agg(to_char(slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') order by slot) as slots,
        array_agg(count order by slot) as counts, sum(count) as arrived
      from (select slot, sum(checkins)::int as count from event_arrived
        where event_id = e.id and checkins > 0 group by slot) by_slot
    ) a
    where e.club_id = ${event.club_id} and e.id <> ${event.id} and e.start_datetime < ${event.start_datetime}
      and e.attendee_count > 0 and a.arrived >= ${minArrivals}
    order by e.start_datetime desc limit ${maxEarlierEvents}`.execute(db);
  return rows.map(({ start, registered, slots, counts }) => ({
    start,
    registered,
    arrivals: slots.map((slot, index) => ({ slot: new Date(slot), count: counts[index]! })),
  }));
}
