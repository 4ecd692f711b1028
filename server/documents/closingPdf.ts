import type { Cell, ClosingTable, ColumnKind } from "../../contract/rules/closing/closingTables.ts";
import { formatMoney } from "../../contract/rules/money/money.ts";
import { typeset } from "./typeset.ts";

/** An event's closing. `eventDay` and `asOf` are formatted already. */
export interface ClosingDocument {
  readonly clubName: string;
  readonly eventName: string;
  readonly eventDay: string;
  /** YYYY-MM-DD, for the spreadsheet. */
  readonly eventDays: { readonly first: string; readonly last: string } | null;
  readonly currency: string;
  readonly asOfTime: Date;
  readonly asOf: string;
  readonly tables: readonly ClosingTable[];
  /** Null for an unsigned draft. */
  readonly signature: {
    readonly version: number;
    readonly signedName: string;
    readonly accountName: string;
  } | null;
  readonly note: string;
}

/** An event's closing as PDF/A. Throws `busy` if it cannot be made now (typeset.ts). */
export function closingPdf(closing: ClosingDocument): Promise<Buffer> {
  const { clubName, eventName, eventDay, asOf, asOfTime, signature, note } = closing;
  const versionText = signature === null ? "draft" : `version ${signature.version}`;
  const status = signature === null ? "Draft, not signed" : `Version ${signature.version}, signed`;
  return typeset({
    layout: "closing",
    standard: "archive",
    pictures: {},
    codes: {},
    data: {
      title: `Final accounts: ${eventName}`,
      author: clubName,
      date: {
        year: asOfTime.getUTCFullYear(),
        month: asOfTime.getUTCMonth() + 1,
        day: asOfTime.getUTCDate(),
        hour: asOfTime.getUTCHours(),
        minute: asOfTime.getUTCMinutes(),
        second: asOfTime.getUTCSeconds(),
      },
      eventName,
      clubAndDay: `${clubName} · ${eventDay}`,
      statusLine: `${status} · Figures as of ${asOf}`,
      foot: `${clubName} · ${eventName} · Final accounts, ${versionText}`,
      tables: closing.tables.map((table) => printedTable(table, closing.currency)),
      note,
      signature:
        signature === null
          ? null
          : {
              name: `Signed by ${signature.signedName}`,
              account: `on ${asOf}, signed in as ${signature.accountName}`,
            },
    },
  });
}

function printedTable({ title, empty, columns, rows, total }: ClosingTable, currency: string) {
  const lines = rows.map((cells) => ({ cells, isTotal: false }));
  if (total !== null && rows.length > 0) lines.push({ cells: total, isTotal: true });
  return {
    title,
    empty,
    kinds: columns.map(({ kind }) => kind),
    headings: columns.map(({ heading }) => heading),
    rows: lines.map(({ cells, isTotal }) => ({
      isTotal,
      cells: columns.map(({ kind }, index) => formatCell(cells[index] ?? null, kind, currency)),
      /** The columns to highlight. */
      off: columns.flatMap(({ kind }, index) => (kind === "difference" && cells[index] ? [index] : [])),
    })),
  };
}

function formatCell(cell: Cell, kind: ColumnKind, currency: string): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (kind === "number") return cell.toLocaleString("en-US");
  const amount = formatMoney(cell, currency, true);
  return kind === "difference" && cell > 0 ? `+${amount}` : amount;
}
