/**
 * Writes a table as .xlsx or .csv, as its rows come: the file is never in memory as a whole, and the work is a thread's,
 * so that pages are served meanwhile. No cell can be a formula: what is no number and no time is text.
 */
import { Worker } from "node:worker_threads";
import type { SheetColumn } from "./columns.ts";

/** What kind of file, and what its columns are. */
export interface SheetOrder {
  format: "xlsx" | "csv";
  /** What the sheet is called in a workbook. */
  name: string;
  columns: readonly SheetColumn[];
  /** How many decimals its amounts have. */
  decimals?: number;
}

/** What the thread is sent: a batch (batch.ts), or that there are no more. */
export type WriteMessage = { rows: string } | { end: true };

/** The types by which browsers know the files. */
export const sheetTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

/** The pieces of the file, of batches as batch.ts has them. */
export async function* writeSheet(
  order: SheetOrder,
  batches: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL("./writeThread.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 48 },
  });
  const asked: PromiseWithResolvers<Uint8Array>[] = [];
  const fail = (error: unknown): void => {
    for (const one of asked) one.reject(error);
  };
  worker.on("message", (piece: Uint8Array) => asked.shift()!.resolve(piece));
  worker.once("error", fail);
  worker.once("exit", () => fail(new Error("The thread that writes a spreadsheet has ended")));
  const ask = (message: WriteMessage): Promise<Uint8Array> => {
    const answer = Promise.withResolvers<Uint8Array>();
    asked.push(answer);
    // Whoever stops reading no longer waits for it.
    answer.promise.catch(() => {});
    worker.postMessage(message);
    return answer.promise;
  };
  try {
    // While one batch is packed and the next one written, the one after is read.
    const writing: Promise<Uint8Array>[] = [];
    for await (const rows of batches) {
      writing.push(ask({ rows }));
      if (writing.length > 2) yield await writing.shift()!;
    }
    writing.push(ask({ end: true }));
    for (const piece of writing) yield await piece;
  } finally {
    await worker.terminate();
  }
}
