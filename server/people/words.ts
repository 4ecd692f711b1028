/**
 * What a person types to find somebody, as parts that must all be found. Whatever is only a telephone number is one
 * part without its spaces and signs; else each word is one, so that "Keller, Mia" finds Mia Keller.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import { containing, isIndexable, type SearchWord, searchFormsOf } from "../db/searchWords.ts";

const mostWords = 8;

/** A part as search_text has it, and as the index has it. */
export type Word = SearchWord;

/** The parts of a search, as typed. */
export function attendeeSearchWords(keyword: string): string[] {
  const digits = keyword.replaceAll(/[ +\-()/.]/g, "");
  // A number is typed with the 0 of its own country and kept with the country's code, or the other way round.
  if (/^\d{5,}$/.test(digits)) return [digits.replace(/^0+/, "") || digits];
  return [...new Set(keyword.split(/[\s,;]+/).filter((word) => word !== ""))].slice(0, mostWords);
}

/** Each word without case and accents, but for those that have nothing else. */
export async function plainWords(db: Db, words: readonly string[]): Promise<Word[]> {
  return (await searchFormsOf(db, words)).filter(({ plain }) => plain !== "");
}

/** That every word is in the text of `a`; true for no words. */
export function isFoundIn(words: readonly Word[]): RawBuilder<boolean> {
  if (words.length === 0) return sql`true`;
  return sql`(${sql.join(
    words.map(({ plain }) => sql`a.search_text like ${containing(plain)}`),
    sql` and `,
  )})`;
}

/** The same as a question to the index of trigrams, or null where it can answer for none of the words. */
export function isIndexed(words: readonly Word[]): RawBuilder<boolean> | null {
  const long = words.filter(isIndexable);
  if (long.length === 0) return null;
  return sql`(${sql.join(
    long.map(({ key }) => sql`search_key(a.search_text) like ${containing(key)}`),
    sql` and `,
  )})`;
}
