/** A thread does the work, so that this process ends with its parent even during a document. */
import { Worker } from "node:worker_threads";

const worker = new Worker(new URL("./typesetterWork.ts", import.meta.url), { workerData: process.argv[2] });
worker.on("message", (answer: unknown) => process.send?.(answer));
worker.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
process.on("message", (request) => worker.postMessage(request));
// A thread in native code would delay an ordinary exit until it is done.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
