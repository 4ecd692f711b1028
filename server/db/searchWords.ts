import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "./pool.ts";

/**
 * `plain`: without case and accents; `key`: in the form of the trigram indexes (migrations/0011-quicker-imports.sql).
 */
export interface SearchWord {
  typed: string;
  plain: string;
  key: string;
}

/** The words of a search. */
export function searchWordsOf(keyword = ""): string[] {
  return keyword.split(/[\s,;]+/).filter((word) => word !== "");
}

/** Each word in its three forms. */
export async function searchFormsOf(db: Db, words: readonly string[]): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<SearchWord>`select typed, plain, search_key(plain) as key
    from unnest(${[...words]}::text[]) as input (typed), lateral (select plain_text(typed) as plain) as forms`.execute(
    db,
  );
  return rows;
}

/** The `like` pattern for texts that contain this one. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Whether a trigram index can be used. Not if the key has a backslash: a typed one may be doubled in texts. */
export function isIndexable({ key }: SearchWord): boolean {
  return key.length >= 3 && !key.includes("\\");
}

/**
 * A condition on the index `search_key(plainText)`. It finds texts that may contain the word, so the caller must check
 * the text again.
 */
export function mayContain(plainText: RawBuilder<unknown>, word: SearchWord): RawBuilder<SqlBool> {
  return isIndexable(word) ? sql`search_key(${plainText}) like ${containsPattern(word.key)}` : sql`true`;
}
