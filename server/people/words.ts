import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import {
  containsPattern,
  isIndexable,
  type SearchWord,
  searchFormsOf,
  searchWordsOf,
} from "../db/searchWords.ts";
import { shownFirstName } from "../registrations/guestName.ts";

const maxWords = 8;

/** The first words of a search. A long number alone is one word, without leading zeros and signs such as “+”. */
export function attendeeSearchWords(keyword: string): string[] {
  const digits = keyword.replaceAll(/[ +\-()/.]/g, "");
  // A telephone number may be typed with a leading 0 and stored with the country code.
  if (/^\d{5,}$/.test(digits)) return [digits.replace(/^0+/, "") || digits];
  return [...new Set(searchWordsOf(keyword))].slice(0, maxWords);
}

/** The words with their forms without case and accents. Words that become empty are left out. */
export async function plainWords(db: Db, words: readonly string[]): Promise<SearchWord[]> {
  return (await searchFormsOf(db, words)).filter(({ plain }) => plain !== "");
}

/**
 * The condition that all words are in the text of attendee `a`. Attendees without a name are also found as “Guest of
 * Mara Lind”, and imported ones by texts of their file.
 */
export function isFoundIn(words: readonly SearchWord[]): RawBuilder<boolean> {
  if (words.length === 0) return sql`true`;
  const isIn = (text: RawBuilder<unknown>) =>
    sql`(${sql.join(
      words.map(({ plain }) => sql`${text} like ${containsPattern(plain)}`),
      sql` and `,
    )})`;
  const guestText = sql`(plain_text(${shownFirstName()}) || chr(10) || a.search_text)`;
  const importedText = sql`(case when a.first_name = '' then ${guestText} else a.search_text end || chr(10)
    || a.imported_text)`;
  return sql`(${isIn(sql`a.search_text`)} or (a.first_name = '' and ${isIn(guestText)})
    or (a.imported_text is not null and ${isIn(importedText)}))`;
}

/**
 * A weaker condition for indexes, or null if no word is usable. It includes attendees without a name, because the words
 * may be in the name of their buyer.
 */
export function isFoundByIndex(words: readonly SearchWord[]): RawBuilder<boolean> | null {
  const indexable = words.filter(isIndexable);
  if (indexable.length === 0) return null;
  return sql`(${sql.join(
    indexable.map(
      ({ key }) => sql`(search_key(a.search_text) like ${containsPattern(key)}
        or (a.imported_text is not null and search_key(a.imported_text) like ${containsPattern(key)}))`,
    ),
    sql` and `,
  )} or a.first_name = '')`;
}
