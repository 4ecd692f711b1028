/** Words of a search, as the indexes of trigrams have them (migrations/0006-people.sql). */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./pool.ts";

/** A word without case and accents, and as the indexes have it. */
export interface SearchWord {
  typed: string;
  plain: string;
  key: string;
}

/** Each word in its three forms; the database's own functions say how. */
export async function searchFormsOf(db: Db, words: readonly string[]): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<SearchWord>`select typed, plain, search_key(plain) as key
    from unnest(${[...words]}::text[]) as given (typed), lateral (select plain_text(typed) as plain) as said`.execute(
    db,
  );
  return rows;
}

/** The pattern of `like` for a text that has this one anywhere in it. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Whether an index of trigrams can say where a word may be. A backslash is written twice beside letters that are not ASCII. */
export function isIndexable({ key }: SearchWord): boolean {
  return key.length >= 3 && !key.includes("\\");
}

/**
 * That a text may have the word in it, in the words of the index `search_key(plain_text(text))`, or `search_key(text)` of one
 * that is plain already; true where the index cannot say. Whoever asks looks at the text again.
 */
export function mayContain(
  text: RawBuilder<unknown>,
  word: SearchWord,
  { isPlain = false } = {},
): RawBuilder<SqlBool> {
  if (!isIndexable(word)) return sql`true`;
  return sql`search_key(${isPlain ? text : sql`plain_text(${text})`}) like ${containing(word.key)}`;
}
