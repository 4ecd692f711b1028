/** Reads cells as other systems write them. Null means that a text cannot be read. */
import { currencyCodes, currencyRules } from "../../../contract/rules/money/currencies.ts";
import { minorDigits } from "../../../contract/rules/money/minorDigits.ts";
import { instantOf } from "../../../contract/rules/time/zonedTime.ts";
import { comparedText } from "./comparedText.ts";

const maxPrice = 2_000_000_000;

const signs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    currencyCodes.flatMap((code) => currencyRules[code].signs.map((sign) => [sign, code])),
  ),
  "₹": "inr",
  zł: "pln",
  "₫": "vnd",
  "₱": "php",
};

/**
 * The minor units of a price such as “1.234,50 EUR”. A separator before three digits at the end divides thousands. Null
 * also for another currency or above `maxPrice`.
 */
export function priceOf(text: string, currency: string): number | null {
  const [, before, number, after] = /^([^\d.,-]*)(\d[\d.,'’\s]*)([^\d]*)$/u.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const units = [before!, after!].map((one) => one.trim().toLowerCase()).filter((one) => one !== "");
  if (units.some((unit) => !isCurrency(unit, currency))) return null;
  const digits = number.replaceAll(/['’\s]/gu, "");
  const decimals = minorDigits(currency);
  const [, whole, fraction = ""] = /^(.*?)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(digits)!;
  const groups = whole!.split(/[.,]/);
  const isWhole = groups.every((group, index) => (index === 0 ? /^\d{1,9}$/ : /^\d{3}$/).test(group));
  if (!isWhole || (groups.length > 1 && groups[0]!.length > 3)) return null;
  if (new Set(whole!.match(/[.,]/g)).size > 1) return null;
  if (/[^0]/.test(fraction.slice(decimals))) return null;
  const minor = Number(groups.join("") + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return minor <= maxPrice ? minor : null;
}

function isCurrency(name: string, currency: string): boolean {
  const known = signs[name];
  if (known !== undefined) return known === currency;
  if (/^[a-z]{3}$/.test(name)) return name === currency;
  // “US$”, “A$” or “NZ$”: most codes of dollars begin with these letters and end with “d”.
  if (name.endsWith("$")) return currency.startsWith(name.slice(0, -1)) && currency.endsWith("d");
  return false;
}

const clock = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([AaPp])\.?[Mm]\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?`;
const isoTime = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${clock}$`);
const dottedTime = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})${clock}$`);
const slashedTime = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})${clock}$`);

/**
 * The instant of a time such as “01.05.2026 10:00” or “11/29/2026 10:00 PM”. Null if day and month are unclear. Without
 * an offset it is in the time zone, without a time it is midnight.
 */
export function cellTime(text: string, timeZone: string): Date | null {
  const trimmed = text.trim();
  const iso = isoTime.exec(trimmed);
  if (iso !== null)
    return instantIn({ year: iso[1]!, month: iso[2]!, day: iso[3]!, clock: iso.slice(4) }, timeZone);
  const dotted = dottedTime.exec(trimmed);
  if (dotted !== null)
    return instantIn(
      { year: dotted[3]!, month: dotted[2]!, day: dotted[1]!, clock: dotted.slice(4) },
      timeZone,
    );
  const slashed = slashedTime.exec(trimmed);
  if (slashed === null) return null;
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  // "05/06/2026" is the 6th of May in the United States, and the 5th of June in Europe.
  if (first <= 12 && second <= 12 && first !== second) return null;
  const [month, day] = first > 12 ? [slashed[2]!, slashed[1]!] : [slashed[1]!, slashed[2]!];
  return instantIn({ year: slashed[3]!, month, day, clock: slashed.slice(4) }, timeZone);
}

interface TimeParts {
  year: string;
  month: string;
  day: string;
  clock: readonly (string | undefined)[];
}

function instantIn(
  { year, month, day, clock: [hour = "0", minute = "00", second = "00", amOrPm, offset] }: TimeParts,
  timeZone: string,
): Date | null {
  const hours =
    amOrPm === undefined ? Number(hour) : (Number(hour) % 12) + (amOrPm.toLowerCase() === "p" ? 12 : 0);
  if ((amOrPm !== undefined && (Number(hour) < 1 || Number(hour) > 12)) || hours > 23) return null;
  const two = (part: string | number) => String(part).padStart(2, "0");
  const wall = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}T${two(hours)}:${minute}`;
  const instant = instantOf(wall, offset === undefined ? timeZone : "UTC");
  if (instant === null || Number(second) > 59) return null;
  const [, sign, offsetHours, offsetMinutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? "") ?? [];
  const east =
    sign === undefined ? 0 : (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  return new Date(Date.parse(instant) + Number(second) * 1000 - east * 60_000);
}

const yes = new Set(["yes", "ja", "oui", "ใช่", "true", "1", "x", "checkedin", "eingecheckt", "เช็คอินแล้ว"]);
const no = new Set(["", "no", "nein", "non", "ไม่ใช่", "ไม่", "false", "0", "notcheckedin", "nichteingecheckt"]);

/**
 * Whether a person was let in, with the instant if it is known. In a list such as “Door (2026-11-20 18:01:00)” the
 * first counts.
 */
export function checkInOf(text: string, timeZone: string): Date | boolean | null {
  if (/^\s*[✓✔☑✅]\s*$/u.test(text)) return true;
  const form = comparedText(text);
  if (yes.has(form)) return true;
  if (no.has(form)) return false;
  const inBrackets = /\(([^()]*\d[^()]*)\)/.exec(text)?.[1];
  return cellTime(inBrackets ?? text, timeZone);
}
