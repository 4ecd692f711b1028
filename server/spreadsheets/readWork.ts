/** The work of the process that reads one spreadsheet (readSheet.ts): rows of an .xlsx or a .csv, batch by batch. */
import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { withoutGuard } from "../../contract/rules/csv.ts";
import { MOST_IMPORTED_COLUMNS } from "../../contract/shapes/people.ts";
import { DomainError } from "../domainError.ts";
import { answerRequests } from "../processes/answerRequests.ts";
import { openQuoteLine } from "./openQuote.ts";
import { type PackedRows, packRows } from "./packedRows.ts";
import { openXlsx, type SheetHead, type SheetRow, type Workbook } from "./readXlsx.ts";

/** The file first, then which of its sheets is read, then one request for each further batch. */
export type ReadRequest =
  | { readonly file: Uint8Array; readonly mostRows: number }
  | { readonly sheet: number }
  | { readonly next: true };

/** The sheets of the file (none of a .csv), then the next rows; null after the last. */
export type ReadAnswer = { readonly sheets: readonly SheetHead[] } | PackedRows | null;

const batchRows = 1000;
/** The longest name of a sheet (Excel allows 31), and the length of headings that are compared. */
const maxNameLength = 100;
/** The beginning of a .json file of objects or lists. No table begins like this. */
const jsonStart = /^\s*(?:\{\s*"|\[\s*[[{])/;
const maxCellLength = 5000;
/**
 * The limit of all cells together, in UTF-8: they become database rows, even if the compressed file is small.
 */
const maxTextBytes = 32 * 2 ** 20;
/** How many cells of the largest length a line may have. */
const maxLongCells = 100;
const maxLineLength = maxLongCells * maxCellLength;

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
    // Programs write empty formatted rows up to the millionth row. They do not count.
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
  if (!isZip) return { sheets: [], rows: () => csvRows(decodeText(file)) };
  const { sheets, rows } = await openXlsx(file);
  return {
    sheets: sheets.map(({ name, headings }) => ({
      name: name.slice(0, maxNameLength),
      headings: headings.slice(0, MOST_IMPORTED_COLUMNS).map((cell) => cell.trim().slice(0, maxNameLength)),
    })),
    async *rows(sheet) {
      for await (const { index, cells } of rows(sheet)) yield { index, cells: cells.map(shorten) };
    },
  };
}

async function* csvRows(text: string): AsyncGenerator<SheetRow> {
  if (jsonStart.test(text)) throw refusal("This is a .json file. Export the list as .xlsx or .csv.");
  // Two lines are enough to detect the delimiter.
  const delimiter = detectDelimiter(text.slice(0, 10_000));
  const line = openQuoteLine(text, delimiter);
  if (line !== null)
    throw refusal(
      `In line ${line.toLocaleString("en-US")} a cell begins with a quotation mark and never ends. Correct it and try again.`,
    );
  // Lines that are too long are refused before the parser reads them. A line ends with \n, or with \r if no \n follows.
  for (let start = 0; start < text.length; ) {
    const found = text.slice(start, start + maxLineLength).search(/[\r\n]/);
    if (found === -1 && text.length - start > maxLineLength)
      throw refusal("A line of the file is longer than any row may be. Save it as .csv once more.");
    start = found === -1 ? text.length : text.indexOf("\n", start + found) + 1 || start + found + 1;
  }
  let index = 0;
  // Our own .csv has a guard before a possible formula. An .xlsx has none, so a guard there is the user's own text.
  for (const values of streamCsvRows(text, { delimiter }))
    yield { index: index++, cells: values.map((value) => withoutGuard(shorten(String(value ?? ""))).trim()) };
}

function shorten(text: string): string {
  return text.slice(0, maxCellLength).trim();
}

/** UTF-8, or UTF-16 with a byte order mark; else windows-1252, as older Western Excel writes. */
function decodeText(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder("utf-16le").decode(file);
  if (file.includes(0)) throw refusal("This is neither an .xlsx nor a .csv file.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

function refusal(sentence: string): DomainError {
  return new DomainError("invalidFile", sentence);
}
