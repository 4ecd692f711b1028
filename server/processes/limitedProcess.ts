/**
 * Work on what strangers sent, in a child process that may be killed: it has a limit of memory, of CPU time and of time,
 * knows none of the server's secrets, and its end harms nobody else. Invariant: one request is under way at a time, and
 * each is answered or refused; a child that reached a limit is gone, and the next request starts another.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "../domainError.ts";
import type { ChildLimits, ChildMessage } from "./limitedChild.ts";

/** What a request may take, and what else is known of the process. */
export interface ProcessLimits extends ChildLimits {
  /** How long a request may take by the clock: it bounds a child that hangs, for one on a busy machine is slow and honest. */
  readonly timeoutMs?: number;
  /** How long a process is kept that nobody asks for anything. */
  readonly idleMs?: number;
}

/** Why there is no answer: a limit was reached, or the process ended by itself. */
export class ProcessKilled extends Error {
  readonly limit: "memory" | "time" | "none";

  constructor(limit: ProcessKilled["limit"]) {
    super(`The process was ended: ${limit === "none" ? "no limit was reached" : `too much ${limit}`}.`);
    this.limit = limit;
  }
}

/** A process that answers one request after the other. */
export interface LimitedProcess<Request, Answer> {
  /** @throws ProcessKilled, or the DomainError that the work refused with. */
  ask(request: Request): Promise<Answer>;
  /** The process of now, for tests and figures. */
  readonly pid: number | undefined;
  /** Ends the process; a request that is under way throws ProcessKilled. */
  close(): void;
}

/** Opens one; its process starts with the first request. `work` is a module that calls `answerRequests`. */
export function openProcess<Request, Answer>(
  work: URL,
  { memoryMb, cpuMs, timeoutMs = 300_000, idleMs = 60_000 }: ProcessLimits,
): LimitedProcess<Request, Answer> {
  let child: ChildProcess | null = null;
  let current: PromiseWithResolvers<Answer> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const killed = (limit: ProcessKilled["limit"]) => {
    const gone = child;
    child = null;
    clearTimeout(timer);
    gone?.kill("SIGKILL");
    current?.reject(new ProcessKilled(limit));
    current = null;
  };

  const answered = (message: ChildMessage<Answer>) => {
    if ("limit" in message) return killed(message.limit);
    const asked = current;
    current = null;
    clearTimeout(timer);
    timer = setTimeout(() => killed("none"), idleMs).unref();
    // A server, a test or a tool that has nothing else to do may end.
    child?.unref();
    child?.channel?.unref();
    if ("answer" in message) asked?.resolve(message.answer);
    else if ("refusal" in message)
      asked?.reject(new DomainError(message.refusal.code, message.refusal.message));
    else asked?.reject(new Error(message.problem));
  };

  const start = (): ChildProcess => {
    const limits: ChildLimits = { memoryMb, cpuMs };
    const started = fork(
      fileURLToPath(new URL("./limitedChild.ts", import.meta.url)),
      [work.href, JSON.stringify(limits)],
      {
        serialization: "advanced",
        // Flags of the server are not for it, such as the port of a debugger, and its settings hold secrets.
        execArgv: ["--disable-warning=ExperimentalWarning"],
        env: { UV_THREADPOOL_SIZE: "2" },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      },
    );
    started.on("message", (message: ChildMessage<Answer>) => started === child && answered(message));
    started.once("error", () => started === child && killed("none"));
    // V8 aborts where it has no memory to say so in a better way.
    started.once(
      "exit",
      (_code, signal) => started === child && killed(signal === "SIGABRT" ? "memory" : "none"),
    );
    return started;
  };

  const askNow = (request: Request): Promise<Answer> => {
    child ??= start();
    child.ref();
    child.channel?.ref();
    current = Promise.withResolvers();
    clearTimeout(timer);
    timer = setTimeout(() => killed("time"), timeoutMs);
    const asked = child;
    // Where the channel is closed "exit" follows.
    asked.send(request as object, (error) => error !== null && asked.kill("SIGKILL"));
    return current.promise;
  };

  return {
    ask(request) {
      const mine = last.then(() => askNow(request));
      last = mine.catch(() => {});
      return mine;
    },
    get pid() {
      return child?.pid;
    },
    close: () => killed("none"),
  };
}
