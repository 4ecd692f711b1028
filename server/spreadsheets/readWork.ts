import { MOST_IMPORTED_COLUMNS } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import { answerRequests } from "../processes/answerRequests.ts";
import { type PackedRows, packRows } from "./packedRows.ts";
import { csvRows, shortenCell } from "./readCsv.ts";
import { openXlsx, type SheetHead, type SheetRow, type Workbook } from "./readXlsx.ts";

/** First the file, then its sheet (the reply is the first batch), then each next batch. */
export type ReadRequest =
  | { readonly file: Uint8Array; readonly mostRows: number }
  | { readonly sheet: number }
  | { readonly next: true };

/** First the sheets (none of a .csv), then rows; null after the last. */
export type ReadAnswer = { readonly sheets: readonly SheetHead[] } | PackedRows | null;

const batchRows = 1000;
const maxNameLength = 100;
/** Of all cells together: a small compressed file may have much text. */
const maxTextBytes = 32 * 2 ** 20;

let book: Workbook | undefined;
let rowsAllowed = 0;
let batches: AsyncGenerator<string[][]> | undefined;

answerRequests<ReadRequest, ReadAnswer>(async (request) => {
  if ("file" in request) {
    book = await openBook(Buffer.from(request.file));
    rowsAllowed = request.mostRows;
    return { sheets: book.sheets };
  }
  if ("sheet" in request) batches = batchesOf(book!.rows(request.sheet), rowsAllowed);
  const { value } = await batches!.next();
  return value === undefined ? null : packRows(value);
});

async function* batchesOf(rows: AsyncIterable<SheetRow>, mostRows: number): AsyncGenerator<string[][]> {
  let batch: string[][] = [];
  let count = 0;
  let textBytes = 0;
  for await (const { index, cells } of rows) {
    const last = cells.findLastIndex((cell) => cell !== "");
    // Programs write empty formatted rows up to the millionth row.
    if (last === -1) continue;
    if (index > mostRows) throw refusal(`The file has more than ${mostRows.toLocaleString("en-US")} rows.`);
    if (last >= MOST_IMPORTED_COLUMNS)
      throw refusal(`The file has more than ${MOST_IMPORTED_COLUMNS} columns.`);
    if (index < count) throw refusal("The rows of the file are not in order. Save it again and try again.");
    for (; count < index; count++) batch.push([]);
    const row = cells.slice(0, last + 1);
    for (const cell of row) textBytes += Buffer.byteLength(cell);
    if (textBytes > maxTextBytes)
      throw refusal("The file holds more than 32 MB of text in its cells. Import it in parts.");
    batch.push(row);
    count += 1;
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function openBook(file: Buffer): Promise<Workbook> {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  if (!isZip) return { sheets: [], rows: () => csvRows(file) };
  const { sheets, rows } = await openXlsx(file);
  return {
    sheets: sheets.map(({ name, headings }) => ({
      name: name.slice(0, maxNameLength),
      headings: headings.slice(0, MOST_IMPORTED_COLUMNS).map((cell) => cell.trim().slice(0, maxNameLength)),
    })),
    async *rows(sheet) {
      for await (const { index, cells } of rows(sheet)) yield { index, cells: cells.map(shortenCell) };
    },
  };
}

function refusal(sentence: string): DomainError {
  return new DomainError("invalidFile", sentence);
}
