import { searchWords } from "../../../door/names.ts";

/** Whether the text begins like a code of ours. */
export const isOurCode = (text: string): boolean => text.startsWith("{");

/** A code of a previous system may be any text. `found` is null without the result of a search. */
export function isOfferedAsCode(
  text: string,
  { found, hasOldCodes }: { found: number | null; hasOldCodes: boolean },
): boolean {
  if (isOurCode(text)) return true;
  const isWithoutResult = found === 0 || searchWords(text).length === 0;
  return hasOldCodes && text !== "" && isWithoutResult;
}
