import { mainUnits } from "../../../contract/rules/money/money.ts";
import type { PretixWords } from "./shapes.ts";

/** The text. If it has translations: the English one, else the first that is not blank, else an empty text. */
export function wordsOf(words: PretixWords): string {
  if (typeof words === "string") return words;
  const texts = Object.values(words ?? {}).filter((text) => text !== null && text.trim() !== "");
  return words?.en?.trim() || (texts[0] ?? "");
}

/** A text as one line of at most `maxLength` characters. */
export function lineOf(text: string | null | undefined, maxLength: number): string {
  return paragraphOf(text?.replaceAll(/[\p{Cc}\s]+/gu, " "), maxLength);
}

/** A text of at most `maxLength` characters. */
export function paragraphOf(text: string | null | undefined, maxLength: number): string {
  return (text ?? "").replaceAll("\0", "").trim().slice(0, maxLength).toWellFormed().trim();
}

/** The minor units of an amount such as "25.00". */
export function minorOf(amount: string, currency: string): number {
  return Math.round(Number(amount) / mainUnits(1, currency));
}
