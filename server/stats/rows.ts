/**
 * Triggers update the stored figures, but an import of people calls `countRegistered` (migrations/0049-no-switches.sql
 * tells why). The queries read these figures instead of a row for each attendee.
 */
import { sql } from "kysely";
import type { RevenueSource, Statistics } from "../../contract/shapes/statistics.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { Span } from "./days.ts";

/** The four counts of an event. */
export async function countsOf(db: Db, eventId: number, day: Span): Promise<Statistics> {
  const { rows } = await sql<Statistics>`select
    e.attendee_count as "totalRegistrationCount",
    coalesce((select sum(attendees) from event_registered
      where event_id = e.id and slot >= ${day.from} and slot < ${day.to}), 0)::int as "historicalRegistrationCount",
    a.today as "historicalCheckinCount", a.ever as "totalCheckinCount"
    from events e, lateral (select coalesce(sum(checkins), 0)::int as ever,
      coalesce(sum(checkins) filter (where slot >= ${day.from} and slot < ${day.to}), 0)::int as today
      from event_arrived where event_id = e.id) a
    where e.id = ${eventId}`.execute(db);
  return rows[0]!;
}

/** The first and the last quarter of an hour with a registration, or null. */
export async function registeredSpan(db: Db, eventId: number): Promise<{ first: Date; last: Date } | null> {
  const row = await db
    .selectFrom("event_registered")
    .select(({ fn }) => [fn.min("slot").as("first"), fn.max("slot").as("last")])
    .where("event_id", "=", eventId)
    .where("attendees", ">", 0)
    .executeTakeFirstOrThrow();
  return row.first === null || row.last === null ? null : { first: row.first, last: row.last };
}

/** How many attendees registered in each step (from one of `starts`), and before the first. */
export async function registeredBySteps(
  db: Db,
  eventId: number,
  starts: readonly Date[],
): Promise<{ counts: number[]; before: number }> {
  const times = starts.map((start) => start.toISOString());
  const { rows } = await sql<{ step: number; count: number }>`select
    width_bucket(slot, ${times}::timestamptz[]) as step, sum(attendees)::int as count
    from event_registered where event_id = ${eventId} group by 1`.execute(db);
  const byStep = new Map(rows.map(({ step, count }) => [step, count]));
  return { counts: starts.map((_, index) => byStep.get(index + 1) ?? 0), before: byStep.get(0) ?? 0 };
}

/** The number of attendees by ticket id. */
export async function registeredByTicket(db: Db, eventId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("event_registered")
    .select(["ticket_id", sql<number>`sum(attendees)::int`.as("count")])
    .where("event_id", "=", eventId)
    .groupBy("ticket_id")
    .execute();
  return new Map(rows.map((row) => [row.ticket_id, row.count]));
}

/** A day's check-ins by quarter of an hour. */
export function arrivalsOf(db: Db, eventId: number, day: Span): Promise<{ slot: Date; checkins: number }[]> {
  return db
    .selectFrom("event_arrived")
    .select(["slot", sql<number>`sum(checkins)::int`.as("checkins")])
    .where("event_id", "=", eventId)
    .where("slot", ">=", day.from)
    .where("slot", "<", day.to)
    .where("checkins", ">", 0)
    .groupBy("slot")
    .orderBy("slot")
    .execute();
}

/** Revenue by source, in minor units. */
export function revenueOf(db: Db, eventId: number): Promise<{ source: RevenueSource; amount: number }[]> {
  return db
    .selectFrom("event_revenue")
    .select(["source", "amount"])
    .where("event_id", "=", eventId)
    .where("amount", "<>", 0)
    .execute();
}

export interface RegisteredCount {
  at: Date;
  ticketId: number;
  attendees: number;
}

/** Makes a counter that adds up attendees by minute and ticket. */
export function newRegisteredCounts() {
  const counts = new Map<string, RegisteredCount>();
  return {
    add(at: Date, ticketId: number): void {
      const key = `${Math.floor(at.getTime() / 60_000)} ${ticketId}`;
      const count = counts.get(key);
      if (count === undefined) counts.set(key, { at, ticketId, attendees: 1 });
      else count.attendees += 1;
    },
    all: (): RegisteredCount[] => [...counts.values()],
  };
}

/**
 * Counts attendees who were added to active registrations, and notifies live statistics. Call it at the end of the
 * transaction, because it locks rows that other registrations update.
 */
export async function countRegistered(
  tx: Tx,
  eventId: number,
  counts: readonly RegisteredCount[],
): Promise<void> {
  await sql`with counted as (
      insert into event_registered as kept (event_id, slot, ticket_id, attendees)
      select ${eventId}, slot_of(at), ticket_id, sum(attendees)
        from unnest(${counts.map(({ at }) => at.toISOString())}::timestamptz[], ${counts.map((one) => one.ticketId)}::bigint[],
          ${counts.map((one) => one.attendees)}::int[]) as given (at, ticket_id, attendees)
        group by 2, 3 order by 2, 3
      on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees
    )
    select pg_notify('event_figures', ${eventId}::text)`.execute(tx);
}
