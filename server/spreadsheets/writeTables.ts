import type { CellValue } from "hucre/xlsx";
import { amountFormat, type SheetColumn } from "./columns.ts";

/** One sheet. A Date is a day, at midnight UTC. */
export interface TableSheet {
  /** At most 31 characters, the limit of spreadsheets. */
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly (string | number | Date | null)[])[];
}

/** Returns an .xlsx of small tables; writeSheet.ts is for long ones. `decimals` are those of the currency. */
export async function writeTables(sheets: readonly TableSheet[], decimals: number): Promise<Buffer> {
  // A static import would slow the start.
  const { writeXlsx } = await import("hucre/xlsx");
  const bytes = await writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ kind }, index) => ({
        width: kind === "text" ? (index === 0 ? 44 : 32) : 16,
        ...(kind === "amount" ? { numFmt: amountFormat(decimals) } : {}),
      })),
      rows: [columns.map(({ heading }) => heading), ...rows.map((cells): CellValue[] => [...cells])],
      freezePane: { rows: 1 },
    })),
  });
  return Buffer.from(bytes);
}
