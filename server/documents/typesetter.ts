/**
 * The process that typesets. It hears documents by its channel and answers each; the work is a thread's, so that the
 * process ends with its parent at once, also amid a document, and also when the parent was killed.
 */
import { Worker } from "node:worker_threads";

const work = new Worker(new URL("./typesetterWork.ts", import.meta.url), { workerData: process.argv[2] });
work.on("message", (answer: unknown) => process.send?.(answer));
work.on("error", (error) => {
  console.error(error);
  process.exit(1);
});
process.on("message", (request) => work.postMessage(request));
// A thread that is in native code would hold up an ordinary exit until it is done.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
