/**
 * Work that needs limits, such as reading untrusted files, in a child process that may be killed. It does not inherit
 * the settings of the server, which hold secrets.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "../domainError.ts";
import type { ChildLimits, ChildMessage } from "./limitedChild.ts";
import { lowerPriority } from "./lowPriority.ts";

export interface ProcessLimits extends ChildLimits {
  /** Wall time of a request, which bounds a child that hangs. */
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

/** A request has no answer, because a limit was reached, or the process ended or was closed. */
export class ProcessKilled extends Error {
  readonly limit: "memory" | "time" | "none";

  constructor(limit: ProcessKilled["limit"]) {
    super(`The process was ended: ${limit === "none" ? "no limit was reached" : `too much ${limit}`}.`);
    this.limit = limit;
  }
}

/** A process that answers one request at a time. */
export interface LimitedProcess<Request, Answer> {
  /**
   * @throws ProcessKilled, a DomainError with the code and message of the work's, or an Error with the message of any
   * other failure.
   */
  ask(request: Request): Promise<Answer>;
  readonly pid: number | undefined;
  /** Ends the process; a request in progress throws ProcessKilled. The next request starts a new process. */
  close(): void;
}

/** Opens a process, which starts with the first request. `work` is a module that calls `answerRequests`. */
export function openProcess<Request, Answer>(
  work: URL,
  { memoryMb, cpuMs, timeoutMs = 300_000, idleMs = 60_000 }: ProcessLimits,
): LimitedProcess<Request, Answer> {
  let child: ChildProcess | null = null;
  let current: PromiseWithResolvers<Answer> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const killChild = (limit: ProcessKilled["limit"]) => {
    const endedChild = child;
    child = null;
    clearTimeout(timer);
    endedChild?.kill("SIGKILL");
    current?.reject(new ProcessKilled(limit));
    current = null;
  };

  const handleMessage = (message: ChildMessage<Answer>) => {
    if ("limit" in message) return killChild(message.limit);
    const request = current;
    current = null;
    clearTimeout(timer);
    timer = setTimeout(() => killChild("none"), idleMs).unref();
    // An idle child must not keep a server, test or tool from ending.
    child?.unref();
    child?.channel?.unref();
    if ("answer" in message) request?.resolve(message.answer);
    else if ("refusal" in message)
      request?.reject(new DomainError(message.refusal.code, message.refusal.message));
    else request?.reject(new Error(message.problem));
  };

  const start = (): ChildProcess => {
    const limits: ChildLimits = { memoryMb, cpuMs };
    const newChild = fork(
      fileURLToPath(new URL("./limitedChild.ts", import.meta.url)),
      [work.href, JSON.stringify(limits)],
      {
        serialization: "advanced",
        // The child must not inherit the server's flags, such as a debugger port.
        execArgv: ["--disable-warning=ExperimentalWarning"],
        env: { UV_THREADPOOL_SIZE: "2", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      },
    );
    lowerPriority(newChild);
    newChild.on("message", (message: ChildMessage<Answer>) => newChild === child && handleMessage(message));
    newChild.once("error", () => newChild === child && killChild("none"));
    // V8 aborts if it runs out of memory.
    newChild.once(
      "exit",
      (_code, signal) => newChild === child && killChild(signal === "SIGABRT" ? "memory" : "none"),
    );
    return newChild;
  };

  const askNow = (request: Request): Promise<Answer> => {
    child ??= start();
    child.ref();
    child.channel?.ref();
    current = Promise.withResolvers();
    clearTimeout(timer);
    timer = setTimeout(() => killChild("time"), timeoutMs);
    const target = child;
    // If the channel is closed, kill the child: its "exit" rejects the request.
    target.send(request as object, (error) => error !== null && target.kill("SIGKILL"));
    return current.promise;
  };

  return {
    ask(request) {
      const answer = last.then(() => askNow(request));
      last = answer.catch(() => {});
      return answer;
    },
    get pid() {
      return child?.pid;
    },
    close: () => killChild("none"),
  };
}
