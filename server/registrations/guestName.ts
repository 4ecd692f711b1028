/**
 * Attendees whose buyer left the name for later. They are stored with an empty first name, and shown as "Guest of Mara
 * Lind" on tickets, in mails, in lists and at the door; as "Guest 3 of AAA03" if nobody of an imported order has a name.
 */
import { type RawBuilder, sql } from "kysely";
import { boughtByField } from "../../contract/rules/nameParts.ts";
import type { Db } from "../db/pool.ts";

/** The first name of attendee `a` (or of another alias) as it is shown. An attendee without a name has no last name. */
export function shownFirstName(alias: "a" | "attendees" = "a"): RawBuilder<string> {
  const a = sql.raw(alias);
  return sql<string>`case when ${a}.first_name <> '' then ${a}.first_name else (
    select 'Guest' || coalesce(' of ' || coalesce(nullif(buyer.additional_fields ->> ${sql.lit(boughtByField)}, ''),
      nullif(buyer.buyer_name, ''),
      (select nullif(trim(concat_ws(' ', first.first_name, first.last_name)), '') from attendees first
        where first.registration_id = buyer.id and first.is_primary)),
      (select ' ' || (select count(*) from attendees earlier where earlier.registration_id = buyer.id and earlier.id <= ${a}.id)
        || ' of ' || imported_number from orders
        where registration_id = buyer.id and purpose = 'registration' and imported_number is not null), '')
    from registrations buyer where buyer.id = ${a}.registration_id) end`;
}

/** The shown first names of those of some attendees that have no name, by id. */
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
