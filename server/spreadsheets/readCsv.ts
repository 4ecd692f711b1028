import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { withoutGuard } from "../../contract/rules/csv.ts";
import { DomainError } from "../domainError.ts";
import { openQuoteLine } from "./openQuote.ts";
import type { SheetRow } from "./readXlsx.ts";

const jsonStart = /^\s*(?:\{\s*"|\[\s*[[{])/;
const maxCellLength = 5000;
const maxLongCells = 100;
const maxLineLength = maxLongCells * maxCellLength;

/** The rows of a .csv. @throws invalidFile with a sentence. */
export async function* csvRows(file: Buffer): AsyncGenerator<SheetRow> {
  const text = decodeText(file);
  if (jsonStart.test(text)) throw refusal("This is a .json file. Export the list as .xlsx or .csv.");
  const delimiter = detectDelimiter(text.slice(0, 10_000));
  const line = openQuoteLine(text, delimiter);
  if (line !== null)
    throw refusal(
      `In line ${line.toLocaleString("en-US")} a cell begins with a quotation mark and never ends. Correct it and try again.`,
    );
  let start = 0;
  for (const { index: end } of text.matchAll(/[\r\n]|$/g)) {
    if (end - start > maxLineLength)
      throw refusal("A line of the file is longer than any row may be. Save it as .csv once more.");
    start = end + 1;
  }
  let index = 0;
  // Our own .csv has a guard (') before a possible formula.
  for (const values of streamCsvRows(text, { delimiter }))
    yield {
      index: index++,
      cells: values.map((value) => withoutGuard(shortenCell(String(value ?? ""))).trim()),
    };
}

/** The part of a cell that is imported. */
export function shortenCell(text: string): string {
  return text.slice(0, maxCellLength).trim();
}

/** Decodes UTF-8, UTF-16LE with a byte order mark, or windows-1252, which older Western versions of Excel write. */
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
