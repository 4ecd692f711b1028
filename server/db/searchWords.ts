/** Words of a search, in the form of the trigram indexes (migrations/0011-quicker-imports.sql). */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./pool.ts";

/** A word as typed; `plain`: without case and accents; `key`: in the form of the indexes. */
export interface SearchWord {
  typed: string;
  plain: string;
  key: string;
}

/** The words of a search. "Keller, Mia" has the same two as "Mia Keller". */
export function searchWordsOf(keyword = ""): string[] {
  return keyword.split(/[\s,;]+/).filter((word) => word !== "");
}

/** Each word in its three forms, which functions of the database compute. */
export async function searchFormsOf(db: Db, words: readonly string[]): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<SearchWord>`select typed, plain, search_key(plain) as key
    from unnest(${[...words]}::text[]) as input (typed), lateral (select plain_text(typed) as plain) as forms`.execute(
    db,
  );
  return rows;
}

/** The `like` pattern for a text that contains this one anywhere. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Whether a trigram index can be used for a word. With a backslash it cannot: `search_key` may double it in texts. */
export function isIndexable({ key }: SearchWord): boolean {
  return key.length >= 3 && !key.includes("\\");
}

/**
 * A condition on the index `search_key(plainText)`. It finds texts that may contain the word; it is true if the index
 * cannot be used. The caller must check the text again.
 */
export function mayContain(plainText: RawBuilder<unknown>, word: SearchWord): RawBuilder<SqlBool> {
  return isIndexable(word) ? sql`search_key(${plainText}) like ${containsPattern(word.key)}` : sql`true`;
}
