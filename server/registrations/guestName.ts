/** Attendees without a name have an empty first name, and are shown as guests, such as "Guest 2 of Mara Lind". */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** First and last name as one text. Of an attendee without a name it is empty, or what an `AttendeeRow` shows. */
export function attendeeName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim();
}

/**
 * The first name of an attendee as it is shown. Guests with a name count too, so that naming one does not change the
 * numbers of others. A named primary attendee counts only if the buyer has another name, so naming the primary
 * attendee may change them.
 */
export function shownFirstName(alias: "a" | "attendees" = "a"): RawBuilder<string> {
  const a = sql.raw(alias);
  return sql<string>`case when ${a}.first_name <> '' then ${a}.first_name else (
    select 'Guest' || case when guests.count > 1 then ' ' || guests.place else '' end || coalesce(' of ' || coalesce(
        nullif(buyer.buyer_name, ''),
        (select nullif(trim(concat_ws(' ', first.first_name, first.last_name)), '') from attendees first
          where first.registration_id = buyer.id and first.is_primary),
        (select imported_number from orders
          where registration_id = buyer.id and purpose = 'registration' and imported_number is not null)), '')
    from registrations buyer
      cross join lateral (select count(*) as count, count(*) filter (where guest.id <= ${a}.id) as place
        from attendees guest where guest.registration_id = buyer.id
          and (not guest.is_primary or guest.first_name = ''
            or nullif(buyer.buyer_name, '') <> trim(concat_ws(' ', guest.first_name, guest.last_name)))) guests
    where buyer.id = ${a}.registration_id) end`;
}

/** The shown first names of those attendees who have no name, by id. */
export async function guestNamesOf(
  db: Db,
  attendeeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (attendeeIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, ${shownFirstName()} as name from attendees a
    where a.id = any(${[...attendeeIds]}::bigint[]) and a.first_name = ''`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
