/**
 * The child of limitedProcess.ts. Its main thread does nothing but look at the limits; the work is a thread's, so that a
 * limit is seen amid the work too. CPU time is counted and not the clock's, so that a file is judged alike on a busy
 * machine. It ends with its parent at once, also when that was killed.
 */
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { WorkMessage } from "./answerRequests.ts";

/** What one request may take: memory of the whole process, and CPU time of all its threads. */
export interface ChildLimits {
  readonly memoryMb: number;
  readonly cpuMs: number;
}

/** What the parent is told. */
export type ChildMessage<Answer> = WorkMessage<Answer> | { readonly limit: "memory" | "time" };

const lookEveryMs = 10;

const [, , work = "", limitsText = ""] = process.argv;
const limits = JSON.parse(limitsText) as ChildLimits;

// Whoever buys a ticket comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

/** CPU time when the request began; null between requests. */
let begun: NodeJS.CpuUsage | null = null;
let isEnding = false;

const thread = new Worker(new URL(work), {
  // Both make the thread collect what it no longer needs, early. What it has outside of its heap is seen below.
  resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb * 0.6, maxYoungGenerationSizeMb: 12 },
});
thread.on("message", (message: WorkMessage<unknown>) => {
  begun = null;
  if (!isEnding) process.send?.(message);
});
thread.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") end("memory");
  else if (!isEnding) process.exit(1);
});
process.on("message", (request) => {
  begun = process.cpuUsage();
  thread.postMessage(request);
});

setInterval(() => {
  if (begun === null) return;
  const { user, system } = process.cpuUsage(begun);
  if (process.memoryUsage.rss() > limits.memoryMb * 2 ** 20) end("memory");
  else if (user + system > limits.cpuMs * 1000) end("time");
}, lookEveryMs);

function end(limit: "memory" | "time"): void {
  if (isEnding) return;
  isEnding = true;
  process.send?.({ limit } satisfies ChildMessage<never>, () => process.kill(process.pid, "SIGKILL"));
}
