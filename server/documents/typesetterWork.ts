import { parentPort, workerData } from "node:worker_threads";
import { loadEngine, type TypesetRequest } from "./engine.ts";

/** `memoryMb` is the memory of the process after the document. */
export type TypesetAnswer = ({ readonly file: Uint8Array } | { readonly problem: string }) & {
  readonly memoryMb: number;
};

const typesetOne = await loadEngine(workerData as string);
parentPort?.on("message", (request: TypesetRequest) => parentPort?.postMessage(answerTo(request)));
parentPort?.postMessage("ready");

function answerTo(request: TypesetRequest): TypesetAnswer {
  try {
    return { file: typesetOne(request), memoryMb: memoryMb() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), memoryMb: memoryMb() };
  }
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
