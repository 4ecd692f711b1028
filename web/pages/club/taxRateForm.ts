import type { BodyInput } from "../../../contract/all.ts";
import { instantOf, wallTimeOf } from "../../../contract/rules/time/zonedTime.ts";
import type { ClubTaxRate } from "../../../contract/shapes/money/taxRate.ts";
import { decimalOf } from "../../forms/amounts.ts";

/** `validFrom` is a day, YYYY-MM-DD, or empty. */
export type TaxRateValues = {
  name: string;
  percent: string;
  validFrom: string;
  isActive: boolean;
};

/** `validFrom` is the day in `timeZone`. */
export function valuesOf(rate: ClubTaxRate | null, timeZone: string): TaxRateValues {
  return {
    name: rate?.name ?? "",
    percent: rate === null ? "" : String(rate.percent),
    validFrom: wallTimeOf(rate?.validFrom ?? null, timeZone).slice(0, 10),
    isActive: rate?.isActive ?? true,
  };
}

export function problemsOf({ name, percent }: TaxRateValues): Record<string, string> {
  const rate = decimalOf(percent, 3);
  return {
    ...(name.trim() === "" && { name: "Give the rate a name, such as Food." }),
    ...((rate === null || rate > 100) && {
      percent: "Enter a percentage from 0 to 100 with at most 3 decimals, such as 7.",
    }),
  };
}

/** A new day begins at midnight in `timeZone`. If the day has not been changed, `validFrom` keeps its exact time. */
export function bodyOf(
  { name, percent, validFrom, isActive }: TaxRateValues,
  { clubId, rate, timeZone }: { clubId: number; rate: ClubTaxRate | null; timeZone: string },
): BodyInput<"taxRate/save"> {
  const isSameDay = rate !== null && valuesOf(rate, timeZone).validFrom === validFrom;
  return {
    ...(rate === null ? { clubId } : { id: rate.id }),
    name,
    percent: decimalOf(percent, 3) ?? 0,
    validFrom: isSameDay ? rate.validFrom : instantOf(validFrom && `${validFrom}T00:00`, timeZone),
    isActive,
  };
}
