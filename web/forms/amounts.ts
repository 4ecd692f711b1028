/** Numbers and money as people type them, against what the wire carries. Pure; null is what is no such number. */
import { mainText, mainUnits, needCents } from "../../contract/rules/money.ts";

/** A whole number, 0 or more; spaces and thousands separators are forgiven. */
export function wholeNumberOf(text: string): number | null {
  const bare = text.trim().replace(/(?<=\d)[\s,'](?=\d{3}(\D|$))/g, "");
  return /^\d{1,10}$/.test(bare) ? Number(bare) : null;
}

/** An amount in minor units. All our currencies have two decimals; a comma may stand for the point. */
export function minorOf(text: string): number | null {
  const bare = text.trim().replace(/(?<=\d)[\s'](?=\d{3}(\D|$))/g, "");
  // "1,250" is twelve hundred and fifty to one reader and one and a quarter to another, so three decimals are refused.
  const parts = /^(\d{1,9})(?:[.,](\d{0,2}))?$/.exec(bare);
  return parts === null ? null : Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

/** What an amount field shows for minor units: "25" or "25.50". */
export function amountText(minor: number): string {
  return needCents([minor]) ? mainText(minor) : String(mainUnits(minor));
}
