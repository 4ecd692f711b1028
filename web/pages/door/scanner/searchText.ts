/** What Search does with a text: it finds names, or checks a code. Pure. */
import { searchWords } from "../../../door/names.ts";

/** Whether the text begins like a code of ours, so that no name is searched. */
export const isOurCode = (text: string): boolean => text.startsWith("{");

/**
 * Whether Search offers to check the text as a code. Codes of a previous system may be any text, so there a text without
 * a result is offered too. `found` is the number of people with this name; null while the search runs.
 */
export function isOfferedAsCode(
  text: string,
  { found, hasOldCodes }: { found: number | null; hasOldCodes: boolean },
): boolean {
  if (isOurCode(text)) return true;
  const isWithoutResult = found === 0 || searchWords(text).length === 0;
  return hasOldCodes && text !== "" && isWithoutResult;
}
