/** An invalid text gives null. */
import { minorDigits } from "../../contract/rules/money/minorDigits.ts";
import { mainUnits, mainUnitsText, needCents } from "../../contract/rules/money/money.ts";

/** At most 10 digits. A space, comma or apostrophe may separate thousands. */
export function wholeNumberOf(text: string): number | null {
  const withoutSeparators = text.trim().replace(/(?<=\d)[\s,'](?=\d{3}(\D|$))/g, "");
  return /^\d{1,10}$/.test(withoutSeparators) ? Number(withoutSeparators) : null;
}

/** A comma may replace the point, except before three digits. */
export function minorUnitsOf(text: string, currency: string): number | null {
  const decimals = minorDigits(currency);
  const parts = partsOf(text, decimals);
  return parts === null ? null : Number(parts.whole + parts.fraction.padEnd(decimals, "0"));
}

/** For numbers that are not money, such as percentages. */
export function decimalOf(text: string, decimals: number): number | null {
  const parts = partsOf(text, decimals);
  return parts === null ? null : Number(`${parts.whole}.${parts.fraction}`);
}

/** The text of an amount field: "25" or "25.50". */
export function amountText(minor: number, currency: string): string {
  return needCents([minor], currency) ? mainUnitsText(minor, currency) : String(mainUnits(minor, currency));
}

/** "25 or 25.50"; "25 or 30" in a currency without decimals. */
export function amountExamples(main: number, currency: string): string {
  const decimals = minorDigits(currency);
  return `${main} or ${decimals === 0 ? main + 5 : `${main}.5${"0".repeat(decimals - 1)}`}`;
}

function partsOf(text: string, decimals: number): { whole: string; fraction: string } | null {
  const withoutSeparators = text.trim().replace(/(?<=\d)[\s'](?=\d{3}(\D|$))/g, "");
  const [, whole, mark, fraction = ""] = /^(\d{1,9})(?:([.,])(\d*))?$/.exec(withoutSeparators) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  // "1,250" is ambiguous: 1250 in English, 1.25 in German.
  return mark === "," && fraction.length === 3 ? null : { whole, fraction };
}
