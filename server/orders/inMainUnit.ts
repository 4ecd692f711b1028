import { type RawBuilder, sql } from "kysely";
import { minorDigits } from "../../contract/rules/money/minorDigits.ts";
import type { Currency } from "../../contract/scalars.ts";

/** SQL that converts minor units to the currency's main unit with its decimals. */
export function inMainUnit(minor: RawBuilder<unknown>, currency: Currency): RawBuilder<unknown> {
  const decimals = minorDigits(currency);
  return sql`round((${minor})::numeric / ${10 ** decimals}::int, ${decimals}::int)`;
}
