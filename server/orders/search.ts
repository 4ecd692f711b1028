/** Finds an event's orders by words. Where a trigram index can be used, it finds the rows. Their texts are checked again. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import { containsPattern, mayContain, type SearchWord, searchFormsOf } from "../db/searchWords.ts";

/**
 * The query for the orders with all words, at least one. The longest is looked up first, because it usually matches the
 * fewest orders. `offset 0` makes PostgreSQL look up each found order by its id.
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

/** The buyer's address and name, written as in the index. */
const buyerText = sql`plain_text(coalesce(r.email, '') || chr(10) || coalesce(r.buyer_name, ''))`;

/** The attendee's name: the first line. The others have address and phone. */
const nameText = sql`split_part(a.search_text, chr(10), 1)`;

function hasWord({ plain }: SearchWord): RawBuilder<SqlBool> {
  const like = containsPattern(plain);
  return sql`(o.order_number ilike ${like} or ${buyerText} like ${like}
    or exists (select from attendees a where a.registration_id = r.id and a.is_primary
      and (${nameText} like ${like} or a.imported_text like ${like}))
    or exists (select from sponsorships s where s.order_id = o.id and ${sponsorHas(like)}))`;
}

/** Compares single values, because the JSON text has field names and escapes as well. */
const sponsorHas = (like: string) =>
  sql`exists (select from jsonb_each_text(s.sponsor_data) v where plain_text(v.value) like ${like})`;

/** The index of sponsorships is on JSON, which escapes quotation marks, so it cannot find a word with one. */
function idsWith(eventId: number, word: SearchWord): RawBuilder<unknown> {
  const like = containsPattern(word.plain);
  return sql`
    select id from orders where event_id = ${eventId} and order_number ilike ${like}
    union select o.id from registrations r join orders o on o.registration_id = r.id
      where r.event_id = ${eventId} and (r.email is not null or r.buyer_name is not null)
        and ${buyerText} like ${like} and ${mayContain(buyerText, word)}
    union select o.id from attendees a join orders o on o.registration_id = a.registration_id
      where a.event_id = ${eventId} and a.is_primary and ${nameText} like ${like}
        and ${mayContain(sql`a.search_text`, word)}
    union select o.id from attendees a join orders o on o.registration_id = a.registration_id
      where a.event_id = ${eventId} and a.is_primary and a.imported_text is not null
        and a.imported_text like ${like} and ${mayContain(sql`a.imported_text`, word)}
    union select s.order_id from sponsorships s where s.event_id = ${eventId} and ${sponsorHas(like)}
      and ${word.plain.includes('"') ? sql`true` : mayContain(sql`plain_text(s.sponsor_data::text)`, word)}`;
}
