/**
 * The child of limitedProcess.ts. Its main thread checks the limits while another one works. It measures CPU time,
 * because wall time depends on other work of the machine.
 */
import { Worker } from "node:worker_threads";
import type { WorkMessage } from "./answerRequests.ts";

/** The limits of one request: memory of the whole process, and CPU time of all its threads. */
export interface ChildLimits {
  readonly memoryMb: number;
  readonly cpuMs: number;
}

export type ChildMessage<Answer> = WorkMessage<Answer> | { readonly limit: "memory" | "time" };

const checkEveryMs = 10;

const [, , work = "", limitsText = ""] = process.argv;
const limits = JSON.parse(limitsText) as ChildLimits;

// The channel also closes if the parent is killed.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

/** Null between requests. */
let usageAtStart: NodeJS.CpuUsage | null = null;
let isEnding = false;

const thread = new Worker(new URL(work), {
  // These limits make the thread collect garbage early. The memory of the whole process is checked below.
  resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb * 0.6, maxYoungGenerationSizeMb: 12 },
});
thread.on("message", (message: WorkMessage<unknown>) => {
  usageAtStart = null;
  if (!isEnding) process.send?.(message);
});
thread.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") end("memory");
  else if (!isEnding) process.exit(1);
});
process.on("message", (request) => {
  usageAtStart = process.cpuUsage();
  thread.postMessage(request);
});

setInterval(() => {
  if (usageAtStart === null) return;
  const { user, system } = process.cpuUsage(usageAtStart);
  if (process.memoryUsage.rss() > limits.memoryMb * 2 ** 20) end("memory");
  else if (user + system > limits.cpuMs * 1000) end("time");
}, checkEveryMs);

function end(limit: "memory" | "time"): void {
  if (isEnding) return;
  isEnding = true;
  process.send?.({ limit } satisfies ChildMessage<never>, () => process.kill(process.pid, "SIGKILL"));
}
