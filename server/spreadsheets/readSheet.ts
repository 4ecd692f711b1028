/**
 * The rows of an .xlsx or .csv file as texts, the first sheet of it. Reading takes seconds and memory, and the file may be
 * made to take all there is: so a process reads it that is killed when it takes too much (../processes/limitedProcess.ts).
 * It reads on only when the rows before were taken.
 */
import { DomainError } from "../domainError.ts";
import { openProcess, ProcessKilled, type ProcessLimits } from "../processes/limitedProcess.ts";
import { unpacked } from "./packedRows.ts";
import type { ReadAnswer, ReadRequest } from "./readWork.ts";

/**
 * Of 50,000 rows of 20 different texts each the process takes 230 MB and 3 s; where others use the same cores, or a host has
 * given them away meanwhile, it takes several times as long. CPU time is a batch's of rows.
 */
export const readLimits: ProcessLimits = { memoryMb: 300, cpuMs: 30_000 };

const sentences = {
  memory: "Reading this file takes more memory than any table needs. Import it in parts, or save it as .csv.",
  time: "Reading this file takes longer than any table needs. Import it in parts, or save it as .csv.",
  none: "This file cannot be read. Save it as .xlsx or as .csv and try again.",
} as const;

/**
 * Reads row by row, in batches. Empty rows before a full one come too, so that a row's number is its place.
 * @throws invalidFile in a sentence.
 */
export async function* readSheet(
  file: Buffer,
  { mostRows, limits = readLimits }: { mostRows: number; limits?: ProcessLimits },
): AsyncGenerator<string[][]> {
  const reader = openProcess<ReadRequest, ReadAnswer>(new URL("./readWork.ts", import.meta.url), limits);
  try {
    let request: ReadRequest = { file, mostRows };
    for (;;) {
      const batch = await reader.ask(request);
      if (batch === null) return;
      yield unpacked(batch);
      request = { next: true };
    }
  } catch (error) {
    if (error instanceof ProcessKilled) throw new DomainError("invalidFile", sentences[error.limit]);
    throw error;
  } finally {
    reader.close();
  }
}
