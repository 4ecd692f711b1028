/**
 * Which orders of an event have a word in them: in their number, in the name or address of who bought, or in what a sponsor
 * said of themselves. Each table is asked by its own index of trigrams; what an index finds is looked at again in the text.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import { containing, mayContain, type SearchWord, searchWords } from "../db/searchWords.ts";

/** What is typed to find orders, as words that must all be found. */
export function wordsIn(keyword = ""): string[] {
  return keyword.split(/\s+/).filter((word) => word !== "");
}

/** The query for the ids of an event's orders that have all of at least one word in them. */
export async function ordersWith(
  db: Db,
  eventId: number,
  typed: readonly string[],
): Promise<RawBuilder<unknown>> {
  const words = await searchWords(db, typed);
  return sql.join(
    words.map((word) => sql`(${idsWith(eventId, word)})`),
    sql` intersect `,
  );
}

/** Orders without a registration have a sponsorship, or nothing but their number. */
function idsWith(eventId: number, word: SearchWord): RawBuilder<unknown> {
  const like = containing(word.typed);
  return sql`
    select id from orders where event_id = ${eventId} and order_number ilike ${like}
    union select o.id from registrations r join orders o on o.registration_id = r.id
      where r.event_id = ${eventId} and (r.email ilike ${like} or r.buyer_name ilike ${like})
        and ${mayContain(sql`coalesce(r.email, '') || chr(10) || coalesce(r.buyer_name, '')`, word)}
    union select o.id from attendees a join orders o on o.registration_id = a.registration_id
      where a.event_id = ${eventId} and a.is_primary and (a.first_name ilike ${like} or a.last_name ilike ${like})
        and ${mayContain(sql`a.search_text`, word, { isPlain: true })}
    union select order_id from sponsorships
      where event_id = ${eventId} and sponsor_data::text ilike ${like} and ${mayContain(sql`sponsor_data::text`, word)}`;
}
