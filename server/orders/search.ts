/**
 * Finds orders of an event by words in their number, in the buyer's name or address, in the first person's name, in
 * imported texts (number, company, note), or in a sponsor's details. Trigram indexes find the rows, and their texts are
 * checked again.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import { containsPattern, mayContain, type SearchWord, searchFormsOf } from "../db/searchWords.ts";

/** Splits a search into words, all of which must match. */
export function orderSearchWords(keyword = ""): string[] {
  return keyword.split(/\s+/).filter((word) => word !== "");
}

/**
 * The query for the ids of an event's orders that match all words. There must be at least one word. The longest word is
 * looked up first, because it usually matches the fewest orders. The other words are checked in these orders.
 */
export async function ordersWith(
  db: Db,
  eventId: number,
  typed: readonly string[],
): Promise<RawBuilder<unknown>> {
  const words = await searchFormsOf(db, typed);
  const [longest, ...others] = words.sort((one, other) => other.typed.length - one.typed.length);
  const found = idsWith(eventId, longest!);
  if (others.length === 0) return found;
  return sql`select found.id from (${found}) found
    join lateral (select * from orders where id = found.id offset 0) o on true
    left join lateral (select * from registrations where id = o.registration_id offset 0) r on true
    where ${sql.join(others.map(hasWord), sql` and `)}`;
}

/** Whether the order `o` with its registration `r` contains a word. */
function hasWord({ typed, plain }: SearchWord): RawBuilder<SqlBool> {
  const like = containsPattern(typed);
  return sql`(o.order_number ilike ${like} or r.email ilike ${like} or r.buyer_name ilike ${like}
    or exists (select from attendees a where a.registration_id = r.id and a.is_primary
      and (a.first_name ilike ${like} or a.last_name ilike ${like} or a.imported_text like ${containsPattern(plain)}))
    or exists (select from sponsorships s where s.order_id = o.id and ${sponsorHas(typed)}))`;
}

/** Whether a value of the sponsorship `s` contains a text. The JSON text has field names and escapes as well. */
const sponsorHas = (typed: string) =>
  sql`exists (select from jsonb_each_text(s.sponsor_data) v where v.value ilike ${containsPattern(typed)})`;

/**
 * The ids of the orders with a word in one of the texts of `hasWord`, found by indexes. An order without a registration
 * is found by its sponsorship or its number. The index of sponsorships is on JSON, which escapes quotation marks, so it
 * cannot find a word with one.
 */
function idsWith(eventId: number, word: SearchWord): RawBuilder<unknown> {
  const like = containsPattern(word.typed);
  return sql`
    select id from orders where event_id = ${eventId} and order_number ilike ${like}
    union select o.id from registrations r join orders o on o.registration_id = r.id
      where r.event_id = ${eventId} and (r.email ilike ${like} or r.buyer_name ilike ${like})
        and ${mayContain(sql`coalesce(r.email, '') || chr(10) || coalesce(r.buyer_name, '')`, word)}
    union select o.id from attendees a join orders o on o.registration_id = a.registration_id
      where a.event_id = ${eventId} and a.is_primary and (a.first_name ilike ${like} or a.last_name ilike ${like})
        and ${mayContain(sql`a.search_text`, word, { isPlain: true })}
    union select o.id from attendees a join orders o on o.registration_id = a.registration_id
      where a.event_id = ${eventId} and a.is_primary and a.imported_text is not null
        and a.imported_text like ${containsPattern(word.plain)} and ${mayContain(sql`a.imported_text`, word, { isPlain: true })}
    union select s.order_id from sponsorships s where s.event_id = ${eventId} and ${sponsorHas(word.typed)}
      and ${word.typed.includes('"') ? sql`true` : mayContain(sql`s.sponsor_data::text`, word)}`;
}
