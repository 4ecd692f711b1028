/**
 * A column of texts: a number as "12", an amount in the main unit as "12.50", a time as "2026-12-12 19:00" in the
 * event's zone.
 */
export interface SheetColumn {
  heading: string;
  kind: "text" | "number" | "amount" | "time";
}

/** The number format of an amount. */
export function amountFormat(decimals: number): string {
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
