/** A separate process (readWork.ts) reads the file, because a hostile one can take much time and memory. */
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import { unpackRows } from "./packedRows.ts";
import type { ReadAnswer, ReadRequest } from "./readWork.ts";
import type { SheetHead } from "./readXlsx.ts";

/**
 * Reading 50,000 rows of 20 different texts took 208 to 295 MB (docs/decisions/dependencies.md). The CPU limit is for
 * one request: opening the file, or one batch.
 */
export const readLimits: ProcessLimits = { memoryMb: 300, cpuMs: 30_000 };

const sentences = {
  memory: "Reading this file takes too much memory. Import it in parts, or save it as .csv.",
  time: "Reading this file takes longer than any table needs. Import it in parts, or save it as .csv.",
  none: "This file cannot be read. Save it as .xlsx or as .csv and try again.",
} as const;

export interface ReadOptions {
  /** Without the row of headings. */
  mostRows: number;
  limits?: ProcessLimits;
  /** Returns the index of the sheet to read; default: the first. */
  chooseSheet?: (sheets: readonly SheetHead[]) => number;
}

/**
 * The rows of an .xlsx or a .csv, in batches, with empty rows before a row with text.
 * @throws invalidFile with a sentence.
 */
export async function* readSheet(
  file: Buffer,
  { mostRows, limits = readLimits, chooseSheet = () => 0 }: ReadOptions,
): AsyncGenerator<string[][]> {
  const reader = openProcess<ReadRequest, ReadAnswer>(new URL("./readWork.ts", import.meta.url), limits);
  try {
    const opened = await reader.ask({ file, mostRows });
    const sheets = opened !== null && "sheets" in opened ? opened.sheets : [];
    let request: ReadRequest = { sheet: chooseSheet(sheets) };
    for (;;) {
      const batch = await reader.ask(request);
      if (batch === null || "sheets" in batch) return;
      yield unpackRows(batch);
      request = { next: true };
    }
  } catch (error) {
    if (error instanceof ProcessKilled) throw new DomainError("invalidFile", sentences[error.limit]);
    throw error;
  } finally {
    reader.close();
  }
}
