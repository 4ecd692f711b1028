/**
 * What a column of a table holds. The cells of a table on its way to a file are texts: a number as "12", an amount in the
 * currency's main unit as "12.50", a time as "2026-12-12 19:00" by the clocks of the event.
 */

/** A column of a table. */
export interface SheetColumn {
  heading: string;
  kind: "text" | "number" | "amount" | "time";
}

/** How many decimals a spreadsheet shows of an amount, as its own word for it. */
export function amountFormat(decimals: number): string {
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
