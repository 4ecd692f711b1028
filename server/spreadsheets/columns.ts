/**
 * A column of a table. writeSheet.ts takes its cells as texts: a number "12", an amount in the main unit "12.50", a
 * time "2026-12-12 19:00".
 */
export interface SheetColumn {
  heading: string;
  kind: "text" | "number" | "amount" | "time";
}

/** The number format of an amount. */
export function amountFormat(decimals: number): string {
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
