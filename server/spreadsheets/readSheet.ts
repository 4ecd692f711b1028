/**
 * The rows of an .xlsx or .csv file as texts, the first sheet of it. Reading takes seconds and memory, so it is done by a
 * thread of its own: a file that is made to be large ends the thread, and nothing else.
 */
import { Worker } from "node:worker_threads";
import { DomainError } from "../domainError.ts";

/** What the thread tells: rows as they come, or why the file cannot be read. */
export type ReadMessage = { rows: string[][] } | { problem: string } | { end: true };

const mostMb = 400;
const unreadable = "This file cannot be read. Save it as .xlsx or as .csv and try again.";

/**
 * Reads row by row, in batches. Empty rows come too, so that a row's number is its place.
 * @throws invalidFile in a sentence.
 */
export async function* readSheet(
  file: Buffer,
  { mostRows }: { mostRows: number },
): AsyncGenerator<string[][]> {
  const bytes = new Uint8Array(file);
  const worker = new Worker(new URL("./readThread.ts", import.meta.url), {
    workerData: { bytes, mostRows },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: mostMb },
  });
  const told: ReadMessage[] = [];
  let wake = Promise.withResolvers<void>();
  const tell = (message: ReadMessage): void => {
    told.push(message);
    wake.resolve();
  };
  worker.on("message", tell);
  worker.once("error", () => tell({ problem: unreadable }));
  worker.once("exit", (code) => {
    if (code !== 0) tell({ problem: unreadable });
  });
  try {
    for (;;) {
      const message = told.shift();
      if (message === undefined) {
        wake = Promise.withResolvers<void>();
        await wake.promise;
      } else if ("problem" in message) throw new DomainError("invalidFile", message.problem);
      else if ("rows" in message) yield message.rows;
      else return;
    }
  } finally {
    await worker.terminate();
  }
}
