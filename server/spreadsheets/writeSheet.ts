import { Worker } from "node:worker_threads";
import type { SheetColumn } from "./columns.ts";

export interface SheetSettings {
  format: "xlsx" | "csv";
  name: string;
  columns: readonly SheetColumn[];
  decimals?: number;
}

/** A batch of batch.ts, or the end. */
export type WriteMessage = { rows: string } | { end: true };

export const sheetTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

/** Yields the pieces of the file. A thread writes them, so that the process can serve pages. */
export async function* writeSheet(
  settings: SheetSettings,
  batches: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL("./writeThread.ts", import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 48 },
  });
  const requests: PromiseWithResolvers<Uint8Array>[] = [];
  const rejectAll = (error: unknown): void => {
    for (const one of requests) one.reject(error);
  };
  worker.on("message", (piece: Uint8Array) => requests.shift()!.resolve(piece));
  worker.once("error", rejectAll);
  worker.once("exit", () => rejectAll(new Error("The thread that writes a spreadsheet has ended")));
  const ask = (message: WriteMessage): Promise<Uint8Array> => {
    const answer = Promise.withResolvers<Uint8Array>();
    requests.push(answer);
    // If the reader stops, nobody else handles a rejection.
    answer.promise.catch(() => {});
    worker.postMessage(message);
    return answer.promise;
  };
  try {
    // Two batches are sent ahead, so that the thread need not wait.
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
