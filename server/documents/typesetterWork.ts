/** The thread of the typesetting process that does the work: a document in, its file or what was wrong out. */
import { parentPort, workerData } from "node:worker_threads";
import { loadEngine, type TypesetRequest } from "./engine.ts";

/** What is answered to a document. */
export type TypesetAnswer = { readonly file: Uint8Array } | { readonly problem: string };

const typesetOne = await loadEngine(workerData as string);
parentPort?.on("message", (request: TypesetRequest) => parentPort?.postMessage(answerTo(request)));
parentPort?.postMessage("ready");

function answerTo(request: TypesetRequest): TypesetAnswer {
  try {
    return { file: typesetOne(request) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
