/** The thread that reads one spreadsheet (readSheet.ts). Around hucre, which is young: but for writeTables.ts nobody imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { streamXlsxRows } from "hucre/xlsx";
import { withoutGuard } from "../../contract/rules/csv.ts";
import type { ReadMessage } from "./readSheet.ts";

class Refused extends Error {}

const batch = 1000;
const mostColumns = 100;
const mostLetters = 5000;

const { bytes, mostRows } = workerData as { bytes: Uint8Array; mostRows: number };
const tell = (message: ReadMessage): void => parentPort!.postMessage(message);

let rows: string[][] = [];
let count = 0;

try {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) for await (const { index, values } of streamXlsxRows(bytes)) take(index, values.map(textOf));
  else {
    const text = decoded(bytes);
    let index = 0;
    // Two lines are enough to see what parts the columns, and quick where a file has no second one.
    const delimiter = detectDelimiter(text.slice(0, 10_000));
    for (const values of streamCsvRows(text, { delimiter })) take(index++, values.map(csvTextOf));
  }
  if (rows.length > 0) tell({ rows });
  tell({ end: true });
} catch (error) {
  const problem =
    error instanceof Refused
      ? error.message
      : "This file cannot be read. Save it as .xlsx or as .csv and try again.";
  tell({ problem });
}

function take(index: number, texts: readonly string[]): void {
  if (index > mostRows) throw new Refused(`The file has more than ${mostRows.toLocaleString("en-US")} rows.`);
  // A reader of .xlsx leaves out rows that are empty.
  while (count < index) push([]);
  if (texts.slice(mostColumns).some((text) => text !== ""))
    throw new Refused(`The file has more than ${mostColumns} columns.`);
  push(texts.slice(0, mostColumns));
}

function push(row: string[]): void {
  rows.push(row);
  count += 1;
  if (rows.length < batch) return;
  tell({ rows });
  rows = [];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = value instanceof Date ? dateText(value) : String(value as string | number | boolean);
  return text.slice(0, mostLetters).trim();
}

/** A table of ours has a sign before what could be a formula; in an .xlsx it has none, and one there is somebody's own. */
function csvTextOf(value: unknown): string {
  return withoutGuard(textOf(value)).trim();
}

function dateText(date: Date): string {
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
}

/** UTF-8 or UTF-16 by its mark; else what an older Excel writes in the West. */
function decoded(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder("utf-16le").decode(file);
  if (file.includes(0)) throw new Refused("This is neither an .xlsx nor a .csv file.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}
